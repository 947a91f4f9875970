import { type Static, Type } from 'typebox'
import { named, ref } from '../../platform/http/schema.ts'
import { SkipTokenQuery } from '../../platform/paging/page.ts'

export type OwnSubscription = Static<typeof OwnSubscription>
export const OwnSubscription = named(
  'OwnSubscription',
  Type.Object({
    id: Type.String(),
    subscriptionId: Type.String(),
    displayName: Type.String(),
    state: Type.String({ description: 'Always `Enabled`.' }),
    tenantId: Type.String({ description: 'The organization of the subscription.' }),
    homeTenantId: Type.String(),
    managedByTenants: Type.Array(Type.Object({ tenantId: Type.String() })),
    authorizationSource: Type.String(),
    subscriptionPolicies: Type.Object({
      locationPlacementId: Type.String(),
      quotaId: Type.String(),
      spendingLimit: Type.String(),
    }),
  }),
)

const nextLink = Type.Optional(Type.String({ description: 'The URL of the next page.' }))

export const OwnSubscriptionList = named(
  'OwnSubscriptionList',
  Type.Object({ value: Type.Array(ref(OwnSubscription)), nextLink }),
)

export const Tenant = named(
  'Tenant',
  Type.Object({
    id: Type.String(),
    tenantId: Type.String(),
    displayName: Type.String(),
    tenantCategory: Type.String(),
  }),
)

export const TenantList = named(
  'TenantList',
  Type.Object({ value: Type.Array(ref(Tenant)), nextLink }),
)

export type OwnListQuery = Static<typeof OwnListQuery>
export const OwnListQuery = Type.Object({
  'api-version': Type.String({ minLength: 1, description: 'The API version, such as 2022-12-01.' }),
  ...SkipTokenQuery,
})
