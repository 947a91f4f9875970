import fc from 'fast-check'
import { sql } from 'kysely'
import {
  EVENT_FIELDS,
  type EventField,
  type EventFilter,
} from '../../../src/areas/service-health/events/rules.ts'
import type { Db } from '../../../src/platform/db/connect.ts'
import { parseFilter } from '../../../src/platform/filter/filter.ts'
import type { Value } from '../../../src/platform/filter/value.ts'
import type { Answer } from '../http/http.ts'
import { namesOf, type Reader } from '../http/service-health.ts'
import type { Health } from '../server/health-calls.ts'
import { type Choose, chooser } from '../world/random.ts'
import {
  arbitraryFilter,
  arbitraryHostile,
  EVERY_VALUE,
  evaluate,
  HOSTILE,
  mutate,
  spell,
} from './filters.ts'

/** Fewer than a page holds, so that one request answers all. */
const EVENTS = 90
/** Longer ones do not fit into the first line of a request. */
const LONGEST_TEXT = 4000
const SLOWEST_MS = 1000
/** Before the window, so that a filter is also asked how many of them are active. */
const OLD_EVENTS = 2000
const MANY_OLD_EVENTS = 20_000

/** `isEverywhere`: one of its services is hit in all regions. The answer does not show it beside named ones. */
type Published = { name: string; properties: Record<string, unknown>; isEverywhere?: boolean }
export type FilterTally = {
  requests: number
  accepted: number
  refused: number
  found: number
  slowestMs: number
  /** Slow once, and not when asked again. */
  halts: number
  faults: string[]
}

const pick = <T>(choose: Choose, values: readonly T[]) => values[choose(values.length)] as T

/** Filters of every kind through the endpoint, held against a naive evaluation over the same events. */
export async function openFilterRequests(health: Health, db: Db, seed: number) {
  const choose = chooser(seed)
  const ada = await health.addReader()
  await health.addSubscription('filters', { [ada.id]: 'reader' })
  const everywhere = new Set<string>()
  for (let number = 0; number < EVENTS; number++) {
    const { id, isEverywhere } = await publishAny(health, choose, number)
    if (isEverywhere) everywhere.add(id)
  }
  await insertOldEvents(db, 1, OLD_EVENTS)
  const { body } = await health.list(ada, 'filters')
  const events: readonly Published[] = body.value.map((event: Published) => ({
    ...event,
    isEverywhere: everywhere.has(event.name),
  }))
  if (events.length !== EVENTS) throw new Error(`${events.length} events instead of ${EVENTS}`)
  const tally: FilterTally = {
    requests: 0,
    accepted: 0,
    refused: 0,
    found: 0,
    slowestMs: 0,
    halts: 0,
    faults: [],
  }
  return {
    tally,
    /** One after the other, each with many events to look at: what is slow then is slow by itself. */
    async sendHeaviest(): Promise<number> {
      await insertOldEvents(db, OLD_EVENTS + 1, MANY_OLD_EVENTS)
      for (const text of HEAVIEST) await sendOne(health, ada, text, events, tally)
      return HEAVIEST.length
    },
    async send(count: number): Promise<void> {
      const texts = makeTexts(count, events, choose)
      const workers = Array.from({ length: 4 }, async () => {
        for (let text = texts.pop(); text !== undefined; text = texts.pop())
          await sendOne(health, ada, text, events, tally)
      })
      await Promise.all(workers)
    },
  }
}

