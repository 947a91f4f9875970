import { Type } from 'typebox'
import { named } from '../../platform/http/schema.ts'

export const GivenSeed = named(
  'Seed',
  Type.Unsafe<unknown>({
    description:
      'Accounts, organizations, clients, subscriptions and events, as in `samples/schemas/seed.json`; or the saved response of a published list operation.',
  }),
)

const text = Type.String()

export const LoadedSeed = named(
  'LoadedSeed',
  Type.Object({
    accounts: Type.Array(Type.Object({ name: text, password: text, role: text })),
    clients: Type.Array(Type.Object({ id: text, secret: text })),
    tokens: Type.Array(Type.Object({ account: text, description: text, value: text })),
    subscriptions: Type.Array(Type.Object({ id: text, name: text, organizationId: text })),
    fixedSecrets: Type.Array(text, {
      description: 'The secrets that the seed sets. Anyone who has the seed can use them.',
    }),
  }),
)
