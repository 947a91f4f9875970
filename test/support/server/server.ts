import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { buildServer, type Server } from '../../../src/app.ts'
import { type LastUsed, trackLastUsed } from '../../../src/identity/last-used.ts'
import {
  followersOf,
  type JobData,
  type JobDeps,
  jobHandlers,
  jobQueues,
} from '../../../src/jobs.ts'
import { LIMITS, type Limits } from '../../../src/limits.ts'
import type { Seal } from '../../../src/platform/crypto/seal.ts'
import { connect, type Db } from '../../../src/platform/db/connect.ts'
import { openSharedReads, type SharedReads } from '../../../src/platform/db/shared-read.ts'
import { runFollowers } from '../../../src/platform/followers.ts'
import { type Jobs, openJobs, workOnJobs } from '../../../src/platform/jobs.ts'
import { openLog } from '../../../src/platform/log.ts'
import { type Metrics, makeMetrics } from '../../../src/platform/metrics/metrics.ts'
import {
  type ProductClock,
  type RealClock,
  systemProductTime,
  systemRealTime,
} from '../../../src/platform/time.ts'
import type { ExtendJobs } from '../../../src/processes/running.ts'
import { type Config, readConfig } from '../../../src/settings.ts'
import { BUSY_MACHINE } from '../database/use-database.ts'
import { PATIENT } from '../processes/limits.ts'
import { PASSWORD_ONLY } from '../processes/processes.ts'

const BUSY_READ_MS = 15_000

type Options = {
  databaseUrl: string
  env?: Record<string, string>
  /** In place of those of an installation. */
  limits?: Partial<Limits>
  productTime?: () => Date
  realTime?: () => Date
  seal?: Seal
  portalFolder?: string
  /** A free one unless named: a browser must find the server where its settings say it is. */
  port?: number
  /** Whether it also does what happens after a request was answered. */
  runsJobs?: boolean
  /** How long a shared read may take. Longer than in production, where a busy machine would meet it. */
  readTimeoutMs?: number
  /** Adds what an emulator has besides. */
  extend?: (
    started: Pick<Server, 'app' | 'errors'> & Readonly<{ db: Db; config: Config }>,
  ) => Promise<unknown>
  /** Replaces what an emulator does for some jobs. */
  extendJobs?: ExtendJobs
  extendMail?: JobDeps['extendMail']
  /** Adds what only the test needs, before the server starts. */
  prepare?: (app: FastifyInstance) => void
}

export type TestServer = {
  readonly app: FastifyInstance
  readonly url: string
  readonly lastUsed: LastUsed
  readonly metrics: Metrics
  readonly logLines: string[]
  /** How many keys each shared read asked for. */
  readonly batches: number[]
  retries: number
  /** What a process does every minute. */
  readonly takeOverKeys: () => Promise<void>
}

/** The real server on a real port, with its log kept at the finest level. Options are read when it starts. */
export function useServer(options: Options): TestServer {
  const { env = {}, limits } = options
  const times = timesOf(options)
  let app: FastifyInstance
  let reads: SharedReads
  let db: Db
  let lastUsed: LastUsed
  let jobs: Jobs<JobData>
  let takeOverKeys: () => Promise<void>
  let work: { stop: () => Promise<void> } | undefined
  const logLines: string[] = []
  const batches: number[] = []
  const metrics = makeMetrics()
  const server = {
    metrics,
    logLines,
    batches,
    retries: 0,
    url: '',
    get app() {
      return app
    },
    takeOverKeys: () => takeOverKeys(),
    get lastUsed() {
      return lastUsed
    },
  }
  beforeAll(async () => {
    reads = openSharedReads(options.databaseUrl, {
      ...BUSY_MACHINE,
      timeoutMs: options.readTimeoutMs ?? BUSY_READ_MS,
      onBatch: (_read, keys) => void batches.push(keys),
      onRetry: () => void server.retries++,
    })
    db = connect(options.databaseUrl, BUSY_MACHINE)
    lastUsed = trackLastUsed(db)
    jobs = await openJobs(db, (error) => void logLines.push(String(error)))
    const log = openLog('trace', {
      write: (line) => void logLines.push(line),
    })
    // Tests of these limits set their own.
    const config = readConfig(
      { DATABASE_URL: options.databaseUrl, ...PASSWORD_ONLY, ...env },
      { ...LIMITS, ...PATIENT, ...limits },
    )
    const shared = { ...times, log, metrics }
    const engine = { config, db, readDb: () => db, jobs, seal: options.seal, ...shared }
    const built = await buildServer({
      ...engine,
      portalFolder: options.portalFolder,
      reads,
      lastUsed,
      isReady: () => true,
    })
    app = built.app
    await options.extend?.({ ...built, db, config })
    takeOverKeys = built.takeOverKeys
    options.prepare?.(app)
    if (options.runsJobs) work = await runJobsOf(options, engine, logLines)
    server.url = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  })
  afterAll(async () => {
    await closeAtOnce(app)
    await work?.stop()
    await jobs.stop()
    await reads.close()
    await db.destroy()
  })
  return server
}

/** A connection on which no request has arrived is not idle, and would be waited for. */
function closeAtOnce(app: FastifyInstance): Promise<undefined> {
  const closed = app.close()
  app.server.closeAllConnections()
  return closed
}

/** What a process does after requests were answered. */
async function runJobsOf(options: Options, deps: JobDeps, logLines: string[]) {
  const { databaseUrl, extendMail } = options
  const engine = { ...deps, extendMail }
  const onFailure = (name: string, error: unknown) => void logLines.push(`${name} ${error}`)
  const onError = (error: unknown) => void logLines.push(String(error))
  const handlers = handlersOf(options, engine)
  const work = await workOnJobs(databaseUrl, jobQueues, handlers, { onError, onFailure })
  const followers = runFollowers(await followersOf(engine), {
    databaseUrl,
    onFailure,
    onLost: onError,
  })
  return {
    async stop() {
      await followers.stop()
      await work.stop()
    },
  }
}

function handlersOf({ extendJobs }: Options, deps: JobDeps) {
  const handlers = jobHandlers(deps)
  return extendJobs ? extendJobs(handlers, deps) : handlers
}

const timesOf = ({ productTime, realTime }: Options) => ({
  productTime: (productTime ?? systemProductTime) as ProductClock,
  realTime: (realTime ?? systemRealTime) as RealClock,
})
