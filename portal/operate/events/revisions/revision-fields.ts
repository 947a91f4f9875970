import type { EventRevision } from '../queries.ts'
import { type Impact, impactAfter, nameOfRegion, statusOf } from './replay-impact.ts'

type Change = EventRevision['change']

/** An event as its revisions up to one of them make it, as words for each field. */
type Replayed = Readonly<{
  audience: string
  tags: readonly string[]
  properties: Readonly<Record<string, unknown>>
  impact: Impact
}>

export type Difference = Readonly<{ field: string; before: string; after: string }>

const START: Replayed = {
  audience: '',
  tags: [],
  properties: {},
  impact: { regions: new Map(), ownStatus: 'Active' },
}

const REVIEW_TAGS: Readonly<Record<string, string>> = {
  preliminary: 'Preliminary PIR',
  final: 'Final PIR',
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const listTexts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

function tagsOf({ kind, stage, eventTags }: Change): string[] {
  if (kind === 'review') return [REVIEW_TAGS[String(stage)] ?? '']
  return kind === 'false-positive' ? ['False Positive'] : listTexts(eventTags)
}

function wordsOfAudience(audience: unknown): string | undefined {
  if (!isObject(audience)) return undefined
  const listed = listTexts(audience.subscriptions)
  return listed.length > 0 ? `${audience.kind}: ${listed.join(', ')}` : String(audience.kind)
}

/** What one revision makes of the event, as the server does. */
function replay(before: Replayed, { at, change }: EventRevision): Replayed {
  const { impact, hasRegions } = impactAfter(before.impact, change)
  const { eventType, isEventSensitive, isDrill, description, summary } = change
  const properties = {
    ...before.properties,
    ...(isObject(change.facts) && change.facts),
    ...(eventType !== undefined && { eventType, isEventSensitive }),
    ...(isDrill !== undefined && { isDrill }),
    ...(change.kind === 'review' && { description }),
    // Without a region there is nowhere else for the text.
    ...(summary !== undefined && !hasRegions && { summary }),
  }
  return {
    audience: wordsOfAudience(change.audience) ?? before.audience,
    tags: [...new Set([...before.tags, ...tagsOf(change)])],
    properties: withEnd(properties, before.impact, impact, change.impactMitigationTime ?? at),
    impact,
  }
}

/** An event that is resolved has an end, and none once it is active again. */
function withEnd(
  properties: Record<string, unknown>,
  before: Impact,
  after: Impact,
  end: unknown,
): Record<string, unknown> {
  const [was, is] = [statusOf(before), statusOf(after)]
  if (was === is) return properties
  const { impactMitigationTime: _, ...others } = properties
  return is === 'Resolved' ? { ...others, impactMitigationTime: end } : others
}

const NAMES: Readonly<Record<string, string>> = {
  eventType: 'Type',
  eventLevel: 'Level',
  isEventSensitive: 'Sensitive',
  isDrill: 'Drill',
  impactStartTime: 'Start',
  impactMitigationTime: 'End',
}

/** `externalIncidentId` is "External incident id". */
function nameOfProperty(property: string): string {
  const words = property.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return NAMES[property] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 1)

function listFields({ audience, tags, properties, impact }: Replayed): [string, string][] {
  return [
    ['Status', statusOf(impact)],
    ['Audience', audience],
    ['Tags', tags.join(', ')],
    ...Object.entries(properties).map(([property, value]): [string, string] => [
      nameOfProperty(property),
      toText(value),
    ]),
    ...[...impact.regions.values()].flatMap((region): [string, string][] => [
      [`Status: ${nameOfRegion(region)}`, region.status],
      [`Latest update: ${nameOfRegion(region)}`, region.update],
    ]),
  ]
}

/** What differs between the event after one revision and after another. Both are numbers of revisions. */
export function compareRevisions(
  revisions: readonly EventRevision[],
  from: number,
  to: number,
): Difference[] {
  const fieldsAfter = (last: number) =>
    new Map(listFields(revisions.filter(({ number }) => number <= last).reduce(replay, START)))
  const [before, after] = [fieldsAfter(from), fieldsAfter(to)]
  return [...new Set([...after.keys(), ...before.keys()])]
    .map((field) => ({
      field,
      before: before.get(field) ?? '',
      after: after.get(field) ?? '',
    }))
    .filter((difference) => difference.before !== difference.after)
}
