import type { EventProperties } from '../../events/wire.ts'

/** An event as one reader sees it. */
export type FeedEvent = Readonly<{
  trackingId: string
  properties: EventProperties
  updatedAt: Date
}>

type Update = Readonly<{ at: string; text: string }>

const NAMES: Readonly<Record<string, string>> = {
  ServiceIssue: 'Service issue',
  PlannedMaintenance: 'Planned maintenance',
  HealthAdvisory: 'Health advisory',
  SecurityAdvisory: 'Security advisory',
  EmergingIssues: 'Emerging issue',
  RCA: 'Review',
}
export const nameOfType = (type: string | undefined) =>
  type === undefined ? 'Event' : (NAMES[type] ?? type)

/** In one line: a title can have line breaks, and an event needs none. */
export const titleOf = ({ trackingId, properties: { title, eventType } }: FeedEvent): string =>
  title?.replaceAll(/\s+/g, ' ').trim() || `${nameOfType(eventType)} ${trackingId}`

/** As in "Storage (West US, East US); Cache". */
export function whereOf({ impact = [] }: EventProperties): string {
  const services = impact.map(({ impactedService = '', impactedRegions = [] }) => {
    const regions = impactedRegions.flatMap(({ impactedRegion }) => impactedRegion ?? [])
    return regions.length > 0 ? `${impactedService} (${regions.join(', ')})` : impactedService
  })
  return services.join('; ')
}

/** The newest first. Each is in every region it was sent for, and is read once. */
export function updatesOf({ impact = [] }: EventProperties): Update[] {
  const sent = impact
    .flatMap(({ impactedRegions = [] }) => impactedRegions)
    .flatMap(({ updates = [] }) => updates)
    .flatMap(({ updateDateTime: at, summary: text }) => (at && text ? [{ at, text }] : []))
  const once = new Map(sent.map((update) => [`${update.at} ${update.text}`, update]))
  return [...once.values()].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
}

/** When it ends or has ended, if that is known. */
export function endOf({
  impactStartTime,
  impactMitigationTime,
  duration,
}: EventProperties): Date | undefined {
  if (impactMitigationTime !== undefined) return new Date(impactMitigationTime)
  if (impactStartTime === undefined || !duration) return undefined
  const end = new Date(Date.parse(impactStartTime) + duration * 1000)
  return end.getTime() <= LATEST_MS ? end : undefined
}

/** The last year that the format can write. */
const LATEST_MS = Date.UTC(9999, 11, 31)

const MOST_CHARACTERS = 8000

/** What an event says, as plain text. The newest is read first, so the end of long ones is left out. */
export function toText(event: FeedEvent): string {
  const text = writeText(event)
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…` : text
}

function writeText({ properties }: FeedEvent): string {
  const { status, eventType, eventLevel, impactStartTime, summary, eventTags = [] } = properties
  const fields: (readonly [name: string, value: string | undefined])[] = [
    ['Type', nameOfType(eventType)],
    ['Status', status],
    ['Level', eventLevel],
    ['Where', whereOf(properties)],
    ['From', impactStartTime && toTime(new Date(impactStartTime))],
    ['Until', toTime(endOf(properties))],
    ['Tags', eventTags.join(', ')],
  ]
  const lines = fields.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
  const updates = updatesOf(properties).map(({ at, text }) => `${toTime(new Date(at))}: ${text}`)
  const texts = [lines.join('\n'), ...(summary ? [summary] : []), ...updates]
  return texts.join('\n\n')
}

/** To the minute, as people read it anywhere. */
export function toTime(time: Date): string
export function toTime(time: Date | undefined): string | undefined
export function toTime(time: Date | undefined): string | undefined {
  return time && `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
