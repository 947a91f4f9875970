import type { Db } from '../../../platform/db/connect.ts'
import type { ReadDb } from '../../../platform/db/replicas/replicas.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { once, readFilter } from '../../../platform/paging/list-query.ts'
import { type OpenPage, PAGE_SIZE } from '../../../platform/paging/page.ts'
import { addMs, type ProductClock } from '../../../platform/time.ts'
import { readStart } from '../query.ts'
import { createEventCache, toListText, type Written, type WrittenEvents } from './event-cache.ts'
import { EVENT_FIELDS, type Reader, toEvent } from './rules.ts'
import * as store from './store.ts'
import type { ListQuery } from './wire.ts'

export type EventDeps = Readonly<{
  db: Db
  /** A replica, if one has all that was committed up to this position. */
  readDb: ReadDb
  productTime: ProductClock
  openPage: OpenPage
  vendorNamespace: string
  mitigationSentinel: boolean
  eventCacheMib: number
}>

export const DEFAULT_WINDOW_MS = 3 * DAY_MS
const MIB = 1024 * 1024

type Asked = Readonly<{
  db: Db
  /** Whose list it is: a cursor is valid there alone. */
  owner: readonly string[]
  query: ListQuery
  url: string
  findReader: () => Promise<Reader>
  /** What the reader has to know of these events before they are shown to it. */
  finishReader?: (reader: Reader, shown: readonly Written[]) => Promise<Reader>
}>

/** A page as JSON text. The first one counts the active events before its window. */
export type EventPage = Readonly<{ text: string; activeOutside: number | undefined }>
export type ListEvents = (asked: Asked) => Promise<EventPage>

/** All lists of one process share the texts of events. */
export function createEventPages(deps: Omit<EventDeps, 'db' | 'readDb'>): ListEvents {
  const { productTime, openPage } = deps
  const written = createEventCache(
    (row, reader) => toEvent(row, reader, deps),
    deps.eventCacheMib * MIB,
  )
  return async ({ db, owner, query, url, findReader, finishReader }) => {
    const { $filter, queryStartTime, $skipToken } = once(query)
    const filter = readFilter($filter, EVENT_FIELDS)
    const asked = readStart(queryStartTime)
    const scope = ['events', ...owner, $filter, queryStartTime]
    const page = openPage<CursorFields>({ url, cursor: $skipToken, scope })
    const cursor = toCursor(page.after)
    const start = cursor?.start ?? asked ?? addMs(productTime(), -DEFAULT_WINDOW_MS)
    const reader = await findReader()
    const window = { keys: [...reader.keys], start, filter }
    const [found, activeOutside] = await Promise.all([
      findPage(db, written, { ...window, after: cursor?.after, limit: PAGE_SIZE + 1 }),
      cursor ? undefined : store.countActiveBefore(db, window),
    ])
    const last = found.length > PAGE_SIZE ? found[PAGE_SIZE - 1] : undefined
    const link =
      last && page.linkAfter({ start: start.getTime(), time: last.time, id: last.trackingId })
    const shown = found.slice(0, PAGE_SIZE)
    const finished = finishReader ? await finishReader(reader, shown) : reader
    return { text: toListText(shown, finished, link), activeOutside }
  }
}

/**
 * A page is as it was at one moment: events that are not written yet are read in a second statement, and
 * count only in the revision that the first one found. Otherwise the page is read again, in one.
 */
async function findPage(
  db: Db,
  written: WrittenEvents,
  page: Parameters<typeof store.listEventKeys>[1],
): Promise<Written[]> {
  if (written.mayFind) {
    const eventKeys = await store.listEventKeys(db, page)
    const known = eventKeys.map((key) => written.find(key.tracking_id, key.last_update_time))
    const missing = eventKeys.filter((_key, i) => !known[i]).map((key) => key.tracking_id)
    const rows = missing.length > 0 ? await store.listEventsById(db, missing) : []
    const added = new Map(rows.map((row) => [row.tracking_id, written.write(row)]))
    const found = eventKeys.flatMap(({ tracking_id, last_update_time }, i) => {
      const event = known[i] ?? added.get(tracking_id)
      return event?.time === last_update_time.getTime() ? [event] : []
    })
    if (found.length === eventKeys.length) return found
  }
  const rows = await store.listEvents(db, page)
  return rows.map((row) => written.write(row))
}

/** Where the page before ended, and where the walk began: the window does not slide under it. */
type CursorFields = Readonly<{ start: number; time: number; id: string }>

function toCursor(
  cursor: CursorFields | undefined,
): { start: Date; after: store.EventCursor } | undefined {
  if (!cursor) return undefined
  const { start, time, id } = cursor
  return { start: new Date(start), after: { time: new Date(time), trackingId: id } }
}
