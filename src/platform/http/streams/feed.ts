import type { QueueLimits } from '../../concurrency/keyed-mutex.ts'
import { readTooLate } from './errors.ts'

/** One frame of a stream: what was committed as the change at this position. */
export type Item = Readonly<{ position: number; event: string; data: string }>

/** What follows a position, in the order of the commits. `position`: everything up to it was looked at. */
export type Page = Readonly<{ items: readonly Item[]; position: number; hasMore: boolean }>

/** What can be followed. A key names whose changes they are; positions only ever grow. */
export type Feed = Readonly<{
  /** Also the topic of a change that concerns all keys; that of one key is the name, a blank and the key. */
  name: string
  /** The latest of each of these keys; none for a key that nothing has happened to. */
  findPositions: (keys: readonly string[]) => Promise<ReadonlyMap<string, number>>
  readAfter: (key: string, position: number) => Promise<Page>
}>

/** Streams read with a few connections of the pool, and leave the others to requests. */
export const READS_AT_ONCE = 3
export const READ_LIMITS: QueueLimits = { most: 100_000, longestMs: 10_000, refuse: readTooLate }

/** Behind by more than this, a caller had better read its list again. */
const MAX_LAG = 1000

export const toPositionText = ({ name }: Pick<Feed, 'name'>, position: number) =>
  `${name}-${position}`

/** Where a stream begins, given the position that the caller saw last. `frame` is the first that it gets. */
export function beginAt(
  feed: Pick<Feed, 'name'>,
  lastSeen: string | undefined,
  latest: number,
): Readonly<{ position: number; frame: 'start' | 'reset' | undefined }> {
  if (lastSeen === undefined) return { position: latest, frame: 'start' }
  const [, name, digits] = /^([a-z]+)-(\d{1,15})$/.exec(lastSeen) ?? []
  const position = Number(digits)
  const canResume = name === feed.name && position <= latest && latest - position <= MAX_LAG
  return canResume ? { position, frame: undefined } : { position: latest, frame: 'reset' }
}

export const toFrame = (event: string, data: string, id?: string) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`
