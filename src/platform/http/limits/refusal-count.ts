import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../../metrics/metrics.ts'

const LINE_INTERVAL_MS = 1000

/** Counts the requests that the queue refuses. A log line for each would cost as much as the refusal. */
export function countRefusals({ refusedRequests }: Metrics, log: FastifyBaseLogger): () => void {
  let count = 0
  const writeLine = () => {
    log.warn({ count, code: 'TooManyRequestsWaiting' }, 'requests refused')
    count = 0
  }
  return () => {
    refusedRequests.inc()
    if (count === 0) setTimeout(writeLine, LINE_INTERVAL_MS).unref()
    count++
  }
}
