import { openLog } from '../../../src/platform/log.ts'
import { type Metrics, makeMetrics } from '../../../src/platform/metrics/metrics.ts'
import { startServer } from '../../../src/processes/serve.ts'
import { readConfig } from '../../../src/settings.ts'
import { PASSWORD_ONLY } from './processes.ts'

export type ServingHere = Readonly<{
  addresses: readonly string[]
  /** Everything that was logged so far. */
  readLog: () => string
  stop: () => Promise<void>
}>

/** What `binnacle serve` starts, without a process around it: where neither signals nor the exit are the point. */
export async function serveHere(
  env: Readonly<Record<string, string>>,
  metrics: Metrics = makeMetrics(),
): Promise<ServingHere> {
  const ports = { PORT: '0', TLS_PORT: '0', METRICS_ADDRESS: '127.0.0.1:0', DRAIN_SECONDS: '0' }
  const config = readConfig({ ...ports, ...PASSWORD_ONLY, ...env })
  let logged = ''
  const log = openLog(config.logLevel, {
    write: (line) => {
      logged += line
    },
  })
  const server = await startServer(config, { log, metrics })
  return {
    addresses: server.addresses,
    readLog: () => logged,
    stop: () => server.stop(0),
  }
}
