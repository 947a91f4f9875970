import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { takeTurns } from '../turns.ts'

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

type ToAnswers<Row> = (rows: readonly Row[]) => readonly unknown[] | Promise<readonly unknown[]>

/** One slice at a time in this process, whichever list it is of: all other requests go in between. */
const slices = takeTurns()
const inTurn = <T>(work: () => Promise<T>) =>
  slices(['slice'], async () => {
    await nextTurn()
    return work()
  })

/**
 * The answer of a route: an array, or when it is long a stream of the same text. What fails before the
 * first slice is an ordinary error; what fails later breaks the connection, so that no part passes for the whole.
 */
export async function answerList<Row, Key>(
  reply: FastifyReply,
  list: LongList<Row, Key>,
  toAnswers: ToAnswers<Row>,
): Promise<readonly unknown[] | Readable> {
  const few = await list.readFew(SLICE + 1)
  if (few.length <= SLICE) return toAnswers(few)
  const serialize = reply.getSerializationFunction('200') ?? JSON.stringify
  const write = (keys: readonly Key[]) =>
    inTurn(async () => {
      const text = serialize(await toAnswers(await list.readRows(keys)))
      return text.slice(1, -1)
    })
  const keys = await inTurn(list.readKeys)
  const first = await write(keys.slice(0, SLICE))
  reply.type('application/json; charset=utf-8')
  return Readable.from(writeSlices(keys, first, write), { highWaterMark: 1 })
}

async function* writeSlices<Key>(
  keys: readonly Key[],
  first: string,
  write: (keys: readonly Key[]) => Promise<string>,
): AsyncGenerator<string> {
  yield `[${first}`
  let isEmpty = first === ''
  for (let start = SLICE; start < keys.length; start += SLICE) {
    const text = await write(keys.slice(start, start + SLICE))
    if (text === '') continue
    yield isEmpty ? text : `,${text}`
    isEmpty = false
  }
  yield ']'
}

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