async function publishAny(health: Health, choose: Choose, number: number) {
  const some = <T>(value: T) => (choose(4) === 0 ? undefined : value)
  const time = () => new Date(Date.UTC(2020, choose(12), 1 + choose(28))).toISOString()
  const regions = ['West US', 'East US', "People's", 'Zürich', 'ÀÉ', 'westus']
  const services = ['Storage', 'storage', 'Virtual Machines', 'Cache', 'İstanbul']
  const impact = Array.from({ length: choose(3) }, () => ({
    impactedService: pick(choose, services),
    impactedRegions: Array.from({ length: choose(3) }, () => pick(choose, regions)),
  }))
  const id = await health.publish({
    trackingId: number === 0 ? 'BC_1-FXZ' : `F-${number}`,
    eventType: pick(choose, EVENT_FIELDS.eventType.known),
    impact,
    properties: {
      eventSubType: some(pick(choose, EVENT_FIELDS.eventSubType.known)),
      eventLevel: some(pick(choose, EVENT_FIELDS.eventLevel.known)),
      level: some(pick(choose, EVENT_FIELDS.level.known)),
      isHIR: some(choose(2) === 0),
      platformInitiated: some(choose(2) === 0),
      impactStartTime: some(time()),
      impactMitigationTime: some(time()),
    },
  })
  if (choose(3) === 0) await health.revise(id, 'resolve')
  return { id, isEverywhere: impact.some(({ impactedRegions }) => impactedRegions.length === 0) }
}

async function insertOldEvents(db: Db, first: number, last: number): Promise<void> {
  await sql`
    insert into event (tracking_id, audience, record, is_sensitive, last_update_time, status,
                       event_type, priority, services, regions)
    select 'OLD-' || n, 'everyone', '{}', false, now() - interval '30 days', 'Active',
           'ServiceIssue', n % 24, array['storage'], array['westus', 'r' || n % 50]
      from generate_series(${first}::int, ${last}::int) n`.execute(db)
  await sql`
    insert into event_reach (key, tracking_id, last_update_time, is_active)
    select 'everyone', tracking_id, last_update_time, true
      from event where tracking_id like 'OLD-%'
    on conflict do nothing`.execute(db)
}

const repeat = (count: number, joint: string, part: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => part(n)).join(joint)

/** As many comparisons and levels as there may be, on what costs most to compare. */
const HEAVIEST = [
  repeat(100, ' and ', (n) => `region ne 'r${n + 100}'`),
  repeat(100, ' or ', (n) => `region eq 'r${n + 100}'`),
  repeat(100, ' or ', (n) => `service eq 's${n}'`),
  repeat(100, ' and ', (n) => `trackingId ne 'o${n}'`),
  `region in (${repeat(100, ',', (n) => `'r${n + 100}'`)})`,
  `not (trackingId in (${repeat(100, ',', (n) => `'OLD-${n}x'`)}))`,
  `${'not ('.repeat(16)}${repeat(90, ' and ', (n) => `priority ne ${n + 100}`)}${')'.repeat(16)}`,
  repeat(40, ' and ', (n) => `lastUpdateTime lt 2999-01-01T00:00:${10 + n}Z`),
]

/** Trees in any spelling, often with values that events really have; accidents to them; and hostile ones. */
function makeTexts(count: number, events: readonly Published[], choose: Choose): string[] {
  const [trees, hostile] = [arbitraryFilter<EventField>(EVENT_FIELDS), arbitraryHostile()]
  const options = { numRuns: Math.ceil(count * 0.8), seed: choose(2 ** 31) }
  const texts = fc.sample(trees, options).map((tree, i) => {
    const spelt = spell(withRealValues(tree, events, choose), choose)
    return i % 4 === 0 ? mutate(spelt, choose) : spelt
  })
  const bad = fc.sample(hostile, { ...options, numRuns: count - texts.length })
  const worst = HOSTILE.filter((text) => text.length <= LONGEST_TEXT)
  return [...texts, ...bad.slice(worst.length), ...worst]
    .map((text) => text.slice(0, LONGEST_TEXT).toWellFormed())
    .slice(0, count)
}

