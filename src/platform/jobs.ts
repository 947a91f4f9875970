import { type ConstructorOptions, fromKysely, PgBoss, type Queue } from 'pg-boss'
import { connect, type Db, type Trx } from './db/connect.ts'
import type { PoolOptions } from './db/pool.ts'

/** A queue of an area. A job that fails is tried again; at last it goes to `deadLetter`, another queue. */
export type JobQueue = Readonly<{
  retry: Readonly<
    Pick<
      Queue,
      | 'retryLimit'
      | 'retryDelay'
      | 'retryBackoff'
      | 'retryDelayMax'
      | 'deadLetter'
      | 'deleteAfterSeconds'
    >
  >
  /** How many jobs each process runs at once: a slow one must not keep the others waiting. */
  concurrency: Readonly<{ localConcurrency: number; batchSize: number }>
  /** How often a process looks for jobs, if not twice a second. */
  pollSeconds?: number
}>

/** Every queue by name, a dead letter queue before those that use it. */
export type JobQueues<Data> = Readonly<Record<NameOf<Data>, JobQueue>>
export type JobHandlers<Data> = { [Name in NameOf<Data>]: (data: Data[Name]) => Promise<void> }
type NameOf<Data> = keyof Data & string

/** A worker that has not been heard of for this long is dead, and others take its jobs. */
const HEARTBEAT_SECONDS = 10
const DAY_S = 24 * 3600
const POLL_SECONDS = 0.5

/** How often a job is tried again, and how long the first pause is. The pauses double. */
export type RetryPolicy = Readonly<{ retryLimit: number; retryDelay: number }>

const DEFAULT_RETRY: RetryPolicy = { retryLimit: 20, retryDelay: 1 }

/** `Data`: what the jobs of each queue carry. */
export type Jobs<Data> = Readonly<{
  /** The jobs exist if and only if the transaction commits. */
  enqueue: <Name extends NameOf<Data>>(
    trx: Trx,
    name: Name,
    jobs: readonly Data[Name][],
    retryPolicy?: RetryPolicy,
  ) => Promise<void>
  /** A job that is due once in each period, whichever processes enqueue it. */
  enqueueOnce: <Name extends NameOf<Data>>(
    name: Name,
    job: Data[Name],
    due: Readonly<{ key: string; everySeconds: number }>,
  ) => Promise<void>
  stop: () => Promise<void>
}>

const SHARED: ConstructorOptions = { migrate: false, schedule: false, supervise: false }

/** Brings the engine's own tables and these queues up to date. */
export async function installJobs(
  db: Db,
  queues: JobQueues<Record<string, object>>,
): Promise<void> {
  const boss = new PgBoss({ ...SHARED, db: fromKysely(db), migrate: true })
  const failed = firstError(boss)
  await boss.start()
  try {
    for (const [name, { retry }] of Object.entries(queues)) {
      const queue = {
        heartbeatSeconds: HEARTBEAT_SECONDS,
        deleteAfterSeconds: 7 * DAY_S,
        retentionSeconds: 365 * DAY_S,
        ...retry,
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

/** For a process that makes jobs. It needs no connection of its own. `carry` adds to the data of each. */
export async function openJobs<Data extends Record<NameOf<Data>, object>>(
  db: Db,
  onError: (error: Error) => void,
  carry?: () => object,
): Promise<Jobs<Data>> {
  const boss = new PgBoss({ ...SHARED, db: fromKysely(db) })
  boss.on('error', onError)
  await boss.start()
  return {
    async enqueue(trx, name, jobs, retryPolicy = DEFAULT_RETRY) {
      const rows = jobs.map((data) => ({
        data: carry ? { ...data, ...carry() } : data,
        ...retryPolicy,
      }))
      await boss.insert(name, rows, { db: fromKysely(trx) })
    },
    async enqueueOnce(name, job, { key, everySeconds }) {
      const options = { singletonKey: key, singletonSeconds: everySeconds, retryLimit: 0 }
      await boss.send(name, job, options)
    },
    stop: () => boss.stop({ graceful: false }),
  }
}

/** For a process that does them: each once, by whoever takes it first, and again when that one dies. */
export async function workOnJobs<Data extends Record<NameOf<Data>, object>>(
  databaseUrl: string,
  queues: JobQueues<Data>,
  handlers: JobHandlers<Data>,
  { onError, onFailure, namedStatements = false, watch, without = [], around = call }: WorkOptions,
): Promise<{ stop: () => Promise<void> }> {
  await using opened = new AsyncDisposableStack()
  // The engine's own pool has no time limits, and uses connections again that no longer answer.
  const db = connect(databaseUrl, {
    applicationName: 'binnacle jobs',
    size: 4,
    onConnectionLost: onError,
    namedStatements,
    watch,
  })
  opened.defer(() => db.destroy())
  const boss = new PgBoss({
    ...SHARED,
    db: fromKysely(db),
    supervise: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })
  boss.on('error', onError)
  opened.defer(() => boss.stop({ graceful: true, timeout: 8000 }))
  await boss.start()
  const names = Object.keys(queues) as NameOf<Data>[]
  for (const name of names.filter((one) => !without.includes(one))) {
    const { pollSeconds: pollingIntervalSeconds = POLL_SECONDS } = queues[name]
    const options = { pollingIntervalSeconds, burstWhenBatchFull: true }
    await boss.work<Data[typeof name], unknown, { perJobResults: true }>(
      name,
      { ...options, ...queues[name].concurrency, perJobResults: true },
      (jobs) =>
        Promise.all(
          jobs.map(async ({ id, data }) => {
            try {
              await around(name, data, () => handlers[name](data))
              return { id, status: 'completed' as const }
            } catch (error) {
              onFailure(name, error)
              return { id, status: 'failed' as const, output: { message: String(error) } }
            }
          }),
        ),
    )
  }
  const ends = opened.move()
  return { stop: () => ends.disposeAsync() }
}

const call = (_name: string, _data: object, work: () => Promise<void>) => work()

export type WorkOptions = Readonly<{
  namedStatements?: boolean
  /** Queues whose jobs are left to other processes. */
  without?: readonly string[]
  /** Of the pool of this process for its jobs. */
  watch?: PoolOptions['watch']
  /** Does each job by calling `work`. */
  around?: ((name: string, data: object, work: () => Promise<void>) => Promise<void>) | undefined
  /** The engine itself is in trouble; it goes on trying. */
  onError: (error: Error) => void
  /** A job failed and is tried again. */
  onFailure: (name: string, error: unknown) => void
}>
