import type { EventLevel, EventType } from '../../../areas/service-health/events/event-summary.ts'
import { toInstant, toLocalTime } from '../../../ui/form/local-time.ts'
import type { NewEvent } from '../queries.ts'

/** As typed. */
export type ImpactRow = Readonly<{ key: number; service: string; regions: string }>
export type AudienceKind = NewEvent['audience']['kind']
export type Draft = Readonly<{
  eventType: EventType
  eventLevel: EventLevel | ''
  title: string
  summary: string
  description: string
  actions: string
  links: string
  tags: string
  trackingId: string
  /** As `datetime-local` has them: in the zone of the reader. */
  start: string
  end: string
  isSensitive: boolean
  audience: AudienceKind
  subscriptions: string
  /** Counts for listed subscriptions only. */
  isDrill: boolean
  impact: readonly ImpactRow[]
  /** Whether services and regions that nobody has named before are meant as they are. */
  allowsNewNames: boolean
}>

/** After these rows. */
export const newImpactRow = (rows: readonly ImpactRow[] = []): ImpactRow => ({
  key: Math.max(0, ...rows.map(({ key }) => key)) + 1,
  service: '',
  regions: '',
})

/** An operator mostly writes about what began just now. */
export const newDraft = (now: Date): Draft => ({
  eventType: 'ServiceIssue',
  eventLevel: '',
  ...{ title: '', summary: '', description: '', actions: '', links: '', tags: '', trackingId: '' },
  start: toLocalTime(now),
  end: '',
  isSensitive: false,
  audience: 'footprint',
  subscriptions: '',
  isDrill: false,
  impact: [newImpactRow()],
  allowsNewNames: false,
})

const split = (text: string, by: RegExp): string[] =>
  [...new Set(text.split(by).map((word) => word.trim()))].filter((word) => word !== '')

export const listLines = (text: string) => split(text, /\n/)
export const listNamed = (text: string) => split(text, /[,\n]/)

const ADDRESS = /^https?:\/\/\S+$/
export const findBadLink = (links: string): string | undefined =>
  listLines(links).find((line) => !ADDRESS.test(line.split(/\s+/).at(-1) ?? ''))

export type Missing = 'title' | 'service' | 'subscriptions' | 'links' | 'end'

/** What keeps the draft from being published. */
export function findMissing(draft: Draft): Missing[] {
  const start = toInstant(draft.start)
  const end = toInstant(draft.end)
  const isBackwards = start !== undefined && end !== undefined && end < start
  return [
    ...(draft.title.trim() === '' ? (['title'] as const) : []),
    ...(hasAudience(draft)
      ? []
      : ([draft.audience === 'footprint' ? 'service' : 'subscriptions'] as const)),
    ...(findBadLink(draft.links) === undefined ? [] : (['links'] as const)),
    ...(isBackwards ? (['end'] as const) : []),
  ]
}

/** Whether it says whom the event is for. */
export function hasAudience({ audience, impact, subscriptions }: Draft): boolean {
  if (audience === 'everyone') return true
  if (audience === 'subscriptions') return listNamed(subscriptions).length > 0
  return impact.some(({ service }) => service.trim() !== '')
}
