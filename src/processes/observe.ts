import { findMatchingLag } from '../areas/service-health/notices/actions.ts'
import { jobQueues } from '../jobs.ts'
import { findSendingLag } from '../management-api/notifications/deliveries/actions.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Replicas } from '../platform/db/replicas/replicas.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import { createSample } from '../platform/metrics/sample.ts'
import { countJobs } from '../platform/metrics/store.ts'
import type { ProductClock, RealClock } from '../platform/time.ts'

type Observed = Readonly<{
  db: Db
  metrics: Metrics
  productTime: ProductClock
  realTime: RealClock
}>

const QUEUES = Object.keys(jobQueues)

/** What only the database knows. While it is away, these metrics are absent instead of out of date. */
export function observeDatabase({ db, metrics, productTime, realTime }: Observed): void {
  const { databaseUp, jobsWaiting, oldestJob, jobsGivenUp } = metrics
  const { unmatchedAge, noticesWaiting, deliveriesOverdue } = metrics
  const read = async () => {
    const counts = await countJobs(db, QUEUES)
    const unmatchedSeconds = await findMatchingLag(db, productTime)
    const lag = await findSendingLag(db, realTime)
    databaseUp.set(1)
    for (const { queue, waiting, oldestSeconds, givenUp } of counts) {
      jobsWaiting.set({ queue }, waiting)
      oldestJob.set({ queue }, oldestSeconds)
      jobsGivenUp.set({ queue }, givenUp)
    }
    unmatchedAge.set(unmatchedSeconds)
    noticesWaiting.set(lag.noticesWaiting)
    deliveriesOverdue.set(lag.overdueSeconds)
  }
  const onFailure = () => {
    databaseUp.set(0)
    for (const metric of [jobsWaiting, oldestJob, jobsGivenUp]) metric.reset()
    for (const metric of [unmatchedAge, noticesWaiting, deliveriesOverdue]) {
      metric.remove()
    }
  }
  metrics.onScrape(createSample({ read, onFailure }))
}

export function observeReplicas({ measure }: Pick<Replicas, 'measure'>, metrics: Metrics): void {
  const { replicaUsable, replicaLag } = metrics
  const read = async () => {
    const measured = await measure()
    replicaUsable.reset()
    replicaLag.reset()
    for (const { host: replica, isReplica, isUsable, lagBytes } of measured) {
      // One of the servers in `DATABASE_READ_URLS` may be the primary.
      if (isReplica) replicaUsable.set({ replica }, isUsable ? 1 : 0)
      if (lagBytes !== null) replicaLag.set({ replica }, lagBytes)
    }
  }
  // Without the primary, nobody knows how far behind a replica is.
  metrics.onScrape(createSample({ read, onFailure: () => replicaLag.reset() }))
}
