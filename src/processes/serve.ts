import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { buildServer } from '../app.ts'
import { trackLastUsed } from '../identity/last-used.ts'
import { systemClock } from '../platform/clock.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { connect } from '../platform/db/connect.ts'
import { requireMigrated } from '../platform/db/migrate.ts'
import { openSharedReads } from '../platform/db/shared-read.ts'
import { type BoundSockets, listen } from '../platform/http/listen.ts'
import { openJobs } from '../platform/jobs.ts'
import { listenForMetrics, type Metrics, makeMetrics } from '../platform/metrics.ts'
import { readSeal } from '../platform/seal.ts'
import { openProcess, runJobs } from './running.ts'

/** Among the sources it is built into `dist`; in the package everything is. */
const PORTAL = import.meta.url.endsWith('.ts') ? '../../dist/portal' : '../../portal'
const PORTAL_FOLDER = fileURLToPath(new URL(PORTAL, import.meta.url))
const WRITE_LAST_USED_EVERY_MS = 10_000
const TIDY_EVERY_MS = 60_000

export async function runServe(env: NodeJS.ProcessEnv): Promise<void> {
  const config = requireSharedKey(readConfig(env))
  const { log, flushLog, stopRequested, endWithin } = openProcess(config)
  const server = await startServer(config, log)
  flushLog()

  const signal = await stopRequested
  endWithin(config.drainMs)
  // A person at the terminal has no balancer to wait for.
  const drainMs = signal === 'SIGINT' ? 0 : config.drainMs
  log.info({ signal, drainMs }, 'stopping')
  await server.stop(drainMs)
  log.info('stopped')
  flushLog()
}

export type RunningServer = Readonly<{
  addresses: readonly string[]
  /** Leaves the balancer first, for so long; then answers what is under way, and closes. */
  stop: (drainMs: number) => Promise<void>
}>

export async function startServer(
  config: Config,
  log: Logger,
  bound?: BoundSockets,
): Promise<RunningServer> {
  const metrics = makeMetrics()
  const reads = openReads(config, metrics, log)
  const db = connect(config.databaseUrl, {
    connectTimeoutMs: config.databasePatienceMs,
    onConnectionLost: (err) => log.warn({ err }, 'database connection lost'),
  })
  await requireMigrated(db)
  const lastUsed = trackLastUsed(db)
  const writeLastUsed = () =>
    lastUsed
      .flush()
      .catch((err: unknown) => log.warn({ err }, 'last use of tokens not written yet'))

  let ready = true
  const isReady = () => ready
  const seal = config.secretKeyFile === undefined ? undefined : readSeal(config.secretKeyFile)
  if (!existsSync(PORTAL_FOLDER)) {
    log.warn('the portal is not built, only the APIs are served; `npm run build` builds it')
  }
  const jobs = await openJobs(db, (err) => log.warn({ err }, 'job engine in trouble'))
  const shared = { config, db, reads, jobs, lastUsed, seal, log, metrics, isReady }
  const deps = { ...shared, clock: systemClock, portalFolder: PORTAL_FOLDER }
  const { app, errors, tidy } = await buildServer(deps)
  const tidyUp = () => tidy().catch((err: unknown) => log.warn({ err }, 'not tidied up this time'))
  const timers = [
    setInterval(writeLastUsed, WRITE_LAST_USED_EVERY_MS),
    setInterval(tidyUp, TIDY_EVERY_MS),
  ]
  const metricsServer = await listenForMetrics(
    metrics.registry,
    config.metricsHost,
    config.metricsPort,
  )
  const work = config.runJobs ? await runJobs(deps) : undefined
  const addresses = await listen(app, config, errors.onUnreadableRequest, bound)
  log.info({ addresses, metrics: metricsServer.address() }, 'listening')

  return {
    addresses,
    async stop(drainMs) {
      ready = false
      await delay(drainMs)
      await app.close()
      await work?.stop()
      await jobs.stop()
      metricsServer.close()
      metricsServer.closeAllConnections()
      for (const timer of timers) clearInterval(timer)
      await writeLastUsed()
      await reads.close()
      await db.destroy()
    },
  }
}

/** Whoever comes in through another house's sign-in walks pages on any node: all need one key to sign them. */
function requireSharedKey(config: Config): Config {
  if (config.trustedIssuers.length === 0 || config.secretKeyFile !== undefined) return config
  throw new Error(
    'TRUSTED_ISSUERS is set and SECRET_KEY_FILE is not. Page markers are signed with a key that every node must share. Make one with: openssl rand -hex 32',
  )
}

function openReads({ databaseUrl, databasePatienceMs }: Config, metrics: Metrics, log: Logger) {
  return openSharedReads(databaseUrl, {
    timeoutMs: databasePatienceMs,
    onBatch: (read, keys) => metrics.sharedReadKeys.observe({ read }, keys),
    onRetry(read, err) {
      metrics.sharedReadRetries.inc({ read })
      log.warn({ read, err }, 'shared read failed, trying once more')
    },
  })
}
