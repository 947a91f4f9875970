import { createShare } from '../../../platform/concurrency/share-start.ts'
import type { Db } from '../../../platform/db/connect.ts'
import {
  type Feed,
  type Item,
  type Page,
  READ_LIMITS,
  READS_AT_ONCE,
} from '../../../platform/http/streams/feed.ts'
import { findReader } from '../events/actions.ts'
import { toTexts, type Written, writeEvent } from '../events/event-cache.ts'
import { type EventOptions, type PublishedRecord, type Reader, toEvent } from '../events/rules.ts'
import { toRevision } from '../operator/events/actions.ts'
import { toRow } from '../operator/stored-event/rules.ts'
import { canonicalizeService, EVENTS_TOPIC } from '../rules.ts'
import { deriveAll, judgeRevision, type RevisedEvent } from './rules.ts'
import * as store from './store.ts'

const PAGE_SIZE = 50
/** In characters. */
const LARGE_PAGE = 256 * 1024

/** A revision as lists write its event, before anybody in particular looks at it. */
type WrittenRevision = Pick<RevisedEvent, 'reach' | 'reachBefore' | 'reachNow'> &
  Readonly<{ position: number; trackingId: string; written: Written }>

type Revisions = Readonly<{ revisions: readonly WrittenRevision[]; hasMore: boolean }>

/** Revisions are of no subscription, so all streams of the process read and write each of them once. */
export function eventFeed(deps: EventOptions & Readonly<{ db: Db }>): Feed {
  const { db } = deps
  const readRevisions = shareRevisions(deps)
  const shareReader = createShare<Reader>(READS_AT_ONCE, READ_LIMITS)
  let latest = 0
  return {
    name: EVENTS_TOPIC,
    async findPositions(subscriptionIds) {
      latest = await store.findPosition(db)
      return new Map(subscriptionIds.map((id) => [id, latest]))
    },
    async readAfter(subscriptionId, position): Promise<Page> {
      const { revisions, hasMore } = await readRevisions(position, latest)
      if (revisions.length === 0) return { items: [], position, hasMore }
      const reader = await shareReader(subscriptionId, () => findReader(db, subscriptionId))
      return toPage(revisions, hasMore, reader)
    },
  }
}

/**
 * Streams that are far behind read pages with the same bounds, one page at a time: however many they are and
 * wherever each of them is, they ask for few different ones, and those that are not behind need not wait.
 */
function shareRevisions(deps: EventOptions & Readonly<{ db: Db }>) {
  const share = createShare<Revisions>(READS_AT_ONCE, READ_LIMITS)
  const shareEarlier = createShare<Revisions>(1, READ_LIMITS)
  return async (position: number, latest: number): Promise<Revisions> => {
    if (latest - position <= PAGE_SIZE) {
      return share(String(position), () => readAfter(deps, position))
    }
    const first = position - (position % PAGE_SIZE)
    const { revisions, hasMore } = await shareEarlier(String(first), () => readAfter(deps, first))
    return { revisions: revisions.filter((revision) => revision.position > position), hasMore }
  }
}

/** Up to the revision with which it is large enough: what a slow caller has not been sent yet stays in memory. */
function toPage(revisions: readonly WrittenRevision[], hasMore: boolean, reader: Reader): Page {
  const items: Item[] = []
  let characters = 0
  for (const revision of revisions) {
    const own = toItem(revision, reader)
    items.push(...own)
    characters += own.reduce((sum, { data }) => sum + data.length, 0)
    const isLast = revision === revisions.at(-1)
    if (isLast || characters >= LARGE_PAGE) {
      return { items, position: revision.position, hasMore: hasMore || !isLast }
    }
  }
  throw new Error('a page without revisions')
}

async function readAfter(
  { db, ...options }: EventOptions & Readonly<{ db: Db }>,
  position: number,
): Promise<Revisions> {
  const placed = await store.listRevisionsAfter(db, position, PAGE_SIZE + 1)
  const shown = placed.slice(0, PAGE_SIZE)
  if (shown.length === 0) return { revisions: [], hasMore: false }
  const rows = await store.listRevisionsOf(db, [...new Set(shown.map((row) => row.trackingId))])
  const byEvent = Map.groupBy(rows, (row) => row.tracking_id)
  const derived = new Map([...byEvent].map(([id, own]) => [id, deriveAll(own.map(toRevision))]))
  const services = [...derived.values()].flatMap((events) =>
    events.flatMap(({ state }) => state.impact.map((service) => service.impactedService)),
  )
  const guids = await store.listGuids(db, [...new Set(services.map(canonicalizeService))])
  const revisions = shown.map(({ trackingId, number, position: at }): WrittenRevision => {
    const event = derived.get(trackingId)?.[number - 1]
    if (!event) throw new Error(`revision ${number} of event ${trackingId} is missing`)
    const row = toRow(trackingId, event.state, guids)
    const record: PublishedRecord = JSON.parse(row.record)
    const written = writeEvent({ ...row, record }, (published, reader) =>
      toEvent(published, reader, options),
    )
    const { reach, reachBefore, reachNow } = event
    return { position: at, trackingId, reach, reachBefore, reachNow, written }
  })
  return { revisions, hasMore: placed.length > PAGE_SIZE }
}

function toItem(revision: WrittenRevision, reader: Reader): Item[] {
  const { position, trackingId, written } = revision
  const event = judgeRevision(revision, reader.keys)
  if (event === 'nothing') return []
  if (event === 'removed') return [{ position, event, data: JSON.stringify({ trackingId }) }]
  return toTexts([written], reader).map((data) => ({ position, event, data }))
}
