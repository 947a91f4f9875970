import { queryOptions } from '@tanstack/react-query'
import { dataOf, EMPTY_BODY } from '../../../client/api-client.ts'
import { ApiError } from '../../../client/api-error.ts'
import type { components } from '../../../client/generated/app-management.ts'
import { appManagement } from '../../api.ts'
import { appQuery } from './queries.ts'
import { type AppKey, pathOf } from './queries-apps.ts'
import { listOrgUsers } from './queries-organizations.ts'

export type AppUser = components['schemas']['AppUser']
export type AppRole = AppUser['permissions'][number]
/** What is always null the client leaves out. */
export type AppInvitation = Pick<
  components['schemas']['AppInvitation'],
  'email' | 'permissions' | 'expires_at'
>

export const APP_ROLES = ['manager', 'developer', 'viewer'] as const satisfies readonly AppRole[]

const USER = '/v0.1/apps/{owner_name}/{app_name}/users/{user_email}'
const INVITATIONS = '/v0.1/apps/{owner_name}/{app_name}/invitations'
const INVITATION = '/v0.1/apps/{owner_name}/{app_name}/invitations/{user_email}'

const toParams = (key: AppKey, email: string) => ({
  params: { path: { ...pathOf(key), user_email: email } },
})

const listAppUsers = (key: AppKey, signal: AbortSignal) =>
  dataOf(
    appManagement.GET('/v0.1/apps/{owner_name}/{app_name}/users', {
      params: { path: pathOf(key) },
      signal,
    }),
  )

/** Whoever can reach the app, by whatever way. */
export const appUsersQuery = (key: AppKey) =>
  queryOptions({
    queryKey: [...appQuery(key.owner, key.app).queryKey, 'users'],
    queryFn: ({ signal }) => listAppUsers(key, signal),
  })

/** Users, invitations and what the organization says about them: one page, all of it or nothing. */
export const appPeopleQuery = (key: AppKey, kind: 'user' | 'org', isManager: boolean) =>
  queryOptions({
    queryKey: [...appQuery(key.owner, key.app).queryKey, 'people', kind, isManager],
    queryFn: async ({ signal }) => {
      const params = { path: pathOf(key) }
      const [users, invitations, orgUsers] = await Promise.all([
        listAppUsers(key, signal),
        isManager ? dataOf(appManagement.GET(INVITATIONS, { params, signal })) : [],
        kind === 'org' ? listOrgUsers(key.owner, signal).catch(nobodyIfHidden) : [],
      ])
      return { users, invitations, orgUsers }
    },
  })

/** Somebody on an app need not be in its organization. */
function nobodyIfHidden(error: unknown): never[] {
  if (error instanceof ApiError && error.status === 404) return []
  throw error
}

export const changeAppRole = (key: AppKey, email: string, role: AppRole) =>
  dataOf(appManagement.PATCH(USER, { ...toParams(key, email), body: { permissions: [role] } }))

export function removeAppUser(key: AppKey, email: string, revokesTokens: boolean) {
  const { params } = toParams(key, email)
  const query = { revoke_tokens: revokesTokens }
  return dataOf(appManagement.DELETE(USER, { params: { ...params, query } }))
}

/** The API invites as a developer; another role is the step after. */
export async function inviteToApp(key: AppKey, email: string, role: AppRole): Promise<void> {
  const params = { path: pathOf(key) }
  await appManagement.POST(INVITATIONS, { params, body: { user_email: email } })
  await changeAppInvitation(key, email, role).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    const { status, code, message, requestId } = error
    const half = `${email} is invited as a developer, but not yet as ${role}: ${message}`
    throw new ApiError(status, code, half, requestId)
  })
}

export const changeAppInvitation = (key: AppKey, email: string, role: AppRole) =>
  dataOf(
    appManagement.PATCH(INVITATION, { ...toParams(key, email), body: { permissions: [role] } }),
  )

/** A new term; the role stays. */
export const renewAppInvitation = (key: AppKey, email: string) =>
  dataOf(appManagement.POST(INVITATION, { ...toParams(key, email), body: EMPTY_BODY }))

export const cancelAppInvitation = (key: AppKey, email: string) =>
  dataOf(appManagement.DELETE(INVITATION, toParams(key, email)))
