import { pathParams } from '../../platform/http/schema.ts'

/** The two forms of a resource id that published clients insert into a path. */
const OF_RESOURCE = [
  'subscriptionId',
  'resourceGroup',
  'resourceProvider',
  'resourceType',
  'resourceName',
] as const
const OF_CHILD = [...OF_RESOURCE, 'childType', 'childName'] as const

export const OfResource = pathParams(...OF_RESOURCE)
export const OfChild = pathParams(...OF_CHILD)

export const GROUP_PATH = '/subscriptions/:subscriptionId/resourceGroups/:resourceGroup'
export const RESOURCE_PATH = `${GROUP_PATH}/providers/:resourceProvider/:resourceType/:resourceName`
export const CHILD_PATH = `${RESOURCE_PATH}/:childType/:childName`

type ResourceParams = Readonly<Record<(typeof OF_RESOURCE)[number], string>> &
  Readonly<Partial<Record<'childType' | 'childName', string>>>

/** As the caller wrote it, but with the stored id of the subscription. */
export function toResourceId(subscriptionId: string, params: ResourceParams): string {
  const { resourceGroup, resourceProvider, resourceType, resourceName } = params
  const { childType, childName } = params
  const child = childType === undefined ? '' : `/${childType}/${childName}`
  return `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroup}/providers/${resourceProvider}/${resourceType}/${resourceName}${child}`
}
