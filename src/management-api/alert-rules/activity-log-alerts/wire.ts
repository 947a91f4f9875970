import { type Static, Type } from 'typebox'
import { named, ref } from '../../../platform/http/schema.ts'
import { identified, location, patch, tags } from '../wire.ts'

const MOST_VALUES = 500
const MOST_LEAVES = 50
const value = Type.String({ minLength: 1, maxLength: 200, pattern: '^\\P{Cc}*$' })

/** Published clients send null for what is not set. */
const orNull = <T extends object>(schema: T) =>
  Type.Unsafe<string | null>({ ...schema, type: ['string', 'null'] })
const listOrNull = <Item>(items: object, maxItems: number) =>
  Type.Optional(Type.Unsafe<Item[] | null>({ type: ['array', 'null'], items, maxItems }))
const leaf = {
  field: Type.Optional(orNull({ maxLength: 200 })),
  equals: Type.Optional(orNull({ minLength: 1, maxLength: 200, pattern: '^\\P{Cc}*$' })),
  containsAny: listOrNull<string>(value, MOST_VALUES),
}

export type Leaf = Static<typeof LeafCondition>
export const LeafCondition = named('LeafCondition', Type.Object(leaf))

export type Condition = Static<typeof Condition>
export const Condition = named(
  'AnyOfOrLeafCondition',
  Type.Object({
    ...leaf,
    anyOf: listOrNull<Leaf>({ $ref: 'LeafCondition#' }, MOST_LEAVES),
  }),
)

const texts = Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 2000 }), {
  maxProperties: 50,
})

const properties = {
  scopes: Type.Array(Type.String({ maxLength: 1000 }), {
    maxItems: 10,
    description: 'The subscription itself: `/subscriptions/{subscriptionId}`.',
  }),
  condition: Type.Object({ allOf: Type.Array(ref(Condition), { minItems: 1, maxItems: 20 }) }),
  actions: Type.Object({
    actionGroups: Type.Optional(
      Type.Array(
        Type.Object({
          actionGroupId: Type.String({ maxLength: 1000 }),
          webhookProperties: Type.Optional(texts),
          actionProperties: Type.Optional(texts),
        }),
        { maxItems: 10, description: 'Default: none.' },
      ),
    ),
  }),
  description: Type.Optional(Type.String({ maxLength: 1000 })),
}

export type AlertInput = Static<typeof AlertInput>
export const AlertInput = named(
  'ActivityLogAlertInput',
  Type.Object({
    location: Type.Optional(location),
    tags: Type.Optional(tags),
    properties: Type.Object({
      ...properties,
      enabled: Type.Optional(Type.Boolean({ description: 'Default: true.' })),
      tenantScope: Type.Optional(Type.String({ description: 'Refused.' })),
    }),
  }),
)

export type AlertPatch = Static<typeof AlertPatch>
export const AlertPatch = named('ActivityLogAlertPatch', Type.Object(patch))

export type Alert = Static<typeof Alert>
export const Alert = named(
  'ActivityLogAlert',
  Type.Object({
    ...identified,
    properties: Type.Object({ ...properties, enabled: Type.Boolean() }),
  }),
)

export const AlertList = named(
  'ActivityLogAlertList',
  Type.Object({ value: Type.Array(ref(Alert)) }),
)
