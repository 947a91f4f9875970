import { queryOptions } from '@tanstack/react-query'
import { dataOf, EMPTY_BODY, isMailed } from '../../../../client/api-client.ts'
import { ApiError } from '../../../../client/api-error.ts'
import type { components } from '../../../../client/generated/app-management.ts'
import { appManagement } from '../../../api.ts'
import { type AppKey, pathOf } from '../apps/queries.ts'
import type { AppRole, OrgRole } from '../members/roles.ts'

export type ReceivedInvitation = components['schemas']['ReceivedInvitation']
export type InvitationLink = components['schemas']['InvitationLink']
export type OrgInvitation = components['schemas']['OrgInvitation']
/** The client leaves out fields that are always null. */
export type AppInvitation = Pick<
  components['schemas']['AppInvitation'],
  'email' | 'permissions' | 'expires_at'
>

/** The invitations that the signed-in user has received. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => dataOf(appManagement.GET('/v0.1/user/invitations', { signal })),
})

const ANSWERS = {
  app: {
    accept: '/v0.1/user/invitations/apps/{invitation_token}/accept',
    reject: '/v0.1/user/invitations/apps/{invitation_token}/reject',
  },
  org: {
    accept: '/v0.1/user/invitations/orgs/{invitation_token}/accept',
    reject: '/v0.1/user/invitations/orgs/{invitation_token}/reject',
  },
} as const

export const answerInvitation = (
  { type, token }: ReceivedInvitation,
  answer: 'accept' | 'reject',
): Promise<unknown> =>
  dataOf(
    appManagement.POST(ANSWERS[type][answer], {
      params: { path: { invitation_token: token } },
      body: EMPTY_BODY,
    }),
  )

const APP_INVITATIONS = '/v0.1/apps/{owner_name}/{app_name}/invitations'
const APP_INVITATION = '/v0.1/apps/{owner_name}/{app_name}/invitations/{user_email}'

const toAppInvitation = (key: AppKey, email: string) => ({
  params: { path: { ...pathOf(key), user_email: email } },
})

export const listAppInvitations = (key: AppKey, signal: AbortSignal) =>
  dataOf(appManagement.GET(APP_INVITATIONS, { params: { path: pathOf(key) }, signal }))

/** What the server sent because of an invitation. */
export type Invited = Readonly<{ isMailed: boolean }>

/** The API invites everyone as a developer; a second request sets another role. */
export async function inviteToApp(key: AppKey, email: string, role: AppRole): Promise<Invited> {
  const params = { path: pathOf(key) }
  const answer = await appManagement.POST(APP_INVITATIONS, { params, body: { user_email: email } })
  await changeAppInvitation(key, email, role).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    const { status, code, message, requestId } = error
    const half = `${email} was invited as a developer, but the role could not be changed to ${role}: ${message}`
    throw new ApiError(status, code, half, requestId)
  })
  return { isMailed: isMailed(answer) }
}

export const changeAppInvitation = (key: AppKey, email: string, role: AppRole) =>
  dataOf(
    appManagement.PATCH(APP_INVITATION, {
      ...toAppInvitation(key, email),
      body: { permissions: [role] },
    }),
  )

/** Sets a new expiry; the role does not change. */
export const renewAppInvitation = (key: AppKey, email: string): Promise<Invited> =>
  toInvited(
    appManagement.POST(APP_INVITATION, { ...toAppInvitation(key, email), body: EMPTY_BODY }),
  )

const toInvited = async (call: Promise<{ response: Response }>): Promise<Invited> => ({
  isMailed: isMailed(await call),
})

/** A link to pass on. It ends the one that was copied before. */
export const copyAppLink = (key: AppKey, email: string) =>
  dataOf(
    appManagement.POST('/v0.1/apps/{owner_name}/{app_name}/invitations/{user_email}/link', {
      ...toAppInvitation(key, email),
      body: EMPTY_BODY,
    }),
  )

export const revokeAppInvitation = (key: AppKey, email: string) =>
  dataOf(appManagement.DELETE(APP_INVITATION, toAppInvitation(key, email)))

const ORG_INVITATIONS = '/v0.1/orgs/{org_name}/invitations'

const toOrg = (org: string) => ({ params: { path: { org_name: org } } })
const toOrgInvitation = (org: string, email: string) => ({
  params: { path: { org_name: org, user_email: email } },
})

export const listOrgInvitations = (org: string, signal: AbortSignal) =>
  dataOf(appManagement.GET(ORG_INVITATIONS, { ...toOrg(org), signal }))

export const inviteToOrg = (org: string, email: string, role: OrgRole): Promise<Invited> =>
  toInvited(
    appManagement.POST(ORG_INVITATIONS, { ...toOrg(org), body: { user_email: email, role } }),
  )

export const changeOrgInvitation = (org: string, email: string, role: OrgRole) =>
  dataOf(
    appManagement.PATCH('/v0.1/orgs/{org_name}/invitations/{user_email}', {
      ...toOrgInvitation(org, email),
      body: { role },
    }),
  )

/** Sets a new expiry; the role does not change. */
export const renewOrgInvitation = (org: string, email: string): Promise<Invited> =>
  toInvited(
    appManagement.POST('/v0.1/orgs/{org_name}/invitations/{user_email}/resend', {
      ...toOrgInvitation(org, email),
      body: {},
    }),
  )

export const copyOrgLink = (org: string, email: string) =>
  dataOf(
    appManagement.POST('/v0.1/orgs/{org_name}/invitations/{user_email}/link', {
      ...toOrgInvitation(org, email),
      body: EMPTY_BODY,
    }),
  )

export const revokeOrgInvitation = (org: string, email: string) =>
  dataOf(
    appManagement.POST('/v0.1/orgs/{org_name}/invitations/{user_email}/revoke', {
      ...toOrgInvitation(org, email),
      body: EMPTY_BODY,
    }),
  )
