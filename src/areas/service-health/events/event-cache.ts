import { randomUUID } from 'node:crypto'
import type { EventRegion, Reader, RegionIds } from './rules.ts'
import type { EventRow } from './store.ts'
import type { Event } from './wire.ts'

/** An event as lists write it, cut where the ids of the reader stand. Nothing sensitive is in it. */
export type Written = Readonly<{
  trackingId: string
  /** Lets the ids follow each piece but the last. */
  pieces: readonly string[]
  /** For each gap, the service and region it is about. */
  keys: readonly string[]
  /** The event names its subscriptions, so each of its regions has their ids. */
  isNamed: boolean
  time: number
}>

export type WrittenEvents = Readonly<{
  /** False when nothing may be kept: then nothing is ever found. */
  mayFind: boolean
  /** Undefined when this revision of the event was not written yet, or not lately. */
  find: (trackingId: string, time: Date) => Written | undefined
  write: (row: EventRow) => Written
}>

/**
 * Writing an event costs far more than finding it, and what a revision says never changes: each is
 * written once and kept, the latest used longest. Which events there are is asked anew every time.
 */
export function createEventCache(
  toEvent: (row: EventRow, reader: Reader) => Event,
  mostCharacters: number,
): WrittenEvents {
  const kept = new Map<string, Written>()
  let characters = 0

  function drop(trackingId: string): void {
    const dropped = kept.get(trackingId)
    if (dropped) characters -= lengthOf(dropped)
    kept.delete(trackingId)
  }

  return {
    mayFind: mostCharacters > 0,
    find(trackingId, time) {
      const found = kept.get(trackingId)
      if (found?.time !== time.getTime()) return undefined
      kept.delete(trackingId)
      kept.set(trackingId, found)
      return found
    },
    write(row) {
      const written = writeEvent(row, toEvent)
      drop(row.tracking_id)
      kept.set(row.tracking_id, written)
      characters += lengthOf(written)
      for (const oldest of kept.keys()) {
        if (characters <= mostCharacters) break
        drop(oldest)
      }
      return written
    },
  }
}

const lengthOf = ({ pieces, keys }: Written) =>
  [...pieces, ...keys].reduce((length, text) => length + text.length, 0)

const toText = (ids: RegionIds) => JSON.stringify(ids).slice(1, -1)

/** Stands for the reader's ids while an event is written. Nobody who publishes can know it. */
const NOBODY = randomUUID()
const PLACEHOLDER = { impactedSubscriptions: [NOBODY], impactedTenants: [NOBODY] }
const GAP = toText(PLACEHOLDER)

export function writeEvent(
  row: EventRow,
  toEvent: (row: EventRow, reader: Reader) => Event,
): Written {
  const keys: string[] = []
  const idsAt = ({ key }: EventRegion) => {
    keys.push(key)
    return PLACEHOLDER
  }
  const event = toEvent(row, { keys: new Set(), idsAt, seesDetails: false })
  return {
    trackingId: row.tracking_id,
    pieces: JSON.stringify(event).split(GAP),
    keys,
    isNamed: row.audience === 'subscriptions',
    time: row.last_update_time.getTime(),
  }
}

/** The texts of events for one reader, as a list that goes on at `nextLink`. */
export function toListText(
  events: readonly Written[],
  reader: Reader,
  nextLink: string | undefined,
): string {
  const texts = toTexts(events, reader)
  const more = nextLink === undefined ? '' : `,"nextLink":${JSON.stringify(nextLink)}`
  return `{"value":[${texts.join(',')}]${more}}`
}

export function toTexts(events: readonly Written[], { idsAt }: Pick<Reader, 'idsAt'>): string[] {
  // A reader has few different ids, and most events have many gaps.
  const textOf = new Map<RegionIds, string>()
  const writeIds = (ids: RegionIds): string => {
    const known = textOf.get(ids)
    if (known !== undefined) return known
    const text = toText(ids)
    textOf.set(ids, text)
    return text
  }
  return events.map(({ trackingId, pieces, keys, isNamed }) =>
    pieces.reduce((text, piece, gap) => {
      const key = keys[gap - 1] as string
      return text + writeIds(idsAt({ trackingId, key, isNamed })) + piece
    }),
  )
}
