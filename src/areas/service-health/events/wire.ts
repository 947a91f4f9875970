import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { EVENT_SOURCES } from '../../../management-api/event-sources.ts'
import { named, oneOf, ref } from '../../../platform/http/schema.ts'
import { SkipTokenQuery } from '../../../platform/paging/page.ts'
import { ApiVersionQuery } from '../wire.ts'

export const EVENT_LEVELS = ['Critical', 'Error', 'Warning', 'Informational'] as const
export const EVENT_TYPES = [
  'ServiceIssue',
  'PlannedMaintenance',
  'HealthAdvisory',
  'RCA',
  'EmergingIssues',
  'SecurityAdvisory',
  'Billing',
] as const
export const EVENT_SUB_TYPES = [
  'Retirement',
  'ForeignExchangeRateChange',
  'Underbilling',
  'Overbilling',
  'PriceChanges',
  'TaxChanges',
  'MeterIDChanges',
  'UnauthorizedPartyAbuse',
] as const
export const LEVELS = ['Critical', 'Warning'] as const
export const STATUSES = ['Active', 'Resolved'] as const
export const AUDIENCES = ['everyone', 'footprint', 'subscriptions'] as const
export const MAKERS = ['User', 'Application', 'ManagedIdentity', 'Key'] as const

const text = (maxLength = 1000) => Type.String({ maxLength })
const time = Type.String({ format: 'date-time' })
/** No leap seconds and no year 0: not every calendar has them. */
export const givenTime = Type.String({
  format: 'date-time',
  // With a zone that `Date` reads too: hours alone are none.
  pattern:
    '^(?!0000|9999)[0-9]{4}-[0-9-]{5}[Tt][0-9]{2}:[0-9]{2}:[0-5][0-9].*([Zz]|[0-9]{2}:[0-9]{2})$',
})
/** Something is left of it when blanks do not count, and `*` stands for all regions. */
export const serviceName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
export const regionName = Type.String({ minLength: 1, maxLength: 200, pattern: '[^\\s@*]' })
const tags = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 20 })
const int32 = Type.Integer({ minimum: -2147483648, maximum: 2147483647 })
const parameters = Type.Record(Type.String(), Type.Unknown())

/** Absent values are left out in this area, so everything may be. */
const partial = <T extends TProperties>(properties: T) => Type.Partial(Type.Object(properties))

/** The same for what operators send: a misspelt name is refused, not ignored. */
const strictPartial = <T extends TProperties>(properties: T) =>
  Type.Partial(Type.Object(properties), { propertyNames: { enum: Object.keys(properties) } })

export const Article = named(
  'Article',
  strictPartial({ articleContent: text(100_000), articleId: text(), parameters }),
)
export const DisplayText = named(
  'DisplayText',
  strictPartial({ value: text(), localizedValue: text() }),
)
export const Link = named(
  'Link',
  strictPartial({
    type: oneOf(['Button', 'Hyperlink']),
    displayText: ref(DisplayText),
    extensionName: text(),
    bladeName: text(),
    parameters,
  }),
)
export const Faq = named(
  'Faq',
  strictPartial({ question: text(10_000), answer: text(10_000), localeCode: text(35) }),
)
export const Action = named('Actions', strictPartial({ actionText: text(10_000), groupId: int32 }))
export const RecommendedActions = named(
  'RecommendedActions',
  strictPartial({ message: text(), actions: Type.Array(ref(Action)), localeCode: text(35) }),
)
export const Update = named(
  'Update',
  partial({ summary: Type.String(), updateDateTime: time, eventTags: Type.Array(Type.String()) }),
)
export const ImpactedServiceRegion = named(
  'ImpactedServiceRegion',
  partial({
    impactedRegion: Type.String(),
    impactedSubscriptions: Type.Array(Type.String(), {
      description: 'Only this subscription or tenant.',
    }),
    impactedTenants: Type.Array(Type.String(), {
      description: 'Only this subscription or tenant.',
    }),
    lastUpdateTime: time,
    status: oneOf(STATUSES),
    updates: Type.Array(ref(Update)),
  }),
)
export const Impact = named(
  'Impact',
  partial({
    impactedService: Type.String(),
    impactedServiceGuid: Type.String({ description: 'Never changes.' }),
    impactedRegions: Type.Array(ref(ImpactedServiceRegion)),
  }),
)
export const SystemData = named(
  'SystemData',
  partial({
    createdAt: time,
    createdBy: Type.String(),
    createdByType: oneOf(MAKERS),
    lastModifiedAt: time,
    lastModifiedBy: Type.String(),
    lastModifiedByType: oneOf(MAKERS),
  }),
)

