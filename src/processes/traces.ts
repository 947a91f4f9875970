import type { Logger } from 'pino'
import { BUILD } from '../platform/metrics/build-info.ts'
import { traceReads, traceStatements } from '../platform/traces/database.ts'
import type { Traces } from '../platform/traces/traces.ts'
import type { Config } from '../settings.ts'

const LOG_FAILURES_EVERY_MS = 60_000

/** Nothing of OpenTelemetry is loaded unless something is traced. */
export async function startTraces(config: Config, log: Logger): Promise<Traces | undefined> {
  if (!config.traces) return undefined
  if (!config.hasOutgoing) {
    log.warn('OUTGOING is off, so no traces are sent')
    return undefined
  }
  const { openTraces } = await import('../platform/traces/traces.ts')
  let logNextAt = 0
  return openTraces({
    ...config.traces,
    version: BUILD.version,
    onFailure(err) {
      if (performance.now() < logNextAt) return
      logNextAt = performance.now() + LOG_FAILURES_EVERY_MS
      log.warn({ err }, 'traces could not be sent and are lost; check OTEL_EXPORTER_OTLP_ENDPOINT')
    },
  })
}

/** For the pools and the shared reads of a process. */
export const traceDatabase = (traces: Traces | undefined) => ({
  onStatement: traces && traceStatements(traces),
  trace: traces && traceReads(traces),
})
