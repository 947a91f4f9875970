import { type InvalidateQueryFilters, queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../../client/api-client.ts'
import type { components } from '../../../../client/generated/app-management.ts'
import { appManagement } from '../../../api.ts'

export type Organization = components['schemas']['Organization']
export type OrganizationTokenLife = components['schemas']['OrganizationTokenLife']
type TokenLifeChange = components['schemas']['TokenLifeChange']
type OrganizationChange = components['schemas']['OrganizationChange']
type NewOrganization = components['schemas']['NewOrganization']

const ORG = '/v0.1/orgs/{org_name}'

const pathOf = (org: string) => ({ params: { path: { org_name: org } } })

/** Every member of an organization may create apps in it. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) => dataOf(appManagement.GET('/v0.1/orgs', { signal })),
})

export const organizationQuery = (org: string) =>
  queryOptions({
    queryKey: ['organizations', org],
    queryFn: ({ signal }) => dataOf(appManagement.GET(ORG, { ...pathOf(org), signal })),
  })

/** The list of organizations does not include the caller's role. This list holds those they administer. */
export const administeredQuery = queryOptions({
  queryKey: ['administered-organizations'],
  queryFn: async ({ signal }) =>
    (await dataOf(appManagement.GET('/v0.1/administeredOrgs', { signal }))).organizations,
})

/** The lists to reload after an organization changes. The query of the organization itself has a longer key. */
export const organizationLists: readonly InvalidateQueryFilters[] = [
  { queryKey: organizationsQuery.queryKey, exact: true },
  { queryKey: administeredQuery.queryKey },
]

export const organizationAppsQuery = (org: string) =>
  queryOptions({
    queryKey: ['organization-apps', org],
    queryFn: ({ signal }) =>
      dataOf(appManagement.GET('/v0.1/orgs/{org_name}/apps', { ...pathOf(org), signal })),
  })

export const createOrganization = (organization: NewOrganization): Promise<Organization> =>
  dataOf(appManagement.POST('/v0.1/orgs', { body: organization }))

export const changeOrganization = (
  org: string,
  change: OrganizationChange,
): Promise<Organization> => dataOf(appManagement.PATCH(ORG, { ...pathOf(org), body: change }))

export const deleteOrganization = (org: string): Promise<unknown> =>
  dataOf(appManagement.DELETE(ORG, pathOf(org)))

const TOKEN_LIFE = '/v0.1/orgs/{org_name}/token_life'

export const tokenLifeQuery = (org: string) =>
  queryOptions({
    queryKey: ['organization-token-life', org],
    queryFn: ({ signal }) => dataOf(appManagement.GET(TOKEN_LIFE, { ...pathOf(org), signal })),
  })

export const setTokenLife = (
  org: string,
  change: TokenLifeChange,
): Promise<OrganizationTokenLife> =>
  dataOf(appManagement.PUT(TOKEN_LIFE, { ...pathOf(org), body: change }))
