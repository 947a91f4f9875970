import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { connect } from '../platform/db/connect.ts'
import { requireMigrated } from '../platform/db/migrate.ts'
import { openJobs } from '../platform/jobs.ts'
import { listenForMetrics, makeMetrics } from '../platform/metrics.ts'
import { readSeal } from '../platform/seal.ts'
import { openProcess, runJobs } from './running.ts'

/** Does what happens after requests were answered, and answers none itself. */
export async function runWork(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env)
  const { log, flushLog, stopRequested, endWithin } = openProcess(config)
  const metrics = makeMetrics()
  const db = connect(config.databaseUrl, {
    onConnectionLost: (err) => log.warn({ err }, 'database connection lost'),
  })
  await requireMigrated(db)
  const seal = config.secretKeyFile === undefined ? undefined : readSeal(config.secretKeyFile)
  const jobs = await openJobs(db, (err) => log.warn({ err }, 'job engine in trouble'))
  const work = await runJobs({ config, db, jobs, seal, log, metrics, clock: systemClock })
  const { registry } = metrics
  const metricsServer = await listenForMetrics(registry, config.metricsHost, config.metricsPort)
  log.info({ metrics: metricsServer.address() }, 'working')
  flushLog()

  const signal = await stopRequested
  endWithin(0)
  log.info({ signal }, 'stopping')
  await work.stop()
  await jobs.stop()
  metricsServer.close()
  metricsServer.closeAllConnections()
  await db.destroy()
  log.info('stopped')
  flushLog()
}
