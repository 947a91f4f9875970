import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { startClockCheck } from './clock-check.ts'
import { describeWrongClock, isClockWrong } from './clock-offset.ts'
import { readDatabaseTime, readDeletionTime } from './db/database-time.ts'
import { addMs, type RealTime, systemRealTime } from './time.ts'

const database = useDatabase()
const SECOND_MS = 1000
const HOUR_MS = 3600 * SECOND_MS
const DAY_MS = 24 * HOUR_MS
const LONGEST_MS = 60 * SECOND_MS
/** The machine may be busy between two readings of the same clock. */
const BUSY_MS = 30 * SECOND_MS

function watchWith() {
  let shiftMs = 0
  const lines: string[] = []
  const offsets: number[] = []
  return {
    lines,
    offsets,
    shift: (ms: number) => {
      shiftMs = ms
    },
    watch: {
      db: database.db,
      realTime: () => addMs(systemRealTime(), shiftMs),
      onMeasured: (seconds: number) => void offsets.push(seconds),
      log: {
        info: (message: string) => void lines.push(message),
        warn: (_fields: object, message: string) => void lines.push(message),
      },
    },
  }
}

describe('at the start', () => {
  test.each([
    [40 * DAY_MS, '40 days ahead of the clock of the database'],
    [-HOUR_MS, '1 hour behind the clock of the database'],
    [2 * 60 * SECOND_MS + BUSY_MS, 'minutes ahead of the clock of the database'],
  ])('a clock that is wrong by %d ms is refused with a sentence', async (ms, sentence) => {
    const { watch, shift } = watchWith()
    shift(ms)
    const refused = startClockCheck(watch, LONGEST_MS)
    await expect(refused).rejects.toThrow(sentence)
  })

  test('one that may start is a line in the log and a measurement', async () => {
    const { watch, shift, lines, offsets } = watchWith()
    shift(-HOUR_MS)
    await startClockCheck(watch, 2 * HOUR_MS)
    expect(lines).toEqual([expect.stringContaining('1 hour behind the clock of the database')])
    expect(offsets[0]).toBeLessThan(-3500)
  })

  test('a clock that agrees says nothing', async () => {
    const { watch, lines, offsets } = watchWith()
    await startClockCheck(watch, LONGEST_MS)
    expect(lines).toEqual([])
    expect(Math.abs(offsets[0] ?? 60)).toBeLessThan(60)
  })
})

test('a clock that goes wrong later is warned of once, and its return is said', async () => {
  const { watch, shift, lines, offsets } = watchWith()
  const check = await startClockCheck(watch, LONGEST_MS)
  shift(40 * DAY_MS)
  for (let times = 0; times < 5; times++) await check()
  expect(lines).toEqual([expect.stringContaining('40 days ahead of')])
  shift(0)
  await check()
  await check()
  expect(lines.slice(1)).toEqual(['the clocks of this node and of the database agree again'])
  expect(offsets).toHaveLength(8)
})

test('a slow answer is no wrong clock', () => {
  expect(isClockWrong({ offsetMs: 61_000, roundTripMs: 10 })).toBe(true)
  expect(isClockWrong({ offsetMs: 61_000, roundTripMs: 4000 })).toBe(false)
  expect(describeWrongClock({ offsetMs: -90_000, roundTripMs: 1 })).toContain('2 minutes behind')
})

test('deletion goes by the database, or by the node if that is behind, and is a day late', async () => {
  const readAt = (shiftMs: number) =>
    readDeletionTime(database.db, () => addMs(systemRealTime(), shiftMs) as RealTime)
  const now = (await readDatabaseTime(database.db)).getTime()
  expect((await readAt(40 * DAY_MS)).getTime() - (now - DAY_MS)).toBeLessThan(BUSY_MS)
  expect((await readAt(-HOUR_MS)).getTime()).toBeLessThan(now - DAY_MS - HOUR_MS + BUSY_MS)
})
