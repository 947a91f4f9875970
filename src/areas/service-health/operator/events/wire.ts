import { type Static, type TProperties, Type } from 'typebox'
import { named, oneOf, ref } from '../../../../platform/http/schema.ts'
import {
  EVENT_TYPES,
  Event,
  eventTags,
  facts,
  givenTime,
  regionName,
  serviceName,
} from '../../events/wire.ts'
import { allowUnknownNames, RegisteredNames } from '../registry/wire.ts'

/** A misspelt name is told: dropped in silence, a secret would be open or the wrong region resolved. */
const told = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { propertyNames: { enum: Object.keys(properties) } })

const name = Type.String({ minLength: 1, maxLength: 200 })
const summary = Type.Optional(
  Type.String({ minLength: 1, maxLength: 20_000, description: 'What is said now, as an update.' }),
)
const subscriptionId = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' })

export type WhomItReaches = Static<typeof WhomItReaches>
export const WhomItReaches = named(
  'Audience',
  told({
    kind: oneOf(
      ['everyone', 'footprint', 'subscriptions'],
      '`footprint`: every subscription that uses one of the services in one of the regions of the impact.',
    ),
    subscriptions: Type.Optional(
      Type.Array(subscriptionId, {
        minItems: 1,
        maxItems: 10_000,
        description: 'For `subscriptions`, and only then.',
      }),
    ),
  }),
)

export type NewImpact = Static<typeof NewImpact>
export const NewImpact = named(
  'NewImpact',
  told({
    impactedService: serviceName,
    impactedServiceGuid: Type.Optional(
      Type.String({ format: 'uuid', description: 'Made from the name when left out.' }),
    ),
    impactedRegions: Type.Optional(
      Type.Array(regionName, { maxItems: 200, description: 'None: all regions.' }),
    ),
  }),
)

const impact = Type.Array(ref(NewImpact), { maxItems: 200 })
const where = Type.Optional(
  Type.Array(told({ impactedService: serviceName, impactedRegion: Type.Optional(regionName) }), {
    minItems: 1,
    maxItems: 1000,
    description: 'The services and regions meant. None: all of them.',
  }),
)

const given = { ...facts, impactStartTime: givenTime, impactMitigationTime: givenTime }
export const EventFacts = named(
  'EventFacts',
  Type.Partial(Type.Object(given), { propertyNames: { enum: Object.keys(given) } }),
)

/** As it is kept. */
export const isTrackingId = (text: string): boolean => /^[A-Z0-9_-]{1,64}$/.test(text)

export type NewEvent = Static<typeof NewEvent>
export const NewEvent = named(
  'NewEvent',
  told({
    trackingId: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{1,64}$',
        description: 'Kept in upper case. Made by us when left out.',
      }),
    ),
    audience: ref(WhomItReaches),
    eventType: oneOf(EVENT_TYPES),
    isEventSensitive: Type.Optional(Type.Boolean()),
    impact: Type.Optional(impact),
    eventTags: Type.Optional(eventTags),
    properties: Type.Optional(ref(EventFacts)),
    allowUnknownNames,
    imported: Type.Optional(
      told({
        createdBy: name,
        createdByType: oneOf(['User', 'Application', 'ManagedIdentity', 'Key']),
        createdAt: givenTime,
      }),
    ),
  }),
)

export type EventUpdate = Static<typeof EventUpdate>
export const EventUpdate = named(
  'EventUpdate',
  told({
    summary,
    eventTags: Type.Optional(eventTags),
    where,
    impact: Type.Optional(impact),
    properties: Type.Optional(ref(EventFacts)),
    allowUnknownNames,
  }),
)

export type EventResolution = Static<typeof EventResolution>
export const EventResolution = named(
  'EventResolution',
  told({
    summary,
    eventTags: Type.Optional(eventTags),
    where,
    impactMitigationTime: Type.Optional(givenTime),
  }),
)

export type EventReopening = Static<typeof EventReopening>
export const EventReopening = named(
  'EventReopening',
  told({ summary, eventTags: Type.Optional(eventTags), where }),
)

export type EventReview = Static<typeof EventReview>
export const EventReview = named(
  'EventReview',
  told({
    stage: oneOf(['preliminary', 'final']),
    description: Type.String({ minLength: 1, maxLength: 100_000 }),
    summary,
  }),
)

export type FalsePositive = Static<typeof FalsePositive>
export const FalsePositive = named('FalsePositive', told({ summary }))

export type OperatorEvent = Static<typeof OperatorEvent>
export const OperatorEvent = named(
  'OperatorEvent',
  Type.Object({
    trackingId: Type.String(),
    audience: oneOf(['everyone', 'footprint', 'subscriptions']),
    revisions: Type.Integer({ description: 'How many there are by now.' }),
    registered: Type.Optional(ref(RegisteredNames)),
    event: ref(Event),
  }),
)

export const OperatorEventList = named(
  'OperatorEventList',
  Type.Object({ value: Type.Array(ref(OperatorEvent)), nextLink: Type.Optional(Type.String()) }),
)

export const EventRevision = named(
  'EventRevision',
  Type.Object({
    number: Type.Integer(),
    at: Type.String({ format: 'date-time' }),
    madeBy: Type.String(),
    change: Type.Record(Type.String(), Type.Unknown()),
  }),
)
export const EventRevisionList = named(
  'EventRevisionList',
  Type.Object({ value: Type.Array(ref(EventRevision)) }),
)
