import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../../client/api-client.ts'
import { ApiError } from '../../../../client/api-error.ts'
import type { components } from '../../../../client/generated/app-management.ts'
import { appManagement } from '../../../api.ts'
import { type AppKey, appQuery, type OwnerKind, pathOf } from '../apps/queries.ts'
import { listAppInvitations, listOrgInvitations } from '../invitations/queries.ts'
import { organizationQuery } from '../organizations/queries.ts'

export type AppUser = components['schemas']['AppUser']
export type OrgUser = components['schemas']['OrgUser']

const APP_USER = '/v0.1/apps/{owner_name}/{app_name}/users/{user_email}'
const ORG_USER = '/v0.1/orgs/{org_name}/users/{user_name}'

const toAppUser = (key: AppKey, email: string) => ({ ...pathOf(key), user_email: email })
const toOrgUser = (org: string, user: string) => ({ org_name: org, user_name: user })

const listAppUsers = (key: AppKey, signal: AbortSignal) =>
  dataOf(
    appManagement.GET('/v0.1/apps/{owner_name}/{app_name}/users', {
      params: { path: pathOf(key) },
      signal,
    }),
  )

const listOrgUsers = (org: string, signal: AbortSignal) =>
  dataOf(
    appManagement.GET('/v0.1/orgs/{org_name}/users', {
      params: { path: { org_name: org } },
      signal,
    }),
  )

/** Everyone with access to the app: members, its owner and admins of its organization. */
export const appUsersQuery = (key: AppKey) =>
  queryOptions({
    queryKey: [...appQuery(key.owner, key.app).queryKey, 'users'],
    queryFn: ({ signal }) => listAppUsers(key, signal),
  })

export const orgUsersQuery = (org: string) =>
  queryOptions({
    queryKey: [...organizationQuery(org).queryKey, 'users'],
    queryFn: ({ signal }) => listOrgUsers(org, signal),
  })

/** One query for users, invitations and organization roles, so that the page fails or loads as a whole. */
export const appPeopleQuery = (key: AppKey, kind: OwnerKind, isManager: boolean) =>
  queryOptions({
    queryKey: [...appQuery(key.owner, key.app).queryKey, 'people', kind, isManager],
    queryFn: async ({ signal }) => {
      const [users, invitations, orgUsers] = await Promise.all([
        listAppUsers(key, signal),
        isManager ? listAppInvitations(key, signal) : [],
        kind === 'org' ? listOrgUsers(key.owner, signal).catch(noneIfNotFound) : [],
      ])
      return { users, invitations, orgUsers }
    },
  })

/** A member of an app may not be a member of its organization, which is then not found. */
function noneIfNotFound(error: unknown): never[] {
  if (error instanceof ApiError && error.status === 404) return []
  throw error
}

/** One query for members and invitations, so that the page fails or loads as a whole. */
export const orgPeopleQuery = (org: string, isAdmin: boolean) =>
  queryOptions({
    queryKey: [...organizationQuery(org).queryKey, 'people', isAdmin],
    queryFn: async ({ signal }) => {
      const [users, invitations] = await Promise.all([
        listOrgUsers(org, signal),
        isAdmin ? listOrgInvitations(org, signal) : [],
      ])
      return { users, invitations }
    },
  })

/** Those on which membership of the organization gives a role. */
export const subscriptionsOfMembersQuery = (org: string) =>
  queryOptions({
    queryKey: ['organizations', org, 'subscriptions'],
    queryFn: ({ signal }) =>
      dataOf(
        appManagement.GET('/v0.1/orgs/{org_name}/subscriptions', {
          params: { path: { org_name: org } },
          signal,
        }),
      ),
  })

export const changeAppRole = (key: AppKey, email: string, role: AppUser['permissions'][number]) =>
  dataOf(
    appManagement.PATCH(APP_USER, {
      params: { path: toAppUser(key, email) },
      body: { permissions: [role] },
    }),
  )

export const changeOrgRole = (org: string, user: string, role: OrgUser['role']) =>
  dataOf(appManagement.PATCH(ORG_USER, { params: { path: toOrgUser(org, user) }, body: { role } }))

export const removeAppUser = (key: AppKey, email: string, revokesTokens: boolean) =>
  dataOf(
    appManagement.DELETE(APP_USER, {
      params: { path: toAppUser(key, email), query: { revoke_tokens: revokesTokens } },
    }),
  )

export const removeOrgUser = (org: string, user: string, revokesTokens: boolean) =>
  dataOf(
    appManagement.DELETE(ORG_USER, {
      params: { path: toOrgUser(org, user), query: { revoke_tokens: revokesTokens } },
    }),
  )
