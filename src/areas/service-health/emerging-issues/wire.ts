import { type Static, Type } from 'typebox'
import { named, oneOf, ref } from '../../../platform/http/schema.ts'

const time = Type.String({ format: 'date-time' })
export const SEVERITIES = ['Information', 'Warning', 'Error'] as const

const IdAndName = { id: Type.String(), name: Type.String() }

export const EmergingIssueImpact = named(
  'EmergingIssueImpact',
  Type.Object({
    ...IdAndName,
    regions: Type.Array(Type.Object(IdAndName)),
  }),
)

export type StatusActiveEvent = Static<typeof StatusActiveEvent>
export const StatusActiveEvent = named(
  'StatusActiveEvent',
  Type.Object({
    title: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    trackingId: Type.String(),
    startTime: time,
    severity: oneOf(SEVERITIES),
    stage: oneOf(['Active']),
    published: Type.Boolean(),
    lastModifiedTime: time,
    impacts: Type.Array(ref(EmergingIssueImpact)),
  }),
)

export type EmergingIssue = Static<typeof EmergingIssue>
export const EmergingIssue = named(
  'EmergingIssuesGetResult',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    type: Type.String(),
    properties: Type.Object({
      refreshTimestamp: time,
      statusBanners: Type.Array(Type.Object({}), { description: 'Always empty.' }),
      statusActiveEvents: Type.Array(ref(StatusActiveEvent), {
        description: 'The latest 100 active events of the type `EmergingIssues` for everyone.',
      }),
    }),
  }),
)

export const EmergingIssueList = named(
  'EmergingIssueListResult',
  Type.Object({ value: Type.Array(ref(EmergingIssue)) }),
)
