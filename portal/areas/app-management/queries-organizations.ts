import { type InvalidateQueryFilters, queryOptions } from '@tanstack/react-query'
import { dataOf, EMPTY_BODY } from '../../../client/api-client.ts'
import type { components } from '../../../client/generated/app-management.ts'
import { appManagement } from '../../api.ts'
import { type Organization, organizationsQuery } from './queries.ts'
import { toForm } from './queries-pictures.ts'

export type NewOrganization = components['schemas']['NewOrganization']
export type OrgUser = components['schemas']['OrgUser']
export type OrgRole = OrgUser['role']
export type OrgInvitation = components['schemas']['OrgInvitation']

export const ORG_ROLES = ['admin', 'collaborator', 'member'] as const satisfies readonly OrgRole[]

const ORG = '/v0.1/orgs/{org_name}'
const USER = '/v0.1/orgs/{org_name}/users/{user_name}'
const INVITATIONS = '/v0.1/orgs/{org_name}/invitations'

const pathOf = (org: string) => ({ params: { path: { org_name: org } } })
const toUser = (org: string, user: string) => ({
  params: { path: { org_name: org, user_name: user } },
})
const toInvited = (org: string, email: string) => ({
  params: { path: { org_name: org, user_email: email } },
})

export const organizationQuery = (org: string) =>
  queryOptions({
    queryKey: ['organizations', org],
    queryFn: ({ signal }) => dataOf(appManagement.GET(ORG, { ...pathOf(org), signal })),
  })

/** The lists that show an organization; the organization itself has a longer key. */
export const organizationLists: readonly InvalidateQueryFilters[] = [
  { queryKey: organizationsQuery.queryKey, exact: true },
  { queryKey: ['administered-organizations'] },
]

/** The list of organizations does not say what one is in them; this one does, for admins. */
export const administeredQuery = queryOptions({
  queryKey: ['administered-organizations'],
  queryFn: async ({ signal }) =>
    (await dataOf(appManagement.GET('/v0.1/administeredOrgs', { signal }))).organizations,
})

export const organizationAppsQuery = (org: string) =>
  queryOptions({
    queryKey: ['organization-apps', org],
    queryFn: ({ signal }) =>
      dataOf(appManagement.GET('/v0.1/orgs/{org_name}/apps', { ...pathOf(org), signal })),
  })

export const listOrgUsers = (org: string, signal: AbortSignal) =>
  dataOf(appManagement.GET('/v0.1/orgs/{org_name}/users', { ...pathOf(org), signal }))

export const orgUsersQuery = (org: string) =>
  queryOptions({
    queryKey: ['organizations', org, 'users'],
    queryFn: ({ signal }) => listOrgUsers(org, signal),
  })

/** Members, and invitations for those who may see them: one page, all of it or nothing. */
export const orgPeopleQuery = (org: string, isAdmin: boolean) =>
  queryOptions({
    queryKey: ['organizations', org, 'people', isAdmin],
    queryFn: async ({ signal }) => {
      const [users, invitations] = await Promise.all([
        listOrgUsers(org, signal),
        isAdmin ? dataOf(appManagement.GET(INVITATIONS, { ...pathOf(org), signal })) : [],
      ])
      return { users, invitations }
    },
  })

export const createOrganization = (organization: NewOrganization): Promise<Organization> =>
  dataOf(appManagement.POST('/v0.1/orgs', { body: organization }))

export const changeOrganization = (org: string, change: NewOrganization): Promise<Organization> =>
  dataOf(appManagement.PATCH(ORG, { ...pathOf(org), body: change }))

export const deleteOrganization = (org: string): Promise<unknown> =>
  dataOf(appManagement.DELETE(ORG, pathOf(org)))

/** Nothing takes the picture away. */
export const setOrgPicture = (org: string, picture: File | undefined): Promise<Organization> =>
  picture
    ? dataOf(
        appManagement.POST('/v0.1/orgs/{org_name}/avatar', { ...pathOf(org), ...toForm(picture) }),
      )
    : dataOf(appManagement.DELETE('/v0.1/orgs/{org_name}/avatar', pathOf(org)))

export const changeOrgRole = (org: string, user: string, role: OrgRole) =>
  dataOf(appManagement.PATCH(USER, { ...toUser(org, user), body: { role } }))

export function removeOrgUser(org: string, user: string, revokesTokens: boolean) {
  const { params } = toUser(org, user)
  const query = { revoke_tokens: revokesTokens }
  return dataOf(appManagement.DELETE(USER, { params: { ...params, query } }))
}

export const inviteToOrg = (org: string, email: string, role: OrgRole) =>
  dataOf(appManagement.POST(INVITATIONS, { ...pathOf(org), body: { user_email: email, role } }))

export const changeOrgInvitation = (org: string, email: string, role: OrgRole) =>
  dataOf(
    appManagement.PATCH('/v0.1/orgs/{org_name}/invitations/{user_email}', {
      ...toInvited(org, email),
      body: { role },
    }),
  )

/** A new term; the role stays. */
export const renewOrgInvitation = (org: string, email: string) =>
  dataOf(
    appManagement.POST('/v0.1/orgs/{org_name}/invitations/{user_email}/resend', {
      ...toInvited(org, email),
      body: {},
    }),
  )

export const cancelOrgInvitation = (org: string, email: string) =>
  dataOf(
    appManagement.POST('/v0.1/orgs/{org_name}/invitations/{user_email}/revoke', {
      ...toInvited(org, email),
      body: EMPTY_BODY,
    }),
  )
