import { type Static, Type } from 'typebox'
import { named, oneOf, orNull, ref } from '../../../platform/http/schema.ts'

const accountFields = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  display_name: Type.String(),
  email: Type.String(),
  is_operator: Type.Boolean(),
  disabled_at: orNull(Type.String({ format: 'date-time' })),
  token_count: Type.Integer({ description: 'API tokens it created and nobody revoked.' }),
  created_at: Type.String({ format: 'date-time' }),
}

export type OperatorAccount = Static<typeof OperatorAccount>
export const OperatorAccount = named('Account', Type.Object(accountFields))

const endedNumbers = {
  tokens_ended: Type.Integer({ description: 'API tokens that this request ended.' }),
  tokens_left: Type.Integer({
    description: 'API tokens the account created that still stand, of apps and organizations too.',
  }),
  links_ended: Type.Integer({
    description:
      'Password links it made for others that were not used yet. Make new ones for them.',
  }),
  clients_demoted: Type.Integer({
    description:
      'Service accounts whose secret it was shown that are no operators any more. Make a new secret, then give the right again.',
  }),
}

export type ChangedAccount = Static<typeof ChangedAccount>
export const ChangedAccount = named(
  'ChangedAccount',
  Type.Object({ ...accountFields, ...endedNumbers }),
)

export type RevokeTokens = Static<typeof revokeTokens>
const revokeTokens = oneOf(['own', 'all'])

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
          'true ends sessions, access tokens, password links and API tokens, from the answer on and for good. false lets the account sign in again.',
      }),
    ),
    revoke_tokens: Type.Optional({
      ...revokeTokens,
      description:
        'With "disabled": true. own: its user tokens end. all, the default: so do the tokens of apps and organizations that it created.',
    }),
    is_operator: Type.Optional(
      Type.Boolean({
        description:
          'false, as "disabled": true, also ends password links it made for others and the operator right of service accounts whose secret it was shown.',
      }),
    ),
    email: Type.Optional(
      Type.String({ maxLength: 254, description: 'The old one is free from then on.' }),
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
        'own, the default: its user tokens end. all: so do the tokens of apps and organizations that it created.',
    }),
  }),
)

const withLink = {
  account: ref(OperatorAccount),
  password_link: orNull(
    Type.String({ description: 'Sets a password once, within 24 hours. Shown this once.' }),
  ),
}

export type AccountWithLink = Static<typeof AccountWithLink>
export const AccountWithLink = named('AccountWithLink', Type.Object(withLink))

export type ResetAccount = Static<typeof ResetAccount>
export const ResetAccount = named('ResetAccount', Type.Object({ ...withLink, ...endedNumbers }))
