import { type Static, Type } from 'typebox'
import {
  AVAILABILITY_STATES,
  type AvailabilityState,
} from '../../../management-api/notifications/resource-changes.ts'
import { named, oneOf, ref } from '../../../platform/http/schema.ts'
import { SkipTokenQuery } from '../../../platform/paging/page.ts'
import { ApiVersionQuery } from '../wire.ts'

export { AVAILABILITY_STATES, type AvailabilityState }

const time = Type.String({ format: 'date-time' })
const optional = Type.Optional(Type.String())

export const ServiceImpactingEvent = named(
  'ServiceImpactingEvent',
  Type.Object({
    correlationId: Type.String({ description: 'The tracking id of the event.' }),
    eventStartTime: time,
    eventStatusLastModifiedTime: time,
    status: Type.Object({ value: Type.String() }),
    incidentProperties: Type.Object({ title: optional, incidentType: Type.String() }),
  }),
)

export const AvailabilityProperties = named(
  'AvailabilityProperties',
  Type.Object({
    availabilityState: oneOf(AVAILABILITY_STATES),
    title: Type.String(),
    summary: Type.String(),
    reasonType: optional,
    reasonChronicity: Type.String(),
    occuredTime: Type.Optional(time),
    reportedTime: Type.Optional(time),
    serviceImpactingEvents: Type.Optional(Type.Array(ref(ServiceImpactingEvent))),
  }),
)

export type AvailabilityStatus = Static<typeof AvailabilityStatus>
export const AvailabilityStatus = named(
  'AvailabilityStatus',
  Type.Object({
    id: Type.String(),
    name: Type.String({ description: '`current`, or the time of an earlier state.' }),
    type: Type.String(),
    location: optional,
    properties: ref(AvailabilityProperties),
  }),
)

export const AvailabilityStatusList = named(
  'AvailabilityStatusList',
  Type.Object({
    value: Type.Array(ref(AvailabilityStatus)),
    nextLink: Type.Optional(Type.String({ description: 'The URL of the next page.' })),
  }),
)

export type StatusQuery = Static<typeof StatusQuery>
export const StatusQuery = Type.Object({
  ...ApiVersionQuery,
  $filter: Type.Optional(
    Type.String({ description: 'Filters by availabilityState, reasonType and location.' }),
  ),
  $expand: Type.Optional(
    Type.String({ description: 'Accepted. There are no recommended actions to expand.' }),
  ),
})

export type StatusListQuery = Static<typeof StatusListQuery>
export const StatusListQuery = Type.Object({
  ...StatusQuery.properties,
  ...SkipTokenQuery,
})
