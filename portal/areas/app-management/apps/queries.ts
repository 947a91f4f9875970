import { type InvalidateQueryFilters, queryOptions } from '@tanstack/react-query'
import { dataOf, EMPTY_BODY } from '../../../../client/api-client.ts'
import type { components } from '../../../../client/generated/app-management.ts'
import { appManagement } from '../../../api.ts'

/** `azure_subscription` is always null, and the client leaves out fields that can only be null. */
export type App = Omit<components['schemas']['App'], 'azure_subscription'>
export type NewApp = components['schemas']['NewApp']
type AppChange = components['schemas']['AppChange']
/** An owner is a person or an organization. */
export type OwnerKind = components['schemas']['Owner']['type']
export type AppKey = Readonly<{ owner: string; app: string }>

export const pathOf = ({ owner, app }: AppKey) => ({ owner_name: owner, app_name: app })

const ONE_APP = '/v0.1/apps/{owner_name}/{app_name}'

export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: ({ signal }) => dataOf(appManagement.GET('/v0.1/apps', { signal })),
})

/** The lists to reload after an app changes. The query of the app itself has a longer key. */
export const appLists: readonly InvalidateQueryFilters[] = [
  { queryKey: appsQuery.queryKey, exact: true },
  { queryKey: ['organization-apps'] },
]

export const appQuery = (owner: string, app: string) =>
  queryOptions({
    queryKey: ['apps', owner, app],
    queryFn: ({ signal }) =>
      dataOf(appManagement.GET(ONE_APP, { params: { path: pathOf({ owner, app }) }, signal })),
  })

/** Without `organization` the signed-in user owns the app. */
export function createApp(app: NewApp, organization: string | undefined): Promise<App> {
  if (organization === undefined) return dataOf(appManagement.POST('/v0.1/apps', { body: app }))
  const params = { path: { org_name: organization } }
  return dataOf(appManagement.POST('/v0.1/orgs/{org_name}/apps', { params, body: app }))
}

export const changeApp = (key: AppKey, change: AppChange): Promise<App> =>
  dataOf(appManagement.PATCH(ONE_APP, { params: { path: pathOf(key) }, body: change }))

export const deleteApp = (key: AppKey): Promise<unknown> =>
  dataOf(appManagement.DELETE(ONE_APP, { params: { path: pathOf(key) } }))

/** To an organization the caller administers. This revokes the app's tokens and ends its invitations. */
export const transferApp = (key: AppKey, organization: string): Promise<App> =>
  dataOf(
    appManagement.POST('/v0.1/apps/{owner_name}/{app_name}/transfer/{destination_owner_name}', {
      params: { path: { ...pathOf(key), destination_owner_name: organization } },
      body: EMPTY_BODY,
    }),
  )
