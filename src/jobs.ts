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
import { quotaNotices } from './areas/quota/notices/area.ts'
import type { QuotaJobs } from './areas/quota/rules.ts'
import { serviceHealthSweeps } from './areas/service-health/jobs.ts'
import { eventNotices, matchFollower } from './areas/service-health/notices/area.ts'
import { resourceNotices } from './areas/service-health/notices/resources/area.ts'
import { reminderFollower } from './areas/service-health/reminders/area.ts'
import { directorySweeps } from './directory/jobs.ts'
import { identitySweeps } from './identity/jobs.ts'
import {
  type AlertTestJobs,
  alertTestJobs,
  alertTestQueueNames,
  alertTestQueues,
  alertTestSweeps,
} from './management-api/alert-rules/test-notifications/jobs.ts'
import { fanOutFollower } from './management-api/notifications/fan-out/follower.ts'
import { notificationSweeps } from './management-api/notifications/jobs.ts'
import { loadLinkKeys } from './management-api/notifications/receivers/link-keys.ts'
import { openMailLinks } from './management-api/notifications/receivers/links.ts'
import { deliveryFollower } from './management-api/notifications/sending/follower.ts'
import type { NoticeSources } from './management-api/notifications/sending/notice.ts'
import { reportSkipped } from './management-api/notifications/skipped.ts'
import type { Seal } from './platform/crypto/seal.ts'
import type { Db } from './platform/db/connect.ts'
import type { Follower } from './platform/followers.ts'
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
import { openSender, type SendMail, TIME_LIMITS } from './platform/mail/sender.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { type Outgoing, type OutgoingOptions, openOutgoing } from './platform/outgoing.ts'
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
export type JobData = AppManagementJobs & QuotaJobs & MailJobs & AlertTestJobs & SweepJobs
export const jobQueues: JobQueues<JobData> = {
  ...appManagementQueues,
  ...quotaQueues,
  ...mailQueues,
  ...alertTestQueues,
  ...sweepQueues,
}

const queuesWithMail = [...appManagementQueuesWithMail, ...mailQueueNames]

/** Those whose jobs a process leaves alone, and why, unless it is the usual case that mail is off. */
export function queuesLeft({
  seal,
  config,
}: Pick<JobDeps, 'seal' | 'config'>): Readonly<{ queues: readonly string[]; reason?: string }> {
  if (!config.hasOutgoing) {
    const queues = [...quotaQueuesWithOutgoing, ...alertTestQueueNames, ...queuesWithMail]
    return { queues, reason: 'OUTGOING is off' }
  }
  // Without a key there is no mail.
  const withMail = config.mail ? [] : queuesWithMail
  if (!seal) {
    const queues = [...quotaQueuesWithKey, ...alertTestQueueNames, ...withMail]
    return { queues, reason: 'SECRET_KEY_FILE is not set' }
  }
  return { queues: withMail }
}

/** What every part deletes when it is not needed any more. */
export const sweepsOf = (config: Config): Sweeps => ({
  ...identitySweeps(config.retentionDays),
  ...mailSweeps,
  ...notificationSweeps,
  ...alertTestSweeps,
  ...productSweepsOf(config),
})

