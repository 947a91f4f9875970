import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { buildServer, type Server } from '../app.ts'
import { trackLastUsed } from '../identity/last-used.ts'
import type { JobDeps } from '../jobs.ts'
import { connect, type Db } from '../platform/db/connect.ts'
import { requireMigrated } from '../platform/db/migrate.ts'
import type { PoolOptions } from '../platform/db/pool.ts'
import { openReplicas, type Replicas } from '../platform/db/replicas/replicas.ts'
import { openSharedReads } from '../platform/db/shared-read.ts'
import { type BoundSockets, listen } from '../platform/http/server/listen.ts'
import { openJobs } from '../platform/jobs.ts'
import { listenForMetrics } from '../platform/metrics/listen.ts'
import { type Metrics, makeMetrics } from '../platform/metrics/metrics.ts'
import { PORTAL_FOLDER } from '../platform/shipped-files.ts'
import { type ProductClock, systemProductTime, systemRealTime } from '../platform/time.ts'
import type { Traces } from '../platform/traces/traces.ts'
import { checkedColumns } from '../sealed-columns.ts'
import { type Config, readConfig } from '../settings.ts'
import { openKeys } from './keys.ts'
import { observeDatabase, observeReplicas } from './observe.ts'
import { type ExtendJobs, openProcess, runJobs, watchClock } from './running.ts'
import { startTraces, traceDatabase } from './traces.ts'

const WRITE_LAST_USED_EVERY_MS = 10_000
export const TAKE_OVER_KEYS_EVERY_MS = 60_000

export async function runServe(env: NodeJS.ProcessEnv): Promise<void> {
  const config = requireSharedKey(readConfig(env))
  const metrics = makeMetrics()
  const { log, flushLog, stopRequested, endWithin, exit } = openProcess(config, metrics)
  const server = await startServer(config, { log, metrics })
  flushLog()

  const signal = await stopRequested
  endWithin(config.drainMs)
  // A person at the terminal has no balancer to wait for.
  const drainMs = signal === 'SIGINT' ? 0 : config.drainMs
  log.info({ signal, drainMs }, 'stopping')
  await server.stop(drainMs)
  log.info('stopped')
  await exit(0)
}

export type RunningServer = Readonly<{
  addresses: readonly string[]
  /** Leaves the balancer first, for so long; then answers what is under way, and closes. */
  stop: (drainMs: number) => Promise<void>
}>

/** What an emulator has besides. */
type Extension = Readonly<{
  productTime?: ProductClock
  extendJobs?: ExtendJobs
  extendMail?: JobDeps['extendMail']
  /** Called before the server listens. */
  extend?: (started: Pick<Server, 'app' | 'errors'> & Readonly<{ db: Db }>) => Promise<unknown>
}>

export async function startServer(
  config: Config,
  { log, metrics }: Readonly<{ log: Logger; metrics: Metrics }>,
  bound?: BoundSockets,
  { productTime = systemProductTime, extend, extendJobs, extendMail }: Extension = {},
): Promise<RunningServer> {
  // Closed if a later step fails: the process of an emulator goes on without this instance.
  await using opened = new AsyncDisposableStack()
  const traces = await startTraces(config, log)
  opened.defer(() => traces?.close())
  const { reads, db, readDb } = openDatabase(config, { metrics, traces, log }, opened)
  await requireMigrated(db)
  const times = { productTime, realTime: systemRealTime }
  observeDatabase({ db, metrics, ...times })
  const clock = await watchClock({ config, db, ...times, metrics, log })
  opened.defer(clock.stop)
  const lastUsed = trackLastUsed(db)
  const writeLastUsed = () =>
    lastUsed
      .flush()
      .catch((err: unknown) =>
        log.warn({ err }, 'last use of tokens could not be written; trying again later'),
      )
  opened.defer(writeLastUsed)

  let ready = true
  const isReady = () => ready
  const seal = await openKeys(config, db, checkedColumns.serve)
  if (!existsSync(PORTAL_FOLDER)) {
    log.warn('the portal is not built, so only the APIs are served; build it with `npm run build`')
  }
  const jobs = await openJobs(db, (err) => log.warn({ err }, 'job queue error'), traces?.carry)
  opened.defer(jobs.stop)
  const shared = { config, db, readDb, reads, jobs, lastUsed, seal, log, metrics, traces, isReady }
  const deps = { ...shared, ...times, portalFolder: fileURLToPath(PORTAL_FOLDER) }
  const { app, errors, takeOverKeys } = await buildServer(deps)
  const requests = opened.use(new AsyncDisposableStack())
  requests.defer(() => app.close())
  await extend?.({ app, errors, db })
  const takeOver = () =>
    takeOverKeys().catch((err: unknown) =>
      log.warn({ err }, 'signing keys could not be taken over; trying again later'),
    )
  opened.adopt(setInterval(writeLastUsed, WRITE_LAST_USED_EVERY_MS), clearInterval)
  opened.adopt(setInterval(takeOver, TAKE_OVER_KEYS_EVERY_MS), clearInterval)
  const metricsServer = await listenForMetrics(metrics, config.metricsHost, config.metricsPort)
  opened.defer(() => {
    metricsServer.close()
    metricsServer.closeAllConnections()
  })
  if (config.runJobs) opened.defer((await runJobs({ ...deps, extendMail }, extendJobs)).stop)
  const onCertificate = (validTo: Date) => metrics.certificateExpiry.set(validTo.getTime() / 1000)
  const addresses = await listen(app, config, errors, { bound, onCertificate })
  log.info({ addresses, metrics: metricsServer.address() }, 'listening')

  const ends = opened.move()
  return {
    addresses,
    async stop(drainMs) {
      ready = false
      clock.stop()
      await delay(drainMs)
      await requests.disposeAsync()
      await ends.disposeAsync()
    },
  }
}

