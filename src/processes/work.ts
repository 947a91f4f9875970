import { connect } from '../platform/db/connect.ts'
import { requireMigrated } from '../platform/db/migrate.ts'
import { openJobs } from '../platform/jobs.ts'
import { listenForMetrics } from '../platform/metrics/listen.ts'
import { makeMetrics } from '../platform/metrics/metrics.ts'
import { systemProductTime, systemRealTime } from '../platform/time.ts'
import { checkedColumns } from '../sealed-columns.ts'
import { readConfig } from '../settings.ts'
import { openKeys } from './keys.ts'
import { observeDatabase } from './observe.ts'
import { openProcess, runJobs, watchClock } from './running.ts'
import { startTraces, traceDatabase } from './traces.ts'

/** Does what happens after requests were answered, and answers none itself. */
export async function runWork(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env)
  const metrics = makeMetrics()
  const { log, flushLog, stopRequested, endWithin, exit } = openProcess(config, metrics)
  const traces = await startTraces(config, log)
  const db = connect(config.databaseUrl, {
    namedStatements: config.namedStatements,
    maxWaitMs: config.admission.maxWaitMs,
    watch: metrics.watchPool('main'),
    onStatement: traceDatabase(traces).onStatement,
    onConnectionLost: (err) => log.warn({ err }, 'database connection lost'),
    onUnavailable: (reason) => metrics.databaseUnavailable.inc({ reason }),
  })
  await requireMigrated(db)
  const times = { productTime: systemProductTime, realTime: systemRealTime }
  observeDatabase({ db, metrics, ...times })
  const clock = await watchClock({ config, db, ...times, metrics, log })
  const seal = await openKeys(config, db, checkedColumns.work)
  const jobs = await openJobs(db, (err) => log.warn({ err }, 'job queue error'), traces?.carry)
  const work = await runJobs({
    config,
    db,
    jobs,
    seal,
    log,
    metrics,
    traces,
    ...times,
  })
  const metricsServer = await listenForMetrics(metrics, config.metricsHost, config.metricsPort)
  log.info({ metrics: metricsServer.address() }, 'working')
  flushLog()

  const signal = await stopRequested
  endWithin(0)
  log.info({ signal }, 'stopping')
  clock.stop()
  await work.stop()
  await jobs.stop()
  metricsServer.close()
  metricsServer.closeAllConnections()
  await db.destroy()
  await traces?.close()
  log.info('stopped')
  await exit(0)
}
