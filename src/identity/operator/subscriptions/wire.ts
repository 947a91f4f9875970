import { type Static, Type } from 'typebox'
import { named, oneOf, ref } from '../../../platform/http/schema.ts'

const displayName = Type.String({ minLength: 1, maxLength: 256 })
const role = oneOf(['owner', 'contributor', 'reader'])

export type Subscription = Static<typeof Subscription>
export const Subscription = named(
  'Subscription',
  Type.Object({
    id: Type.String(),
    organization_id: Type.String({ format: 'uuid' }),
    display_name: Type.String(),
    created_at: Type.String({ format: 'date-time' }),
  }),
)

export const SubscriptionList = named(
  'SubscriptionList',
  Type.Object({ value: Type.Array(ref(Subscription)), nextLink: Type.Optional(Type.String()) }),
)

/** As it is kept. */
export const isSubscriptionId = (text: string): boolean => /^[a-z0-9-]{1,64}$/.test(text)

export type NewSubscription = Static<typeof NewSubscription>
export const NewSubscription = named(
  'NewSubscription',
  Type.Object({
    id: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9-]{1,64}$',
        description: 'Kept in lower case. Made by us when left out.',
      }),
    ),
    organization_id: Type.String({ format: 'uuid' }),
    display_name: displayName,
  }),
)

export type SubscriptionMember = Static<typeof SubscriptionMember>
export const SubscriptionMember = named(
  'SubscriptionMember',
  Type.Object({ principal_id: Type.String({ format: 'uuid' }), role }),
)

export const SubscriptionMemberList = named(
  'SubscriptionMemberList',
  Type.Object({ value: Type.Array(ref(SubscriptionMember)) }),
)

export type SubscriptionRole = Static<typeof SubscriptionRole>
export const SubscriptionRole = named('SubscriptionRole', Type.Object({ role }))
