import { type AppManagementClient, dataOf, EMPTY_BODY, isMailed } from '../client/api-client.ts'
import {
  appUserPermissionsValues,
  type components,
  orgUserRoleValues,
} from '../client/generated/app-management.ts'
import type { Given } from './command.ts'
import type { Context } from './context.ts'
import { type AppName, findHome, needApp } from './targets.ts'

export const TARGET_OPTIONS = [
  ['--app [owner/name]', 'an app (default: the current app)'],
  ['--org <name>', 'an organization'],
] as const

export type Member = Readonly<{ name: string; email: string; role: string }>
export type Invited = Readonly<{ email: string; role: string; until: string }>
export type InvitationLink = components['schemas']['InvitationLink']
type People<Person> = Promise<{ people: Person[]; body: unknown }>

/** The people of an app and those of an organization, asked and changed in the same words. */
export type MemberApi = Readonly<{
  /** How a command names it. */
  option: '--app' | '--org'
  name: string
  roles: readonly string[]
  members: () => People<Member>
  invited: () => People<Invited>
  /** Of whoever is invited without a role. */
  usualRole: string
  /** Says whether the server mails them. */
  invite: (email: string, role: string | undefined) => Promise<boolean>
  /** A link to a pending invitation, to pass on. It ends the one before. */
  copyLink: (email: string) => Promise<InvitationLink>
  setRole: (person: Member, role: string) => Promise<void>
  setInvitedRole: (email: string, role: string) => Promise<void>
  /** Says how many API tokens they made here are left. */
  remove: (person: Member, revokesTokens: boolean) => Promise<number>
  revoke: (email: string) => Promise<void>
}>

export const APP_ROLES = appUserPermissionsValues
type AppRole = (typeof APP_ROLES)[number]
export const ORG_ROLES = orgUserRoleValues
type OrgRole = (typeof ORG_ROLES)[number]

const APP = '/v0.1/apps/{owner_name}/{app_name}'

export function appMemberApi(client: AppManagementClient, app: AppName): MemberApi {
  const params = { path: app }
  const of = (user_email: string) => ({ path: { ...app, user_email } })
  const toBody = (role: string) => ({ permissions: [role as AppRole] as [AppRole] })
  const setInvitedRole = async (email: string, role: string) => {
    const body = toBody(role)
    await client.PATCH(`${APP}/invitations/{user_email}`, { params: of(email), body })
  }
  return {
    option: '--app',
    name: `${app.owner_name}/${app.app_name}`,
    roles: APP_ROLES,
    usualRole: 'developer',
    async members() {
      const body = await dataOf(client.GET(`${APP}/users`, { params }))
      const people = body.map(({ name, email, permissions: [role = ''] }) => ({
        name,
        email,
        role,
      }))
      return { people, body }
    },
    async invited() {
      const body = await dataOf(client.GET(`${APP}/invitations`, { params }))
      const people = body.map(({ email, permissions: [role = ''], expires_at }) => ({
        email,
        role,
        until: expires_at,
      }))
      return { people, body }
    },
    async invite(user_email, role) {
      const answer = await client.POST(`${APP}/invitations`, { params, body: { user_email } })
      // The published call has no role in it and makes a developer.
      if (role !== undefined && role !== 'developer') await setInvitedRole(user_email, role)
      return isMailed(answer)
    },
    copyLink: (email) =>
      dataOf(
        client.POST(`${APP}/invitations/{user_email}/link`, {
          params: of(email),
          body: EMPTY_BODY,
        }),
      ),
    async setRole({ email }, role) {
      const body = toBody(role)
      await client.PATCH(`${APP}/users/{user_email}`, { params: of(email), body })
    },
    setInvitedRole,
    async remove({ email }, revoke_tokens) {
      const params = { ...of(email), query: { revoke_tokens } }
      return countLeft(await client.DELETE(`${APP}/users/{user_email}`, { params }))
    },
    async revoke(email) {
      await client.DELETE(`${APP}/invitations/{user_email}`, { params: of(email) })
    },
  }
}

const countLeft = ({ response }: { response: Response }) =>
  Number(response.headers.get('x-binnacle-tokens-left') ?? 0)

const ORG = '/v0.1/orgs/{org_name}'

export function orgMemberApi(client: AppManagementClient, org_name: string): MemberApi {
  const params = { path: { org_name } }
  const of = (user_name: string) => ({ path: { org_name, user_name } })
  const toBody = (role: string) => ({ role: role as OrgRole })
  return {
    option: '--org',
    name: org_name,
    roles: ORG_ROLES,
    usualRole: 'collaborator',
    async members() {
      const body = await dataOf(client.GET(`${ORG}/users`, { params }))
      return { people: body.map(({ name, email, role }) => ({ name, email, role })), body }
    },
    async invited() {
      const body = await dataOf(client.GET(`${ORG}/invitations`, { params }))
      const people = body.map(({ email, role, expires_at }) => ({ email, role, until: expires_at }))
      return { people, body }
    },
    async invite(user_email, role) {
      const body = { user_email, ...(role !== undefined && toBody(role)) }
      return isMailed(await client.POST(`${ORG}/invitations`, { params, body }))
    },
    copyLink: (user_email) =>
      dataOf(
        client.POST(`${ORG}/invitations/{user_email}/link`, {
          params: { path: { org_name, user_email } },
          body: EMPTY_BODY,
        }),
      ),
    async setRole({ name }, role) {
      await client.PATCH(`${ORG}/users/{user_name}`, { params: of(name), body: toBody(role) })
    },
    async setInvitedRole(user_email, role) {
      await client.PATCH(`${ORG}/invitations/{user_email}`, {
        params: { path: { org_name, user_email } },
        body: toBody(role),
      })
    },
    async remove({ name }, revoke_tokens) {
      const params = { ...of(name), query: { revoke_tokens } }
      return countLeft(await client.DELETE(`${ORG}/users/{user_name}`, { params }))
    },
    async revoke(user_email) {
      await client.DELETE(`${ORG}/invitations`, { params, body: { user_email } })
    },
  }
}

/** The people of an app or an organization. */
export async function findMemberApi(context: Context, given: Given): Promise<MemberApi> {
  const home = await findHome(context, given)
  const client = await context.appManagement()
  if (home.kind === 'org') return orgMemberApi(client, home.org_name)
  return appMemberApi(client, home.kind === 'app' ? home.app : await needApp(context, undefined))
}
