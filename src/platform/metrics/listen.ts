import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics } from 'prom-client'
import { nameSettings } from '../settings/listen-error.ts'
import type { Metrics } from './metrics.ts'

/** Serves `/metrics` on a port of its own, because metrics need no sign-in and callers need no metrics. */
export function listenForMetrics(
  { registry, scrape }: Pick<Metrics, 'registry' | 'scrape'>,
  host: string,
  port: number,
): Promise<Server> {
  collectDefaultMetrics({ register: registry })
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Metrics are at /metrics.\n')
      return
    }
    scrape().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: Error) => response.destroy(error),
    )
  })
  const listening = new Promise<Server>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
  return listening.catch(
    nameSettings({ host: 'METRICS_ADDRESS', port: 'METRICS_ADDRESS' }, { host, port }),
  )
}
