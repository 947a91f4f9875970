import { type Histogram, Registry } from 'prom-client'
import type { PoolUsage } from '../db/admission.ts'
import { BUILD } from './build-info.ts'
import { openMetrics } from './definition.ts'
import { DEFINITIONS } from './definitions.ts'

export type Metrics = ReturnType<typeof makeMetrics>

type Refresh = () => void | Promise<void>

/** A registry per server instead of the library's global one, so that tests can run several. */
export function makeMetrics() {
  const registry = new Registry()
  const metrics = openMetrics(DEFINITIONS, registry)
  metrics.buildInfo.set(BUILD, 1)
  const refreshes: Refresh[] = []
  const onScrape = (refresh: Refresh) => void refreshes.push(refresh)
  return {
    ...metrics,
    registry,
    observeRequest: countRequests(metrics.requests),
    observeBatch(read: string, keys: number, waitSeconds: number): void {
      metrics.sharedReadKeys.observe({ read }, keys)
      metrics.sharedReadWait.observe(waitSeconds)
    },
    /** `refresh` runs each time before metrics are read; it must not throw, and must end in time. */
    onScrape,
    /** The usage of a pool, read when metrics are. */
    watchPool: (pool: string) => (readUsage: () => PoolUsage) =>
      onScrape(() => {
        const { inUse, waiting, limit } = readUsage()
        metrics.connectionsInUse.set({ pool }, inUse)
        metrics.connectionsWaiting.set({ pool }, waiting)
        metrics.connectionsLimit.set({ pool }, limit)
      }),
    /** All metrics as text, in the format of Prometheus. */
    async scrape(): Promise<string> {
      await Promise.all(refreshes.map((refresh) => refresh()))
      return registry.metrics()
    },
  }
}

type Series = Readonly<{
  method: string
  status: number
  labelled: Histogram.Internal<'method' | 'route' | 'status'>
}>

/** Finding the labels of a series costs more than adding to it, so each series is found once. */
function countRequests(requests: Histogram<'method' | 'route' | 'status'>) {
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
