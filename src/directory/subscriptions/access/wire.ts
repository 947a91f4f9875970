import { type Static, Type } from 'typebox'
import { named, oneOf, ref } from '../../../platform/http/schema.ts'
import { PRINCIPAL_KINDS, SUBSCRIPTION_ROLES } from '../wire.ts'

const role = oneOf(SUBSCRIPTION_ROLES, 'The highest of the roles.')

export type AccessPath = Static<typeof AccessPath>
export const AccessPath = named(
  'AccessPath',
  Type.Object({
    kind: oneOf(PRINCIPAL_KINDS),
    principal_id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    role: oneOf(SUBSCRIPTION_ROLES),
    ends_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When access through a group ends, unless the person signs in again.',
      }),
    ),
  }),
)

const through = Type.Array(ref(AccessPath), {
  description: 'What gives the role, the highest first; at most 20.',
})

export type SubscriptionAccess = Static<typeof SubscriptionAccess>
export const SubscriptionAccess = named(
  'SubscriptionAccess',
  Type.Object({
    principal_id: Type.String({ format: 'uuid' }),
    kind: oneOf(['account', 'service']),
    name: Type.String(),
    display_name: Type.String(),
    email: Type.Optional(Type.String()),
    role,
    through,
  }),
)

export const SubscriptionAccessList = named(
  'SubscriptionAccessList',
  Type.Object({
    value: Type.Array(ref(SubscriptionAccess)),
    nextLink: Type.Optional(Type.String()),
  }),
)

export type AccountSubscription = Static<typeof AccountSubscription>
export const AccountSubscription = named(
  'AccountSubscription',
  Type.Object({
    subscription_id: Type.String(),
    display_name: Type.String(),
    role,
    through,
  }),
)

export const AccountSubscriptionList = named(
  'AccountSubscriptionList',
  Type.Object({
    value: Type.Array(ref(AccountSubscription)),
    nextLink: Type.Optional(Type.String()),
  }),
)
