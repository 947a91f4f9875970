import { type Static, Type } from 'typebox'
import { TOKEN_ACCESS } from '../../../directory/caller.ts'
import { SUBSCRIPTION_ROLES } from '../../../directory/subscriptions/wire.ts'
import { LEAST_PASSWORD_LENGTH, MOST_PASSWORD_LENGTH } from '../../../identity/sign-in/rules.ts'
import { oneOf } from '../../../platform/http/schema.ts'

const closed = { additionalProperties: false } as const
const Text = Type.String({ minLength: 1, maxLength: 1000 })
const Id = Type.Optional(
  Type.String({
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    description: 'A UUID in lower case. Default: generated.',
  }),
)
const Time = Type.Optional(
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$',
    description: 'When it happened, such as `2031-05-01T12:00:00Z` or `{now-2h}`. Default: now.',
  }),
)
const several = <Item extends Parameters<typeof Type.Array>[0]>(item: Item, maxItems = 10_000) =>
  Type.Optional(Type.Array(item, { maxItems }))
const rolesOf = <const Roles extends readonly string[]>(roles: Roles, description: string) =>
  Type.Optional(Type.Record(Type.String(), oneOf(roles), { description }))

export type SeedApp = Static<typeof SeedApp>
const SeedApp = Type.Object(
  {
    name: Text,
    id: Id,
    app_secret: Id,
    members: Type.Optional(
      Type.Record(Type.String(), Text, {
        description: 'Account names, each with `manager`, `developer` or `viewer`.',
      }),
    ),
  },
  { additionalProperties: true, description: 'The body of `POST /v0.1/apps`.' },
)

const Token = Type.Object(
  {
    description: Type.Optional(Text),
    access: Type.Optional(oneOf(TOKEN_ACCESS)),
    value: Type.Optional(
      Type.String({
        pattern: '^bnu_[0-9A-Za-z]{71}$',
        description:
          'A user token that a server issued to an account with the same id. Set `id` of the account too.',
      }),
    ),
  },
  closed,
)

export type SeedAccount = Static<typeof SeedAccount>
const SeedAccount = Type.Object(
  {
    name: Text,
    id: Id,
    email: Type.Optional(Text),
    display_name: Type.Optional(Text),
    is_operator: Type.Optional(Type.Boolean()),
    password: Type.Optional(
      Type.String({ minLength: LEAST_PASSWORD_LENGTH, maxLength: MOST_PASSWORD_LENGTH }),
    ),
    tokens: several(Token, 100),
    apps: several(SeedApp),
  },
  closed,
)

export type SeedOrganization = Static<typeof SeedOrganization>
const SeedOrganization = Type.Object(
  {
    name: Text,
    id: Id,
    display_name: Type.Optional(Text),
    members: Type.Optional(
      Type.Record(Type.String(), Text, {
        description:
          'Account names, each with `admin`, `collaborator` or `member`. Default: the first operator is admin.',
      }),
    ),
    apps: several(SeedApp),
  },
  closed,
)

export type SeedClient = Static<typeof SeedClient>
const SeedClient = Type.Object(
  {
    id: Text,
    display_name: Type.Optional(Text),
    is_operator: Type.Optional(Type.Boolean()),
    secret: Type.Optional(Type.String({ minLength: 16, maxLength: 200 })),
  },
  closed,
)

export type SeedQuota = Static<typeof SeedQuota>
const SeedQuota = Type.Object(
  {
    provider: Text,
    location: Text,
    resource: Text,
    limit: Type.Optional(Type.Integer({ minimum: 0 })),
    currentValue: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  closed,
)

export type SeedAvailability = Static<typeof SeedAvailability>
const SeedAvailability = Type.Object(
  { at: Time, resourceId: Text, availabilityState: Text },
  {
    additionalProperties: true,
    description:
      'An element of `set` of `PATCH /operator/v1/subscriptions/{id}/availability`. `{subscription}` in `resourceId` is replaced with the id of the subscription.',
  },
)

export type SeedSubscription = Static<typeof SeedSubscription>
const SeedSubscription = Type.Object(
  {
    id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' })),
    display_name: Text,
    organization: Type.Optional(
      Type.String({ description: 'The name of an organization. Default: the first one.' }),
    ),
    roles: rolesOf(
      SUBSCRIPTION_ROLES,
      'Account names and client ids with their roles. Default: the first operator and the client `automation` are owners.',
    ),
    footprint: several(
      Type.Object({ service: Text, region: Text }, { additionalProperties: true }),
      5000,
    ),
    quota: several(SeedQuota),
    availability: several(SeedAvailability),
  },
  closed,
)

export const CHANGES = ['update', 'resolve', 'reopen', 'review', 'false-positive'] as const

export type SeedEvent = Static<typeof SeedEvent>
const SeedEvent = Type.Object(
  {
    at: Time,
    impactedResources: several(Type.Record(Type.String(), Type.Unknown())),
    changes: several(
      Type.Object(
        { at: Time, kind: oneOf(CHANGES) },
        {
          additionalProperties: true,
          description: 'The body of the operation under `/operator/v1/events/{trackingId}`.',
        },
      ),
      1000,
    ),
  },
  { additionalProperties: true, description: 'The body of `POST /operator/v1/events`.' },
)

export type Seed = Static<typeof Seed>
export const Seed = Type.Object(
  {
    accounts: several(SeedAccount),
    organizations: several(SeedOrganization),
    clients: several(SeedClient, 1000),
    subscriptions: several(SeedSubscription),
    events: several(SeedEvent),
  },
  { ...closed, $id: 'Seed', title: 'Data for binnacle dev --seed' },
)

/** What somebody who loads a seed has to be told: most of it cannot be read again. */
export type LoadedSeed = {
  accounts: { name: string; password: string; role: string }[]
  clients: { id: string; secret: string }[]
  tokens: { account: string; description: string; value: string }[]
  subscriptions: { id: string; name: string; organizationId: string }[]
  /** Whose secrets the seed sets: everybody who has the file knows them. */
  fixedSecrets: string[]
}
