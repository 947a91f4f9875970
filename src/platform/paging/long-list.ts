import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { createKeyedMutex } from '../concurrency/keyed-mutex.ts'
import { createRoundRobin } from '../concurrency/round-robin.ts'
import { RequestError } from '../errors.ts'

/** So many rows are read and written at once: some milliseconds of work. */
export const SLICE = 200

/** A list without paging. Short ones are read by one statement; of long ones first the keys, then slice by slice the rows. */
export type LongList<Row, Key> = Readonly<{
  /** All rows in order if there are fewer than `most`, otherwise any `most` of them. */
  readFew: (most: number) => Promise<readonly Row[]>
  /** All keys, in order. */
  readKeys: () => Promise<readonly Key[]>
  /** The rows of some neighbouring keys, in order. Those that went meanwhile are left out. */
  readRows: (keys: readonly Key[]) => Promise<readonly Row[]>
}>

type ToAnswers<Row, Answer> = (rows: readonly Row[]) => Answer[] | Promise<Answer[]>

/** While the database reads one slice, this process writes another. */
const SLICES_AT_ONCE = 2

/** One look of a caller at a time, and few slices in this process: all other requests go in between. */
const looks = createKeyedMutex()
const slices = createRoundRobin(SLICES_AT_ONCE)
const slots = createListSlots()

/**
 * The answer of a route: an array, or when it is long a stream of the same text. What fails before the
 * first slice is an ordinary error; what fails later breaks the connection, so that no part passes for the whole.
 */
export async function answerList<Row, Key, Answer>(
  reply: FastifyReply,
  list: LongList<Row, Key>,
  toAnswers: ToAnswers<Row, Answer>,
): Promise<Answer[] | Readable> {
  const caller = reply.request.principal
  const hasReader = () => !reply.raw.destroyed
  const few = await looks([caller], async () => (hasReader() ? list.readFew(SLICE + 1) : []))
  if (few.length <= SLICE) return toAnswers(few)
  const serialize = reply.getSerializationFunction('200') ?? JSON.stringify
  const takeTurn = <T>(work: () => Promise<T>, otherwise: T) =>
    slices(caller, async () => {
      await nextTurn()
      return hasReader() ? work() : otherwise
    })
  const write = (keys: readonly Key[]) =>
    takeTurn(async () => {
      const text = serialize(await toAnswers(await list.readRows(keys)))
      return text.slice(1, -1)
    }, '')
  const slot = slots.take(caller)
  try {
    const keys = await takeTurn(() => slot.hold(list.readKeys), [])
    const first = await write(keys.slice(0, SLICE))
    reply.type('application/json; charset=utf-8')
    const stream = Readable.from(writeSlices(keys, first, write, hasReader), { highWaterMark: 1 })
    return stream.once('close', slot.leave)
  } catch (error) {
    slot.leave()
    throw error
  }
}

async function* writeSlices<Key>(
  keys: readonly Key[],
  first: string,
  write: (keys: readonly Key[]) => Promise<string>,
  hasReader: () => boolean,
): AsyncGenerator<string> {
  yield `[${first}`
  let isEmpty = first === ''
  for (let start = SLICE; start < keys.length && hasReader(); start += SLICE) {
    const text = await write(keys.slice(start, start + SLICE))
    if (text === '') continue
    yield isEmpty ? text : `,${text}`
    isEmpty = false
  }
  yield ']'
}

/** So many long lists of one caller may wait or be under way; and beside so many keys no further one begins. */
export const MOST_LISTS = 10
export const MOST_KEYS = 100_000
const RETRY_AFTER_SECONDS = 2

/** Keeps what the long lists of one caller take of the memory within bounds. */
function createListSlots() {
  const taken = new Map<string, { lists: number; keys: number }>()
  return {
    take(caller: string) {
      const all = taken.get(caller) ?? { lists: 0, keys: 0 }
      if (all.lists >= MOST_LISTS) throw tooManyLists()
      taken.set(caller, all)
      all.lists++
      let held = 0
      return {
        async hold<Key>(readKeys: () => Promise<readonly Key[]>): Promise<readonly Key[]> {
          if (all.keys >= MOST_KEYS) throw tooManyLists()
          const keys = await readKeys()
          held = keys.length
          all.keys += held
          return keys
        },
        leave(): void {
          all.keys -= held
          if (--all.lists === 0) taken.delete(caller)
        },
      }
    },
  }
}

const tooManyLists = () =>
  new RequestError(
    'too-many-requests',
    'TooManyRequests',
    `You are reading too many long lists at once. The limit is ${MOST_LISTS} lists or ${MOST_KEYS} entries. Finish reading them, then try again in ${RETRY_AFTER_SECONDS} s.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )

/** Sorts as `toSorted` does, and lets other requests in between. */
export async function sortInSlices<T>(
  items: readonly T[],
  compare: (one: T, other: T) => number,
): Promise<T[]> {
  let runs: T[][] = []
  for (let start = 0; start < items.length; start += SORTED_AT_ONCE) {
    runs.push(items.slice(start, start + SORTED_AT_ONCE).sort(compare))
    await nextTurn()
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let i = 0; i < runs.length; i += 2) {
      merged.push(await merge(runs[i] ?? [], runs[i + 1] ?? [], compare))
    }
    runs = merged
  }
  return runs[0] ?? []
}

const SORTED_AT_ONCE = 1000

async function merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (one: T, other: T) => number,
): Promise<T[]> {
  const merged: T[] = []
  let [i, j] = [0, 0]
  while (i < left.length || j < right.length) {
    const isLeft =
      j >= right.length || (i < left.length && compare(left[i] as T, right[j] as T) <= 0)
    merged.push((isLeft ? left[i++] : right[j++]) as T)
    if (merged.length % SORTED_AT_ONCE === 0) await nextTurn()
  }
  return merged
}
