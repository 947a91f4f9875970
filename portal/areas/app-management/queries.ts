import { type InvalidateQueryFilters, queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../client/api-client.ts'
import type { components } from '../../../client/generated/app-management.ts'
import { appManagement } from '../../api.ts'

/** `azure_subscription` is always null, and the client leaves out what can only be that. */
export type App = Omit<components['schemas']['App'], 'azure_subscription'>
export type NewApp = components['schemas']['NewApp']
export type Organization = components['schemas']['Organization']
export type UserProfile = components['schemas']['UserProfile']

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => dataOf(appManagement.GET('/v0.1/user', { signal })),
})

export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: ({ signal }) => dataOf(appManagement.GET('/v0.1/apps', { signal })),
})

/** The lists that show an app, asked again when one of them changes; the app itself has a longer key. */
export const appLists: readonly InvalidateQueryFilters[] = [
  { queryKey: appsQuery.queryKey, exact: true },
  { queryKey: ['organization-apps'] },
]

export const appQuery = (owner: string, app: string) =>
  queryOptions({
    queryKey: ['apps', owner, app],
    queryFn: ({ signal }) =>
      dataOf(
        appManagement.GET('/v0.1/apps/{owner_name}/{app_name}', {
          params: { path: { owner_name: owner, app_name: app } },
          signal,
        }),
      ),
  })

/** Every member of an organization may create apps in it. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => dataOf(appManagement.GET('/v0.1/orgs', { signal })),
})

/** `organization` is the name of one, or nothing for an app of one's own. */
export function createApp(app: NewApp, organization: string | undefined): Promise<App> {
  if (organization === undefined) return dataOf(appManagement.POST('/v0.1/apps', { body: app }))
  const params = { path: { org_name: organization } }
  return dataOf(appManagement.POST('/v0.1/orgs/{org_name}/apps', { params, body: app }))
}

export const renameUser = (displayName: string): Promise<UserProfile> =>
  dataOf(appManagement.PATCH('/v0.1/user', { body: { display_name: displayName } }))
