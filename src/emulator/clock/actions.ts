import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../platform/db/connect.ts'
import { readDatabaseTime } from '../../platform/db/database-time.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { Sweeps } from '../../platform/sweeps.ts'
import { addMs } from '../../platform/time.ts'
import type { Outcomes } from '../quota-outcomes/outcomes.ts'
import type { Clock, ClockState } from './clock.ts'
import * as store from './store.ts'

export type ClockDeps = Readonly<{ db: Db; clock: Clock; sweeps: Sweeps; outcomes: Outcomes }>
export type MovedClock = ClockState & Readonly<{ dueJobs: number }>

const LONGEST_WAIT_MS = 10_000
const LOOK_EVERY_MS = 25

/** Everything that waits for a time follows the clock, also back: jobs first, then what retention deletes. */
export async function moveClock(deps: ClockDeps, move: () => number): Promise<MovedClock> {
  const { db, clock } = deps
  const movedMs = move()
  if (movedMs !== 0) await store.moveWaitingJobs(db, movedMs, await readDatabaseTime(db))
  if (movedMs <= 0) return { ...clock.read(), dueJobs: await countDueJobs(db) }
  await deleteOld(deps)
  await deps.outcomes.endDue()
  const dueJobs = await waitForDueJobs(db)
  return { ...clock.read(), dueJobs }
}

/** The engine schedules these by real time; here they are due as soon as the clock has passed their time. */
async function deleteOld({ db, clock, sweeps }: ClockDeps): Promise<void> {
  for (const { keepDays, deleteBefore } of Object.values(sweeps)) {
    await deleteBefore(db, addMs(clock.productTime(), -(keepDays + 1) * DAY_MS))
  }
}

const countDueJobs = async (db: Db) => store.countDueJobs(db, await readDatabaseTime(db))

/** A job may enqueue the next one. Answers how many are left if they take too long. */
export async function waitForDueJobs(db: Db): Promise<number> {
  const until = performance.now() + LONGEST_WAIT_MS
  for (;;) {
    const due = await countDueJobs(db)
    if (due === 0 || performance.now() > until) return due
    await delay(LOOK_EVERY_MS)
  }
}
