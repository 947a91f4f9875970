import { type Static, Type } from 'typebox'
import { named, ref } from '../../../../platform/http/schema.ts'
import { int32 } from '../../wire.ts'

/** What can stand in a path as it is. */
export const NAME = { minLength: 1, maxLength: 100, pattern: '^[^\\s/?#%][^/?#%]*$' }
const name = Type.String(NAME)
const text = Type.String({ minLength: 1, maxLength: 200 })

export type CatalogueResource = Static<typeof CatalogueResource>
export const CatalogueResource = named(
  'CatalogueResource',
  Type.Object({
    name,
    displayName: Type.Optional(text),
    unit: Type.Optional(
      Type.String({ minLength: 1, maxLength: 50, description: 'Default: `Count`.' }),
    ),
    resourceType: Type.Optional(text),
    quotaPeriod: Type.Optional(text),
    defaultLimit: int32,
    headroom: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2147483647,
        description:
          'How far above the default limit a rule can grant a request without an operator. Default: 0.',
      }),
    ),
    maximum: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2147483647,
        description: 'The highest limit that any subscription can have.',
      }),
    ),
  }),
)

export type CatalogueEntry = Static<typeof CatalogueEntry>
export const CatalogueEntry = named(
  'CatalogueEntry',
  Type.Object({
    locations: Type.Array(name, { maxItems: 500 }),
    resources: Type.Array(ref(CatalogueResource), { maxItems: 2000 }),
  }),
)

export type CatalogueProvider = Static<typeof CatalogueProvider>
export const CatalogueProvider = named(
  'CatalogueProvider',
  Type.Object({
    name: Type.String(),
    locations: Type.Array(Type.String()),
    resources: Type.Array(ref(CatalogueResource)),
    endpoint: Type.Optional(
      Type.String({ description: 'The URL that is called when a limit is granted.' }),
    ),
  }),
)

export const CatalogueProviderList = named(
  'CatalogueProviderList',
  Type.Object({ value: Type.Array(Type.Object({ name: Type.String() })) }),
)

export type NewEndpoint = Static<typeof NewEndpoint>
export const NewEndpoint = named(
  'NewProviderEndpoint',
  Type.Object({ url: Type.String({ maxLength: 2000 }) }),
)

export const ProviderEndpoint = named(
  'ProviderEndpoint',
  Type.Object({
    url: Type.String(),
    secret: Type.String({
      description: 'Signs the calls (Standard Webhooks). This is the only time it is shown.',
    }),
  }),
)
