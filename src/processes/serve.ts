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
import { listen } from '../platform/http/listen.ts'
import { openLog, openLogOutput } from '../platform/log.ts'
import { listenForMetrics, type Metrics, makeMetrics } from '../platform/metrics.ts'
import { readSeal } from '../platform/seal.ts'

const PORTAL_FOLDER = fileURLToPath(new URL('../../dist/portal', import.meta.url))
const LONGEST_STOP_MS = 10_000
const WRITE_LAST_USED_EVERY_MS = 10_000
const TIDY_EVERY_MS = 60_000

export async function runServe(env: NodeJS.ProcessEnv): Promise<void> {
  const config = requireSharedKey(readConfig(env))
  // Listened for from the first: a signal that comes while starting stops the server once it is up.
  const stopRequested = stopSignal()
  const output = openLogOutput(process.stdout.fd)
  const log = openLog(config.logLevel, output)
  process.on('uncaughtExceptionMonitor', (err) => {
    log.fatal({ err }, 'stopped by a bug')
    output.flushSync()
  })

  const metrics = makeMetrics()
  const reads = openReads(config.databaseUrl, metrics, log)
  const db = connect(config.databaseUrl, {
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
  const shared = { config, db, reads, lastUsed, seal, log, metrics, isReady }
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
  const addresses = await listen(app, config, errors.onUnreadableRequest)
  log.info({ addresses, metrics: metricsServer.address() }, 'listening')
  output.flushSync()

  const signal = await stopRequested
  ready = false
  giveUpAfter(LONGEST_STOP_MS + config.drainMs, () => {
    log.error('did not stop in time, ending')
    output.flushSync()
  })
  // A person at the terminal has no balancer to wait for.
  const drainMs = signal === 'SIGINT' ? 0 : config.drainMs
  log.info({ signal, drainMs }, 'stopping')
  await delay(drainMs)
  await app.close()
  metricsServer.close()
  metricsServer.closeAllConnections()
  for (const timer of timers) clearInterval(timer)
  await writeLastUsed()
  await reads.close()
  await db.destroy()
  log.info('stopped')
  output.flushSync()
}

/** Whoever comes in through another house's sign-in walks pages on any node: all need one key to sign them. */
function requireSharedKey(config: Config): Config {
  if (config.trustedIssuers.length === 0 || config.secretKeyFile !== undefined) return config
  throw new Error(
    'TRUSTED_ISSUERS is set and SECRET_KEY_FILE is not. Page markers are signed with a key that every node must share. Make one with: openssl rand -hex 32',
  )
}

function openReads(databaseUrl: string, metrics: Metrics, log: Logger) {
  return openSharedReads(databaseUrl, {
    onBatch: (read, keys) => metrics.sharedReadKeys.observe({ read }, keys),
    onRetry(read, err) {
      metrics.sharedReadRetries.inc({ read })
      log.warn({ read, err }, 'shared read failed, trying once more')
    },
  })
}

function giveUpAfter(ms: number, sayWhy: () => void): void {
  const end = () => {
    sayWhy()
    process.exit(1)
  }
  setTimeout(end, ms).unref()
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
}