/** What operators send about an event and readers get unchanged. A new field of an event is a line here. */
export const inputProperties = {
  eventSubType: oneOf(EVENT_SUB_TYPES),
  eventSource: oneOf(EVENT_SOURCES),
  eventLevel: oneOf(EVENT_LEVELS),
  level: oneOf(LEVELS),
  title: text(),
  summary: text(20_000),
  header: text(),
  description: text(100_000),
  reason: text(),
  externalIncidentId: text(),
  article: ref(Article),
  links: Type.Array(ref(Link), { maxItems: 100 }),
  recommendedActions: ref(RecommendedActions),
  faqs: Type.Array(ref(Faq), { maxItems: 100 }),
  isHIR: Type.Boolean(),
  hirStage: text(100),
  enableMicrosoftSupport: Type.Boolean(),
  enableChatWithUs: Type.Boolean(),
  platformInitiated: Type.Boolean(),
  additionalInformation: strictPartial({ message: text(20_000) }),
  duration: Type.Integer({ minimum: 0, maximum: 2147483647, description: 'In seconds.' }),
  impactType: text(),
  newRate: Type.Number(),
  oldRate: Type.Number(),
  currencyType: Type.String({
    pattern: '^[A-Z]{3}$',
    description: 'An ISO 4217 currency code such as `EUR`.',
  }),
  billingId: text(),
}
export type InputProperties = Static<TObject<typeof inputProperties>> & {
  impactStartTime: string
  impactMitigationTime: string
}
export const eventTags = tags

export const EventProperties = named(
  'EventProperties',
  partial({
    ...inputProperties,
    eventType: oneOf(EVENT_TYPES),
    status: oneOf(STATUSES),
    impactStartTime: time,
    impactMitigationTime: Type.String({
      description: 'A date-time. Absent while it is unknown.',
    }),
    isEventSensitive: Type.Boolean({
      description:
        'If true, summary, description and updates are absent. Owners and contributors read them with fetchEventDetails.',
    }),
    isDrill: Type.Boolean({
      description:
        'True if the event is an exercise; otherwise absent. Its title begins with `[Drill]`. Specific to Binnacle, not in the published API.',
    }),
    impact: Type.Array(ref(Impact)),
    priority: Type.Integer({ minimum: 0, maximum: 23, description: '0 is the highest.' }),
    lastUpdateTime: time,
    eventTags: Type.Array(Type.String(), {
      description:
        '`Action Recommended`: you may have to act to prevent disruption or to lessen a risk. Assess the action and its impact first. Other values: `False Positive`, `Preliminary PIR`, `Final PIR`, and any value that the operator sent.',
    }),
  }),
)
export type EventProperties = Static<typeof EventProperties>

export type Event = Static<typeof Event>
export const Event = named(
  'Event',
  Type.Object({
    id: Type.String(),
    name: Type.String({ description: 'The tracking id.' }),
    type: Type.String(),
    systemData: ref(SystemData),
    properties: ref(EventProperties),
  }),
)

export type EventList = Static<typeof EventList>
export const EventList = named(
  'EventList',
  Type.Object({
    value: Type.Array(ref(Event)),
    nextLink: Type.Optional(Type.String({ description: 'The URL of the next page.' })),
  }),
)

const narrowing = {
  ...ApiVersionQuery,
  $filter: Type.Optional(
    Type.String({ description: 'An OData filter. See the guide on filters.' }),
  ),
  queryStartTime: Type.Optional(
    Type.String({
      description: 'Returns events updated at this time or later. Default: 3 days ago.',
    }),
  ),
}
export type EventQuery = Static<typeof EventQuery>
export const EventQuery = Type.Object(narrowing)

export type ListQuery = Static<typeof ListQuery>
export const ListQuery = Type.Object({
  ...narrowing,
  ...SkipTokenQuery,
})