function withRealValues(
  tree: EventFilter,
  events: readonly Published[],
  choose: Choose,
): EventFilter {
  if (!('field' in tree)) {
    return tree.op === 'not'
      ? { ...tree, part: withRealValues(tree.part, events, choose) }
      : { ...tree, parts: tree.parts.map((part) => withRealValues(part, events, choose)) }
  }
  const real = [readField(pick(choose, events), tree.field) ?? []].flat()[0]
  if (real === undefined || real === EVERY_VALUE || choose(3) === 0) return tree
  if (tree.op === 'in') return { ...tree, values: [real, ...tree.values] }
  return { ...tree, value: real } as EventFilter
}

/** How places are spelt does not matter, as the guide says it. */
const SPELLINGS = {
  service: (text: string) => text.trim().toLowerCase(),
  region: (text: string) => text.toLowerCase().replace(/[\s@]/g, ''),
}

type Region = { impactedRegion: string }
type Impact = { impactedService: string; impactedRegions: Region[] }[]

/** What a field means, read from the answer alone. */
function readField(
  { name, properties, isEverywhere }: Published,
  field: EventField,
): Value | Value[] | undefined {
  const impact = properties.impact as Impact
  if (field === 'trackingId') return name
  if (field === 'service') return impact.map(({ impactedService }) => impactedService)
  if (field === 'region') {
    const regions = impact.flatMap(({ impactedRegions }) => impactedRegions)
    return [
      ...regions.map(({ impactedRegion }) => impactedRegion),
      ...(isEverywhere ? [EVERY_VALUE] : []),
    ]
  }
  const value = properties[field] as Value | undefined
  const isTime = EVENT_FIELDS[field].type === 'time'
  return isTime && value !== undefined ? new Date(value as string) : value
}

async function sendOne(
  health: Health,
  ada: Reader,
  text: string,
  events: readonly Published[],
  tally: FilterTally,
): Promise<void> {
  const first = await askTimed(health, ada, text)
  tally.requests++
  const { answer, ms } = first.ms > SLOWEST_MS ? await askAgain(health, ada, text, tally) : first
  tally.slowestMs = Math.max(tally.slowestMs, ms)
  const fault =
    ms > SLOWEST_MS ? `took ${Math.round(ms)} ms` : findFault(answer, text, events, tally)
  if (fault !== undefined) tally.faults.push(`${fault}: ${JSON.stringify(text)}`)
}

async function askTimed(health: Health, ada: Reader, text: string) {
  const startedAt = performance.now()
  const answer = await health.list(ada, 'filters', { $filter: text })
  return { answer, ms: performance.now() - startedAt }
}

/**
 * A busy machine halts any request now and then, also one that never reaches the database. A filter
 * that is slow by itself is slow each time, so the faster of two more tries counts; the halt is told.
 */
async function askAgain(health: Health, ada: Reader, text: string, tally: FilterTally) {
  tally.halts++
  const tries = [await askTimed(health, ada, text), await askTimed(health, ada, text)] as const
  return tries[0].ms < tries[1].ms ? tries[0] : tries[1]
}

const encodedLengthOf = (text: string) => new URLSearchParams([['', text]]).toString().length

function findFault(
  answer: Answer,
  text: string,
  events: readonly Published[],
  tally: FilterTally,
): string | undefined {
  const read = text.trim() === '' ? undefined : parseFilter(text, EVENT_FIELDS)
  if (read && 'fault' in read) {
    tally.refused++
    const isRefusal = answer.status === 400 && answer.body.code === 'InvalidODataQueryOptions'
    // The rest of the address makes it longer than the server reads: 16 KiB.
    const isTooLong = answer.status === 414 && encodedLengthOf(text) > 16_000
    return isRefusal || isTooLong ? undefined : `${answer.status} instead of a refusal`
  }
  if (answer.status !== 200) return `status ${answer.status}`
  const expected = read
    ? events.filter((event) => evaluate(read.filter, (field) => readField(event, field), SPELLINGS))
    : events
  const [found, wanted] = [namesOf(answer), expected.map(({ name }) => name)]
  tally.accepted++
  tally.found += found.length
  return found.join() === wanted.join() ? undefined : `${found.length} instead of ${wanted.length}`
}
