import { type Static, Type } from 'typebox'
import { TOKEN_ACCESS, TOKEN_KINDS } from '../../../directory/caller.ts'
import { named, oneOf, orNull } from '../../../platform/http/schema.ts'

export const fields = {
  id: Type.String({ format: 'uuid' }),
  description: Type.String({
    description: 'The name of the token, as entered when it was created.',
  }),
  scope: Type.Array(oneOf(TOKEN_ACCESS), {
    minItems: 1,
    maxItems: 1,
    description: '`all` is Full access, `viewer` is Read-only.',
  }),
  kind: oneOf(TOKEN_KINDS, '`org` is specific to Binnacle and not in the published API.'),
  value_start: Type.Optional(
    Type.String({
      description:
        'The first 30 of the 75 characters of the value, which identify the token; only the last four of them are random. Specific to Binnacle, and absent for tokens created before 0.2.',
    }),
  ),
  created_at: Type.String({ format: 'date-time' }),
  created_by: Type.String({ description: 'The name of the user who created the token.' }),
  expires_at: orNull(Type.String({ format: 'date-time' })),
  last_used_at: orNull(
    Type.String({
      format: 'date-time',
      description: 'When the token was last used, to the minute. Updated with a short delay.',
    }),
  ),
  last_used_from: orNull(
    Type.String({
      description:
        'The IP address from which the token was used in the minute of `last_used_at`; if there were several, the first that a node recorded. Specific to Binnacle.',
    }),
  ),
  exceeds_limit: Type.Boolean({
    description:
      'Whether the token is valid for longer than the limit for new tokens. It stays valid until it expires or is revoked. Specific to Binnacle.',
  }),
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
      description: 'The token value. No other response contains it.',
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
      description: 'The name of the token. It needs at least one visible character.',
    }),
    scope: Type.Array(oneOf(TOKEN_ACCESS), {
      minItems: 1,
      maxItems: 1,
      description: 'The access type: `["all"]` is Full access, `["viewer"]` is Read-only.',
    }),
    expires_at: Type.Optional(
      orNull(
        Type.String({
          format: 'date-time',
          description:
            'When the token expires. Default: the default lifetime of the organization or the installation; without one, the token never expires. A time beyond the maximum lifetime is rejected with 400.',
        }),
      ),
    ),
  }),
)

export type Revocation = Static<typeof Revocation>
export const Revocation = Type.Object({
  descendants: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Also revokes every token that this token created, directly or indirectly.',
    }),
  ),
})
