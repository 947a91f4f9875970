import { type Static, Type } from 'typebox'
import { TOKENS_OF_ACCOUNT } from '../../../directory/caller.ts'
import { named, oneOf, orNull, ref } from '../../../platform/http/schema.ts'

const accountFields = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  display_name: Type.String(),
  email: Type.String(),
  is_operator: Type.Boolean(),
  disabled_at: orNull(Type.String({ format: 'date-time' })),
  erased_at: orNull(
    Type.String({
      format: 'date-time',
      description: 'When the personal data of the account was removed.',
    }),
  ),
  token_count: Type.Integer({
    description: 'The number of API tokens that the account created and that are not revoked.',
  }),
  created_at: Type.String({ format: 'date-time' }),
}

export type OperatorAccount = Static<typeof OperatorAccount>
export const OperatorAccount = named('Account', Type.Object(accountFields))

const endedNumbers = {
  tokens_ended: Type.Integer({
    description: 'The number of API tokens that this request revoked.',
  }),
  tokens_left: Type.Integer({
    description:
      'The number of API tokens that the account created and that are still valid, including app and organization tokens.',
  }),
  links_ended: Type.Integer({
    description:
      'The number of unused password links that the account created for others and that are now invalid. Create new links for these accounts.',
  }),
  clients_demoted: Type.Integer({
    description:
      'Service accounts that are no longer operators, because their secret was shown to this account. Create a new secret, then make them operators again.',
  }),
  identities_ended: Type.Integer({
    description:
      'The number of accounts that were signed out because this account had connected an identity with them, which is now disconnected.',
  }),
}

export type ChangedAccount = Static<typeof ChangedAccount>
export const ChangedAccount = named(
  'ChangedAccount',
  Type.Object({ ...accountFields, ...endedNumbers }),
)

export type RevokeTokens = Static<typeof revokeTokens>
const revokeTokens = oneOf(TOKENS_OF_ACCOUNT)

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
    disabled: Type.Optional(
      Type.Boolean({
        description:
          'true permanently ends sessions, access tokens, password links and API tokens when the call returns. false allows the account to sign in again.',
      }),
    ),
    revoke_tokens: Type.Optional({
      ...revokeTokens,
      description:
        'Only with "disabled": true. own revokes its user tokens. all, the default, also revokes the app and organization tokens that it created.',
    }),
    is_operator: Type.Optional(
      Type.Boolean({
        description:
          'false, like "disabled": true, also invalidates the password links that the account created for others, and removes the operator role from service accounts whose secret was shown to it. An operator that loses the role is also signed out everywhere, and its sign-in links become invalid.',
      }),
    ),
    email: Type.Optional(
      Type.String({
        maxLength: 254,
        description: 'The new e-mail address. The old address becomes available to other accounts.',
      }),
    ),
  }),
)

export type AccountReset = Static<typeof AccountReset>
export const AccountReset = named(
  'AccountReset',
  Type.Object({
    revoke_tokens: Type.Optional({
      ...revokeTokens,
      description:
        'own, the default, revokes its user tokens. all also revokes the app and organization tokens that it created.',
    }),
  }),
)

const withLink = {
  account: ref(OperatorAccount),
  password_link: orNull(
    Type.String({
      description:
        'The link to set a password. It works once, within 24 hours. This is the only time it is shown.',
    }),
  ),
}

export type AccountWithLink = Static<typeof AccountWithLink>
export const AccountWithLink = named('AccountWithLink', Type.Object(withLink))

export type ResetAccount = Static<typeof ResetAccount>
export const ResetAccount = named('ResetAccount', Type.Object({ ...withLink, ...endedNumbers }))