/** People who signed in at a trusted issuer page through lists on any node, so all nodes need one key for cursors. */
function requireSharedKey(config: Config): Config {
  if (config.trustedIssuers.length === 0 || config.secretKeyFiles.length > 0) return config
  throw new Error(
    'TRUSTED_ISSUERS requires SECRET_KEY_FILE, because all nodes sign skip tokens with the same key. Create the key with: openssl rand -hex 32',
  )
}

type DatabaseDeps = Readonly<{
  metrics: Metrics
  traces: Traces | undefined
  log: Logger
}>

function openDatabase(
  config: Config,
  { metrics, traces, log }: DatabaseDeps,
  opened: AsyncDisposableStack,
) {
  const onUnavailable = (reason: string) => metrics.databaseUnavailable.inc({ reason })
  const { admission, namedStatements } = config
  const limits = { ...admission, namedStatements, onUnavailable }
  const { trace, onStatement } = traceDatabase(traces)
  const reads = openSharedReads(config.databaseUrl, {
    ...limits,
    timeoutMs: config.sharedReadTimeoutMs,
    onBatch: metrics.observeBatch,
    watch: metrics.watchPool('shared-reads'),
    trace,
    onRetry(read, err) {
      metrics.sharedReadRetries.inc({ read })
      log.warn({ read, err }, 'shared read failed, retrying once')
    },
  })
  opened.defer(() => reads.close())
  const db = connect(config.databaseUrl, {
    ...limits,
    watch: metrics.watchPool('main'),
    onStatement,
    onConnectionLost: (err) => log.warn({ err }, 'database connection lost'),
  })
  opened.defer(() => db.destroy())
  const replicas = openReadReplicas(config, db, { metrics, log, onStatement })
  opened.defer(replicas.close)
  observeReplicas(replicas, metrics)
  return { reads, db, readDb: replicas.readDb }
}

function openReadReplicas(
  config: Config,
  db: Db,
  {
    metrics,
    log,
    onStatement,
  }: Pick<DatabaseDeps, 'metrics' | 'log'> & Pick<PoolOptions, 'onStatement'>,
): Replicas {
  const logged = new Set<string>()
  return openReplicas(config.databaseReadUrls, db, {
    namedStatements: config.namedStatements,
    watchPool: metrics.watchPool,
    onStatement,
    onRead: (outcome) => metrics.replicaReads.inc({ outcome }),
    onChange(replica, failure, err) {
      if (failure === undefined) {
        if (logged.delete(replica)) log.info({ replica }, 'the replica is used again')
        return
      }
      // It is behind at times; the metric says how often.
      if (failure === 'behind') return
      logged.add(replica)
      if (failure === 'no grant') log.warn({ replica }, NO_GRANT)
      else log.warn({ replica, reason: failure, err }, 'the replica is not used; reading elsewhere')
    },
  })
}

const NO_GRANT =
  'the replica is not used, because this role may not read its timeline; run on the primary: grant pg_read_all_stats to ROLE'
