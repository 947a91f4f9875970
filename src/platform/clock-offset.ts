import type { Db } from './db/connect.ts'
import { readDatabaseTime } from './db/database-time.ts'
import type { RealClock } from './time.ts'

/** How far the clock of this node is ahead of that of the database; negative if it is behind. */
export type ClockOffset = Readonly<{ offsetMs: number; roundTripMs: number }>

const MAX_OFFSET_MS = 60_000
const TRIES = 3

/** The database answers at some moment between question and answer: the middle is taken, of the shortest of a few. */
export async function measureClockOffset(db: Db, realTime: RealClock): Promise<ClockOffset> {
  const measured: ClockOffset[] = []
  for (let tries = 0; tries < TRIES; tries++) {
    const askedAt = realTime().getTime()
    const startedAt = performance.now()
    const databaseTime = await readDatabaseTime(db)
    const roundTripMs = performance.now() - startedAt
    measured.push({ offsetMs: askedAt + roundTripMs / 2 - databaseTime.getTime(), roundTripMs })
  }
  return measured.reduce((best, next) => (next.roundTripMs < best.roundTripMs ? next : best))
}

/** Only what no slow answer explains. */
export const isClockWrong = (
  { offsetMs, roundTripMs }: ClockOffset,
  longestMs = MAX_OFFSET_MS,
): boolean => Math.abs(offsetMs) - roundTripMs / 2 > longestMs

/** An hour less a moment is an hour, and not 60 minutes. */
const NEARLY = 0.99
const UNITS: readonly [seconds: number, name: string][] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
]

/** `40 days ahead of`, in the largest unit that fits. */
function describeOffset({ offsetMs }: ClockOffset): string {
  const seconds = Math.abs(offsetMs) / 1000
  const [size, name] = UNITS.find(([unit]) => seconds >= unit * NEARLY) ?? [1, 'second']
  const count = Math.round(seconds / size)
  return `${count} ${name}${count === 1 ? '' : 's'} ${offsetMs > 0 ? 'ahead of' : 'behind'}`
}

export const describeWrongClock = (offset: ClockOffset): string =>
  `The clock of this node is ${describeOffset(offset)} the clock of the database, more than a minute.`
