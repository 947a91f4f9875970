import { appManagementSweeps } from './areas/app-management/jobs.ts'
import type { FulfilDeps } from './areas/quota/fulfilment/actions.ts'
import {
  quotaJobs,
  quotaQueues,
  quotaQueuesWithKey,
  quotaQueuesWithOutgoing,
  quotaSweeps,
} from './areas/quota/jobs.ts'
import type { QuotaJobs } from './areas/quota/rules.ts'
import { serviceHealthSweeps } from './areas/service-health/jobs.ts'
import { directorySweeps } from './directory/jobs.ts'
import { identitySweeps } from './identity/jobs.ts'
import type { Seal } from './platform/crypto/seal.ts'
import type { Db } from './platform/db/connect.ts'
import type { JobHandlers, JobQueues, Jobs } from './platform/jobs.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { openOutgoing } from './platform/outgoing.ts'
import { type SweepJobs, type Sweeps, sweepJobs, sweepQueues } from './platform/sweeps.ts'
import type { ProductClock, RealClock } from './platform/time.ts'
import { traceOutgoing } from './platform/traces/outgoing.ts'
import type { Traces } from './platform/traces/traces.ts'
import type { Config } from './settings.ts'

/** The jobs of all areas: what they carry, their queues, and who does them. */
export type JobData = QuotaJobs & SweepJobs
export const jobQueues: JobQueues<JobData> = { ...quotaQueues, ...sweepQueues }

/** Those whose jobs a process leaves alone, and why. */
export function queuesLeft({
  seal,
  config,
}: Pick<JobDeps, 'seal' | 'config'>): Readonly<{ queues: readonly string[]; reason: string }> {
  if (!config.hasOutgoing) return { queues: quotaQueuesWithOutgoing, reason: 'OUTGOING is off' }
  if (!seal) return { queues: quotaQueuesWithKey, reason: 'SECRET_KEY_FILE is not set' }
  return { queues: [], reason: '' }
}

/** What every part deletes when it is not needed any more. */
export const sweepsOf = (config: Config): Sweeps => ({
  ...identitySweeps({ expiredLinkDays: config.expiredLinkDays }),
  ...productSweepsOf(config),
})

/** Those that go by the product time; a sign-in goes by the real time. */
export const productSweepsOf = (config: Config): Sweeps => ({
  ...directorySweeps,
  ...appManagementSweeps({ caps: config.caps, keep: config.keep }),
  ...serviceHealthSweeps({ eventOutboxDays: config.eventOutboxDays }),
  ...quotaSweeps({ quotaRequestDays: config.quotaRequestDays }),
})

export type JobDeps = Readonly<{
  config: Config
  db: Db
  jobs: Jobs<JobData>
  seal: Seal | undefined
  productTime: ProductClock
  realTime: RealClock
  metrics: Metrics
  traces?: Traces | undefined
  log: Readonly<{ warn: (fields: object, message: string) => void }>
}>

/** What is done after a request was answered, by whichever process does it. */
export function jobHandlers(deps: JobDeps): JobHandlers<JobData> {
  const { config, db, jobs, seal, productTime, realTime, metrics, traces, log } = deps
  const { providerTimeoutMs: timeoutMs, providerExceptions: exceptions } = config
  const { quotaRules, retryPolicy } = config
  const direct = openOutgoing({ timeoutMs, exceptions, isOff: !config.hasOutgoing })
  const outgoing = traces ? traceOutgoing(direct, traces) : direct
  const times = { productTime, realTime }
  const onCall: FulfilDeps['onCall'] = (outcome, seconds) =>
    metrics.providerCalls.observe({ outcome }, seconds)
  const calls = { outgoing, onCall }
  return {
    ...quotaJobs({ db, jobs, seal, ...times, log, quotaRules, retryPolicy, ...calls }),
    ...sweepJobs({ db, ...times, sweeps: sweepsOf(config) }),
  }
}
