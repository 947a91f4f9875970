import type { Db } from './db/connect.ts'
import { readDeletionTime } from './db/database-time.ts'
import { DAY_MS } from './durations.ts'
import type { JobHandlers, JobQueues, Jobs } from './jobs.ts'
import { addMs, type ProductClock, type RealClock } from './time.ts'

/** Deletes rows that ended or expired before a moment, in batches. */
export type Sweep = Readonly<{
  /** How long rows are kept after they ended or expired. A day is always added. */
  keepDays: number
  everySeconds: number
  deleteBefore: (db: Db, before: Date) => Promise<void>
}>
export type Sweeps = Readonly<Record<string, Sweep>>

export type SweepJobs = { 'retention.sweep': { sweep: string } }

const MINUTE_S = 60
const HOUR_S = 3600
export const OFTEN = { everySeconds: MINUTE_S } as const
export const HOURLY = { everySeconds: HOUR_S } as const

/** Small enough that nobody waits for it; one run deletes 200,000 rows at most. */
const BATCH = 5000
const MOST_BATCHES = 40

/** `deleteSome` deletes so many at most and answers how many. */
export const inBatches =
  (deleteSome: (db: Db, before: Date, limit: number) => Promise<number>): Sweep['deleteBefore'] =>
  async (db, before) => {
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      if ((await deleteSome(db, before, BATCH)) < BATCH) return
    }
  }

export const sweepQueues: JobQueues<SweepJobs> = {
  'retention.sweep': {
    // The next one is due soon anyway.
    retry: { retryLimit: 0, deleteAfterSeconds: HOUR_S },
    concurrency: { localConcurrency: 1, batchSize: 1 },
    pollSeconds: 2,
  },
}

export type SweepDeps = Readonly<{
  db: Db
  productTime: ProductClock
  realTime: RealClock
  sweeps: Sweeps
}>

/** A job of a later release may name a sweep that this one does not have: that release runs it again soon. */
export const sweepJobs = ({
  db,
  productTime,
  realTime,
  sweeps,
}: SweepDeps): JobHandlers<SweepJobs> => ({
  async 'retention.sweep'({ sweep: name }) {
    const sweep = sweeps[name]
    if (!sweep) return
    const { keepDays, deleteBefore } = sweep
    const before = addMs(await readDeletionTime(db, realTime, productTime), -keepDays * DAY_MS)
    await deleteBefore(db, before)
  },
})

/** To be called every minute by each process that works on jobs: each sweep is due once in its period. */
export async function enqueueSweeps(jobs: Jobs<SweepJobs>, sweeps: Sweeps): Promise<void> {
  for (const [sweep, { everySeconds }] of Object.entries(sweeps)) {
    await jobs.enqueueOnce('retention.sweep', { sweep }, { key: sweep, everySeconds })
  }
}
