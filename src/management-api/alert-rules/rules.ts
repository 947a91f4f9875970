import { SUBSCRIPTION_ROLES } from '../../directory/subscriptions/wire.ts'
import { foldCase } from '../../platform/fold-case.ts'
import type { ApiVersions } from '../api-version.ts'

export const rights = {
  'read alert rules': SUBSCRIPTION_ROLES,
  'change alert rules': ['owner', 'contributor'],
} as const

/** All that were published; all get the body of the served one, except the status of a test. */
export const GROUP_VERSIONS: Omit<ApiVersions, 'takesNewer'> = {
  served: '2024-10-01-preview',
  accepted: [
    '2017-04-01',
    '2018-03-01',
    '2018-09-01',
    '2019-03-01',
    '2019-06-01',
    '2021-09-01',
    '2022-04-01',
    '2022-06-01',
    '2023-01-01',
    '2023-09-01-preview',
    '2024-10-01-preview',
  ],
}
export const ALERT_VERSIONS: Omit<ApiVersions, 'takesNewer'> = {
  served: '2023-01-01-preview',
  accepted: ['2017-03-01-preview', '2017-04-01', '2020-10-01', '2023-01-01-preview', '2026-01-01'],
}

/** Resources of these kinds are named by a resource group, which can have any name, and their own name. */
export type ResourceName = Readonly<{ resourceGroup: string; name: string }>

const NAME = /^[^\p{Cc}\p{Cs}/\\?#%&<>:*"]{1,260}$/u
const LONGEST_GROUP = 90

export const isName = (name: string) => NAME.test(name) && name === name.trim()
export const isResourceGroup = (name: string) => isName(name) && name.length <= LONGEST_GROUP

export const keyOf = ({ resourceGroup, name }: ResourceName) =>
  JSON.stringify([foldCase(resourceGroup), foldCase(name)])

export type ResourceType = 'actionGroups' | 'activityLogAlerts'

/** The id that responses have. */
export const toResourceId = (
  vendorNamespace: string,
  subscriptionId: string,
  type: ResourceType,
  { resourceGroup, name }: ResourceName,
) =>
  `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroup}/providers/${vendorNamespace}.Insights/${type}/${name}`

const GROUP_ID =
  /^\/?subscriptions\/([^/]+)\/resourceGroups\/([^/]+)\/providers\/([^/]+)\.Insights\/actionGroups\/([^/]+)\/?$/i

/** The action group of this subscription that an id names. */
export function readGroupId(
  id: string,
  subscriptionId: string,
  vendorNamespace: string,
): ResourceName | undefined {
  const [, subscription = '', resourceGroup = '', vendor = '', name = ''] = GROUP_ID.exec(id) ?? []
  const isOwn =
    foldCase(subscription) === subscriptionId && foldCase(vendor) === foldCase(vendorNamespace)
  return isOwn ? { resourceGroup, name } : undefined
}

export const isScopeOf = (scope: string, subscriptionId: string) =>
  foldCase(scope).replace(/^\/?/, '/').replace(/\/$/, '') === `/subscriptions/${subscriptionId}`

/** Under which the addresses of an action group are sealed. */
export const sealLabel = (subscriptionId: string, id: string) =>
  `action group ${subscriptionId} ${id}`
