import { type Static, Type } from 'typebox'
import { named, orNull, ref } from '../../../platform/http/schema.ts'

export type OperatorAccount = Static<typeof OperatorAccount>
export const OperatorAccount = named(
  'Account',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    display_name: Type.String(),
    email: Type.String(),
    is_operator: Type.Boolean(),
    disabled_at: orNull(Type.String({ format: 'date-time' })),
    token_count: Type.Integer({ description: 'API tokens it created and nobody revoked.' }),
    created_at: Type.String({ format: 'date-time' }),
  }),
)

export const AccountList = named(
  'AccountList',
  Type.Object({ value: Type.Array(ref(OperatorAccount)), nextLink: Type.Optional(Type.String()) }),
)

export type NewAccount = Static<typeof NewAccount>
export const NewAccount = named(
  'NewAccount',
  Type.Object({
    name: Type.String(),
    email: Type.String({ maxLength: 254 }),
    display_name: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  }),
)

export type AccountChange = Static<typeof AccountChange>
export const AccountChange = named(
  'AccountChange',
  Type.Object({
    disabled: Type.Optional(Type.Boolean({ description: 'Acts at the next request, everywhere.' })),
    is_operator: Type.Optional(Type.Boolean()),
    email: Type.Optional(
      Type.String({ maxLength: 254, description: 'The old one is free from then on.' }),
    ),
  }),
)

export type AccountWithLink = Static<typeof AccountWithLink>
export const AccountWithLink = named(
  'AccountWithLink',
  Type.Object({
    account: ref(OperatorAccount),
    password_link: orNull(
      Type.String({ description: 'Sets a password once, within 24 hours. Shown this once.' }),
    ),
  }),
)
