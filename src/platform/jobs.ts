import { type ConstructorOptions, fromKysely, PgBoss, type Queue } from 'pg-boss'
import type { Db, Trx } from './db/connect.ts'

/** What a job is about; the rest is read when it runs. */
export type SubRequestJob = Readonly<{
  subscriptionId: string
  requestId: string
  subRequestId: string
}>

/** Every queue, and what its jobs carry. A job that fails is tried again; at last it goes to `deadLetter`. */
export type JobData = {
  'quota.decide': SubRequestJob
  'quota.fulfil': SubRequestJob
  'quota.give-up': SubRequestJob
}
export type JobName = keyof JobData

/** A worker that has not been heard of for this long is dead, and others take its jobs. */
const HEARTBEAT_SECONDS = 10
const DAY_S = 24 * 3600

const QUEUES: Readonly<Record<JobName, Omit<Queue, 'name'>>> = {
  'quota.give-up': { retryLimit: 1000, retryDelay: 5, retryBackoff: true, retryDelayMax: 600 },
  'quota.decide': {
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    deadLetter: 'quota.give-up',
  },
  'quota.fulfil': { retryBackoff: true, retryDelayMax: 900, deadLetter: 'quota.give-up' },
}
/** Hands of each process, for each queue: a call to a slow provider must not keep the others waiting. */
const HANDS: Readonly<Record<JobName, { localConcurrency: number; batchSize: number }>> = {
  'quota.decide': { localConcurrency: 1, batchSize: 10 },
  'quota.fulfil': { localConcurrency: 4, batchSize: 5 },
  'quota.give-up': { localConcurrency: 1, batchSize: 10 },
}
const POLL_SECONDS = 0.5

export type JobHandlers = { [Name in JobName]: (data: JobData[Name]) => Promise<void> }

/** How often a job is tried again, and how long the first pause is. The pauses double. */
export type Patience = Readonly<{ retryLimit: number; retryDelay: number }>

export type Jobs = Readonly<{
  /** The jobs exist if and only if the transaction commits. */
  enqueue: <Name extends JobName>(
    trx: Trx,
    name: Name,
    jobs: readonly JobData[Name][],
    patience?: Patience,
  ) => Promise<void>
  stop: () => Promise<void>
}>

const SHARED: ConstructorOptions = { migrate: false, schedule: false, supervise: false }

/** Brings the engine's own tables and our queues up to date. */
export async function installJobs(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ ...SHARED, connectionString: databaseUrl, migrate: true, max: 2 })
  const failed = firstError(boss)
  await boss.start()
  try {
    for (const [name, options] of Object.entries(QUEUES)) {
      const queue = {
        heartbeatSeconds: HEARTBEAT_SECONDS,
        deleteAfterSeconds: 7 * DAY_S,
        retentionSeconds: 365 * DAY_S,
        ...options,
      }
      await boss.createQueue(name, queue)
      await boss.updateQueue(name, queue)
    }
    failed.rethrow()
  } finally {
    await boss.stop({ graceful: false })
  }
}

function firstError(boss: PgBoss) {
  let error: Error | undefined
  boss.on('error', (thrown) => {
    error ??= thrown
  })
  return {
    rethrow() {
      if (error) throw error
    },
  }
}

/** For a process that makes jobs. It needs no connection of its own. */
export async function openJobs(db: Db, onError: (error: Error) => void): Promise<Jobs> {
  const boss = new PgBoss({ ...SHARED, db: fromKysely(db) })
  boss.on('error', onError)
  await boss.start()
  return {
    async enqueue(trx, name, jobs, patience = { retryLimit: 20, retryDelay: 1 }) {
      const rows = jobs.map((data) => ({ data, ...patience }))
      await boss.insert(name, rows, { db: fromKysely(trx) })
    },
    stop: () => boss.stop({ graceful: false }),
  }
}

/** For a process that does them: each once, by whoever takes it first, and again when that one dies. */
export async function workOnJobs(
  databaseUrl: string,
  handlers: JobHandlers,
  { onError, onFailure }: WorkEvents,
): Promise<{ stop: () => Promise<void> }> {
  const boss = new PgBoss({
    ...SHARED,
    connectionString: databaseUrl,
    application_name: 'binnacle jobs',
    max: 4,
    supervise: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })
  boss.on('error', onError)
  await boss.start()
  const options = { pollingIntervalSeconds: POLL_SECONDS, burstWhenBatchFull: true }
  for (const name of Object.keys(QUEUES) as JobName[]) {
    await boss.work<SubRequestJob, unknown, { perJobResults: true }>(
      name,
      { ...options, ...HANDS[name], perJobResults: true },
      (jobs) =>
        Promise.all(
          jobs.map(async ({ id, data }) => {
            try {
              await handlers[name](data)
              return { id, status: 'completed' as const }
            } catch (error) {
              onFailure(name, error)
              return { id, status: 'failed' as const, output: { message: String(error) } }
            }
          }),
        ),
    )
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 8000 }) }
}

export type WorkEvents = Readonly<{
  /** The engine itself is in trouble; it goes on trying. */
  onError: (error: Error) => void
  /** A job failed and is tried again. */
  onFailure: (name: JobName, error: unknown) => void
}>
