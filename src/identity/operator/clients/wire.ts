import { type Static, Type } from 'typebox'
import { named, oneOf, orNull, ref } from '../../../platform/http/schema.ts'

export const FLOWS = ['implicit', 'code', 'client-credentials'] as const
const flows = Type.Array(oneOf(FLOWS), { minItems: 1 })
const redirectUris = Type.Array(Type.String({ maxLength: 2048 }), {
  maxItems: 50,
  description: 'Compared exactly, character by character.',
})
const displayName = Type.String({ minLength: 1, maxLength: 256 })

export type Client = Static<typeof Client>
export const Client = named(
  'Client',
  Type.Object({
    id: Type.String(),
    principal_id: Type.String({
      format: 'uuid',
      description:
        'The id to which roles on subscriptions are granted, if the client is a service account.',
    }),
    display_name: Type.String(),
    flows,
    redirect_uris: redirectUris,
    secret_shown_to: orNull(
      Type.String({
        format: 'uuid',
        description: 'The account to which the current secret was shown.',
      }),
    ),
    has_previous_secret: Type.Boolean({
      description: 'Whether the previous secret is also valid.',
    }),
    previous_secret_shown_to: orNull(
      Type.String({
        format: 'uuid',
        description: 'The account to which the previous secret was shown.',
      }),
    ),
    is_operator: Type.Boolean({
      description: 'Whether the client can use the operator API as a service account.',
    }),
    disabled_at: orNull(Type.String({ format: 'date-time' })),
    created_at: Type.String({ format: 'date-time' }),
  }),
)

export const ClientList = named('ClientList', Type.Object({ value: Type.Array(ref(Client)) }))

export type NewClient = Static<typeof NewClient>
export const NewClient = named(
  'NewClient',
  Type.Object({
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,62}$' }),
    display_name: displayName,
    flows,
    redirect_uris: Type.Optional(redirectUris),
  }),
)

export type ClientChange = Static<typeof ClientChange>
export const ClientChange = named(
  'ClientChange',
  Type.Object({
    display_name: Type.Optional(displayName),
    redirect_uris: Type.Optional(redirectUris),
    disabled: Type.Optional(
      Type.Boolean({ description: 'Takes effect with the next request on every node.' }),
    ),
    is_operator: Type.Optional(
      Type.Boolean({
        description: 'For service accounts only, which are clients with client-credentials.',
      }),
    ),
  }),
)

export const ClientWithSecret = named(
  'ClientWithSecret',
  Type.Object({
    client: ref(Client),
    client_secret: orNull(
      Type.String({
        description: 'This is the only time the secret is shown. The server does not store it.',
      }),
    ),
  }),
)
