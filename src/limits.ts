import { DEFAULT_ADMISSION } from './platform/db/admission.ts'
import type { Env } from './platform/settings/settings.ts'

/** Sizes and waits that nobody has to decide for an installation. Tests replace some of them. */
export const LIMITS = {
  /** How long a request may wait for a connection to the database. */
  admission: DEFAULT_ADMISSION,
  /** How long a shared read may take. */
  sharedReadTimeoutMs: 1000,
  /** How long a client may take to send a request, and to read a MiB of a response. */
  requestTimeoutMs: 60_000,
  responseTimeoutMs: 60_000,
  /** A process whose clock differs more from that of the database does not start. */
  startClockOffsetMs: 60_000,
  caps: {
    appsPerOwner: 2000,
    appsPerAccount: 10_000,
    members: 5000,
    organizationsPerAccount: 200,
    invitationsPerOwner: 500,
    invitationsPerRecipient: 100,
    freedNameDays: 90,
  },
  /** Within a day. */
  mailCaps: { perRecipient: 20, perSender: 200 },
  mailRetry: { retryLimit: 10, retryDelay: 30 },
  notificationsPerSubscription: 20,
  notificationMailsPerDay: 200,
  /** The factor for the delays between attempts at a destination, and for the time until it is turned off. */
  notificationRetryScale: 1,
  /** How long pollers wait between requests. */
  quotaRetryAfterSeconds: 10,
  providerTimeoutMs: 10_000,
  providerRetry: { retryLimit: 12, retryDelay: 2 },
  /** Of the events that each process keeps for lists. */
  eventCacheMib: 64,
}

export type Limits = Readonly<typeof LIMITS>

/** Only a test of a whole process sets `TEST_LIMITS`, to JSON with the limits that it replaces. */
export function limitsOf({ TEST_LIMITS }: Env, usual: Limits = LIMITS): Limits {
  const replaced: object = JSON.parse(TEST_LIMITS || '{}')
  const unknown = Object.keys(replaced).filter((name) => !(name in usual))
  if (unknown.length > 0) throw new Error(`TEST_LIMITS: there is no ${unknown.join(', ')}.`)
  return { ...usual, ...replaced }
}
