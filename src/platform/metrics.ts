import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof makeMetrics>

/** A registry per server instead of the library's global one, so that tests can run several. */
export function makeMetrics() {
  const registry = new Registry()
  return {
    registry,
    observeRequest: countRequests(registry),
    sharedReadKeys: new Histogram({
      name: 'binnacle_shared_read_batch_keys',
      help: 'Number of requests that shared one SQL statement.',
      labelNames: ['read'] as const,
      buckets: [1, 2, 4, 8, 16, 32],
      registers: [registry],
    }),
    retiredOperations: new Counter({
      name: 'binnacle_retired_operation_requests_total',
      help: 'Requests for operations of the retired app platform that this server does not have, by operation name or `other`.',
      labelNames: ['operation'] as const,
      registers: [registry],
    }),
    failedJobs: new Counter({
      name: 'binnacle_failed_jobs_total',
      help: 'Failed attempts of jobs, by job.',
      labelNames: ['job'] as const,
      registers: [registry],
    }),
    droppedLogLines: new Counter({
      name: 'binnacle_log_lines_dropped_total',
      help: 'Log lines that were dropped because they could not be written.',
      registers: [registry],
    }),
    refusedRequests: new Counter({
      name: 'binnacle_requests_refused_total',
      help: 'Requests that were refused because too many were in the queue of this node, or waited there for too long.',
      registers: [registry],
    }),
    clockOffset: new Gauge({
      name: 'binnacle_clock_offset_seconds',
      help: 'How far the clock of this node is ahead of the clock of the database; negative if it is behind.',
      registers: [registry],
    }),
    databaseUnavailable: new Counter({
      name: 'binnacle_database_unavailable_total',
      help: 'Statements and connections that failed because of the state of the database, by reason.',
      labelNames: ['reason'] as const,
      registers: [registry],
    }),
    replicaReads: new Counter({
      name: 'binnacle_replica_reads_total',
      help: 'Reads that may run on a replica, by outcome: `replica`, `primary`, or why a replica that was tried was not used.',
      labelNames: ['outcome'] as const,
      registers: [registry],
    }),
    sharedReadRetries: new Counter({
      name: 'binnacle_shared_read_retries_total',
      help: 'Batches that failed once and were retried on a new connection.',
      labelNames: ['read'] as const,
      registers: [registry],
    }),
  }
}

type Series = Readonly<{
  method: string
  status: number
  labelled: Histogram.Internal<'method' | 'route' | 'status'>
}>

/** Finding the labels of a series costs more than adding to it, so each series is found once. */
function countRequests(registry: Registry) {
  const requests = new Histogram({
    name: 'binnacle_http_request_duration_seconds',
    help: 'Time from the request line to the last byte of the response, by route pattern.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  })
  const byRoute = new Map<string, Series[]>()
  function find(method: string, route: string, status: number): Series {
    const series = byRoute.get(route) ?? []
    for (const one of series) if (one.status === status && one.method === method) return one
    const added = { method, status, labelled: requests.labels({ method, route, status }) }
    byRoute.set(route, [...series, added])
    return added
  }
  return (method: string, route: string, status: number, seconds: number): void =>
    find(method, route, status).labelled.observe(seconds)
}

/** Serves `/metrics` on a port of its own, because metrics need no sign-in and callers need no metrics. */
export function listenForMetrics(registry: Registry, host: string, port: number): Promise<Server> {
  collectDefaultMetrics({ register: registry })
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Metrics are at /metrics.\n')
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: Error) => response.destroy(error),
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}
