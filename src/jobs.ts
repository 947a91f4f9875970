import {
  type AppManagementJobs,
  appManagementJobs,
  appManagementQueues,
  appManagementQueuesWithMail,
  appManagementSweeps,
  enqueueWarnings,
} from './areas/app-management/jobs.ts'
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
import {
  type MailJobs,
  mailJobs,
  mailQueueNames,
  mailQueues,
  mailSweeps,
} from './platform/mail/jobs.ts'
import { type Mailer, NO_MAIL, openMailer } from './platform/mail/mailer.ts'
import type { MailEnd } from './platform/mail/outcomes.ts'
import { openSender, type SendMail } from './platform/mail/sender.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { openOutgoing } from './platform/outgoing.ts'
import {
  enqueueSweeps,
  type SweepJobs,
  type Sweeps,
  sweepJobs,
  sweepQueues,
} from './platform/sweeps.ts'
import type { ProductClock, RealClock } from './platform/time.ts'
import { traceOutgoing } from './platform/traces/outgoing.ts'
import type { Traces } from './platform/traces/traces.ts'
import type { Config } from './settings.ts'

/** The jobs of all areas: what they carry, their queues, and who does them. */
export type JobData = AppManagementJobs & QuotaJobs & MailJobs & SweepJobs
export const jobQueues: JobQueues<JobData> = {
  ...appManagementQueues,
  ...quotaQueues,
  ...mailQueues,
  ...sweepQueues,
}

const queuesWithMail = [...appManagementQueuesWithMail, ...mailQueueNames]

/** Those whose jobs a process leaves alone, and why, unless it is the usual case that mail is off. */
export function queuesLeft({
  seal,
  config,
}: Pick<JobDeps, 'seal' | 'config'>): Readonly<{ queues: readonly string[]; reason?: string }> {
  if (!config.hasOutgoing) {
    return { queues: [...quotaQueuesWithOutgoing, ...queuesWithMail], reason: 'OUTGOING is off' }
  }
  // Without a key there is no mail.
  const withMail = config.mail ? [] : queuesWithMail
  if (!seal) {
    return { queues: [...quotaQueuesWithKey, ...withMail], reason: 'SECRET_KEY_FILE is not set' }
  }
  return { queues: withMail }
}

/** What every part deletes when it is not needed any more. */
export const sweepsOf = (config: Config): Sweeps => ({
  ...identitySweeps({ expiredLinkDays: config.expiredLinkDays }),
  ...mailSweeps,
  ...productSweepsOf(config),
})

/** Those that go by the product time; a sign-in goes by the real time. */
export const productSweepsOf = (config: Config): Sweeps => ({
  ...directorySweeps,
  ...appManagementSweeps({
    caps: config.caps,
    keep: config.keep,
    idleTokenDays: config.idleTokenDays,
  }),
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

/** Writes the mails that changes cause, if mail is on. */
export function mailerOf(deps: Omit<JobDeps, 'db' | 'productTime' | 'log'>): Mailer {
  const { config, jobs, seal, realTime, metrics } = deps
  if (!config.mail || !seal) return NO_MAIL
  const onLimited = () => metrics.mails.inc({ outcome: 'limited' })
  return openMailer({
    config: config.mail,
    linkBase: config.portalUrl.replace(/\/$/, ''),
    jobs,
    seal,
    realTime,
    onLimited,
  })
}

/** None if mail is off, or something else takes it. */
export function senderOf({ mail, hasOutgoing }: Config): SendMail | undefined {
  return mail?.server && hasOutgoing ? openSender({ ...mail, server: mail.server }) : undefined
}

export const mailJobsOf = (
  { db, seal, realTime, log, metrics }: JobDeps,
  send: SendMail | undefined,
): JobHandlers<MailJobs> => {
  const onEnd = (outcome: MailEnd) => metrics.mails.inc({ outcome })
  return mailJobs({ db, seal, send, realTime, log, onEnd })
}

/** To be called every minute by each process that works on jobs: each is due once in its period. */
export async function enqueueDue(jobs: Jobs<JobData>, config: Config): Promise<void> {
  await enqueueSweeps(jobs, sweepsOf(config))
  if (config.mail) await enqueueWarnings(jobs)
}

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
    ...appManagementJobs({ db, mailer: mailerOf(deps), productTime }),
    ...mailJobsOf(deps, senderOf(config)),
    ...sweepJobs({ db, ...times, sweeps: sweepsOf(config) }),
  }
}
