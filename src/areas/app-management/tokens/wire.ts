import { type Static, Type } from 'typebox'
import { named, oneOf, orNull } from '../../../platform/http/schema.ts'

export const fields = {
  id: Type.String({ format: 'uuid' }),
  description: Type.String({ description: 'What the token is for, as entered at its creation.' }),
  scope: Type.Array(oneOf(['all', 'viewer']), {
    minItems: 1,
    maxItems: 1,
    description: '`all` is Full access, `viewer` is Read-only.',
  }),
  kind: oneOf(['user', 'app', 'org'], '`org` is an extension of Binnacle.'),
  value_start: Type.Optional(
    Type.String({
      description:
        'The first 30 of the 75 characters of the value, to recognise it by; only the last four of them are of its random part. An extension of Binnacle, missing for tokens made before 0.2.',
    }),
  ),
  created_at: Type.String({ format: 'date-time' }),
  created_by: Type.String({ description: 'The name of the user who created it.' }),
  expires_at: orNull(Type.String({ format: 'date-time' })),
  last_used_at: orNull(
    Type.String({ format: 'date-time', description: 'To the minute, a little behind.' }),
  ),
}

export type ApiToken = Static<typeof ApiToken>
export const ApiToken = named('ApiToken', Type.Object(fields))

export type CreatedApiToken = Static<typeof CreatedApiToken>
export const CreatedApiToken = named(
  'CreatedApiToken',
  Type.Object({
    // Without the first characters of the value: the whole of it is in the answer.
    ...Type.Omit(Type.Object(fields), ['value_start']).properties,
    api_token: Type.String({
      description: 'The token value. No other response ever holds it.',
      examples: ['<API_TOKEN>'],
    }),
  }),
)

export type NewApiToken = Static<typeof NewApiToken>
export const NewApiToken = named(
  'NewApiToken',
  Type.Object({
    description: Type.String({
      maxLength: 1024,
      description: 'The name of the token: what it is for, with at least one visible character.',
    }),
    scope: Type.Array(oneOf(['all', 'viewer']), {
      minItems: 1,
      maxItems: 1,
      description: 'The access type: `["all"]` is Full access, `["viewer"]` is Read-only.',
    }),
    expires_at: Type.Optional(
      orNull(
        Type.String({ format: 'date-time', description: 'The token never expires without it.' }),
      ),
    ),
  }),
)

export type Revocation = Static<typeof Revocation>
export const Revocation = Type.Object({
  descendants: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Also revokes every token that was made with this one, and with those.',
    }),
  ),
})