/** Those that go by the product time; a sign-in goes by the real time. */
export const productSweepsOf = (config: Config): Sweeps => ({
  ...directorySweeps,
  ...appManagementSweeps({
    caps: config.caps,
    retentionDays: config.retentionDays,
    idleTokenDays: config.idleTokenDays,
  }),
  ...serviceHealthSweeps,
  ...quotaSweeps(config.retentionDays),
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
  /** Sees each mail, in place of the server or before it. */
  extendMail?: ((send: SendMail | undefined) => SendMail) | undefined
}>

/** Writes the mails that changes cause, if mail is on. */
export function mailerOf(deps: Omit<JobDeps, 'db' | 'productTime' | 'log'>): Mailer {
  const { config, jobs, seal, realTime, metrics } = deps
  if (!config.mail || !seal) return NO_MAIL
  const onLimited = () => metrics.mails.inc({ outcome: 'limited' })
  return openMailer({
    caps: config.mailCaps,
    retryPolicy: config.mailRetry,
    linkBase: config.portalUrl.replace(/\/$/, ''),
    jobs,
    seal,
    realTime,
    onLimited,
  })
}

/** None if mail is off, or something else takes it. */
function senderOf({ config, extendMail }: Pick<JobDeps, 'config' | 'extendMail'>) {
  const { mail, hasOutgoing } = config
  const send =
    mail?.server && hasOutgoing ? openSender({ ...mail, server: mail.server }) : undefined
  return extendMail ? extendMail(send) : send
}

function mailJobsOf(deps: JobDeps): JobHandlers<MailJobs> {
  const { db, seal, realTime, log, metrics } = deps
  const onEnd = (outcome: MailEnd) => metrics.mails.inc({ outcome })
  return mailJobs({ db, seal, send: senderOf(deps), realTime, log, onEnd })
}

/** To be called every minute by each process that works on jobs: each is due once in its period. */
export async function enqueueDue(jobs: Jobs<JobData>, config: Config): Promise<void> {
  await enqueueSweeps(jobs, sweepsOf(config))
  if (config.mail) await enqueueWarnings(jobs)
}

/** What is done after a request was answered, by whichever process does it. */
export function jobHandlers(deps: JobDeps): JobHandlers<JobData> {
  const { config, db, jobs, seal, productTime, realTime, metrics, log } = deps
  const { providerTimeoutMs: timeoutMs, providerExceptions: exceptions } = config
  const { quotaRules, providerRetry: retryPolicy } = config
  const outgoing = outgoingOf(deps, { timeoutMs, exceptions })
  const times = { productTime, realTime }
  const onCall: FulfilDeps['onCall'] = (outcome, seconds) =>
    metrics.providerCalls.observe({ outcome }, seconds)
  const calls = { outgoing, onCall }
  return {
    ...quotaJobs({ db, jobs, seal, ...times, log, quotaRules, retryPolicy, ...calls }),
    ...appManagementJobs({ db, mailer: mailerOf(deps), productTime }),
    ...mailJobsOf(deps),
    ...alertTestJobs({ db, seal, realTime, outgoing: deliveryOutgoing(deps) }),
    ...sweepJobs({ db, ...times, sweeps: sweepsOf(config) }),
  }
}

/** How long a destination may take to answer. */
const DELIVERY_TIMEOUT_MS = 10_000

const deliveryOutgoing = (deps: JobDeps): Outgoing =>
  outgoingOf(deps, {
    timeoutMs: DELIVERY_TIMEOUT_MS,
    exceptions: deps.config.notificationExceptions,
  })

function outgoingOf(
  { config, traces, log }: JobDeps,
  limits: Pick<OutgoingOptions, 'timeoutMs' | 'exceptions'>,
): Outgoing {
  const onRefused = (refused: object) =>
    log.warn(refused, 'a name does not resolve to a public address')
  const direct = openOutgoing({ ...limits, isOff: !config.hasOutgoing, onRefused })
  return traces ? traceOutgoing(direct, traces) : direct
}

/** Where the content of each kind of notice comes from. */
function sourcesOf({
  db,
  config: { vendorNamespace, mitigationSentinel },
}: JobDeps): NoticeSources {
  const events = eventNotices({ db, vendorNamespace, mitigationSentinel })
  const quota = quotaNotices({ db, vendorNamespace })
  return {
    event: events,
    removed: events,
    maintenance: events,
    'resource-health': resourceNotices,
    'quota-request': quota,
    'quota-usage': quota,
  }
}

/** What follows the commits, in each process that runs jobs. Deliveries wait where nothing may be sent. */
export async function followersOf(deps: JobDeps): Promise<readonly Follower[]> {
  const { config, db, seal, productTime, realTime, metrics, log } = deps
  const count = (follower: string) => metrics.skippedNotices.inc({ follower })
  const onSkipped = reportSkipped({ log, count })
  const finders = [
    matchFollower({ db, realTime, onSkipped }),
    fanOutFollower({ db, realTime, onSkipped }),
    reminderFollower({ db, productTime, realTime, onSkipped }),
  ]
  if (!config.hasOutgoing || !seal) return finders
  const { managementUrl } = config
  const [timeoutMs, mailTimeoutMs] = [DELIVERY_TIMEOUT_MS, TIME_LIMITS.totalMs]
  const sender = deliveryFollower({
    ...{ db, seal, productTime, realTime, managementUrl, timeoutMs, mailTimeoutMs },
    sendMail: senderOf(deps),
    mailLinks: openMailLinks(await loadLinkKeys(db, seal, realTime), config.portalUrl),
    mailsPerDay: config.notificationMailsPerDay,
    mailer: mailerOf(deps),
    outgoing: deliveryOutgoing(deps),
    sources: sourcesOf(deps),
    scale: config.notificationRetryScale,
    onAttempt: (outcome) => metrics.deliveryAttempts.inc({ outcome }),
    onFailure: (err) => log.warn({ err }, 'a destination could not be served; trying again later'),
  })
  return [...finders, sender]
}
