import type { SubscriptionRole } from '../../directory/subscriptions/rules.ts'
import { SUBSCRIPTION_ROLES } from '../../directory/subscriptions/wire.ts'

export const rights = {
  'read notifications': SUBSCRIPTION_ROLES,
  'change notifications': ['owner', 'contributor'],
} as const

export const mayChange = (role: SubscriptionRole): boolean =>
  rights['change notifications'].some((allowed) => allowed === role)

/** The forms of what is sent. */
export const NOTIFICATION_KINDS = ['webhook', 'slack', 'teams', 'email'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Whether the receiver of e-mails wants them. */
export const RECEIVER_STATES = ['waiting', 'confirmed', 'stopped'] as const
export type ReceiverState = (typeof RECEIVER_STATES)[number]

/** All that is told of revisions. */
export const EVENT_NOTICES = ['events', 'removals', 'drills'] as const
/** What a destination can be told. */
export const NOTICES = [
  ...EVENT_NOTICES,
  'quotaDecisions',
  'quotaUsage',
  'maintenance',
  'resourceHealth',
] as const
export type NoticeName = (typeof NOTICES)[number]
/** Without a choice. Who gets drills has asked for them. */
export const DEFAULT_NOTICES: readonly NoticeName[] = ['events', 'removals']

export const DEFAULT_HOURS_BEFORE = 24

export const DELIVERY_KINDS = [
  'event',
  'removed',
  'test',
  'quota-request',
  'quota-usage',
  'maintenance',
  'resource-health',
] as const
export type DeliveryKind = (typeof DELIVERY_KINDS)[number]

/** Those that are noted in the transaction of what they tell of, and who wants them. */
export const NOTICES_OF = {
  'quota-request': 'quotaDecisions',
  'quota-usage': 'quotaUsage',
  'resource-health': 'resourceHealth',
} as const satisfies Partial<Record<DeliveryKind, NoticeName>>
export type NotedKind = keyof typeof NOTICES_OF

/** The position of a test: it is sent before what waits. */
export const BEFORE_ALL = 0
/** So many tests of the notifications of a subscription per day (UTC). */
export const MOST_TESTS = 100
/** So many deliveries can be sent again at once. */
export const MOST_REPLAYED = 10_000

export const DELIVERY_STATES = ['pending', 'delivered', 'held', 'withdrawn'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export const OFF_REASONS = ['turned-off', 'gone', 'failing'] as const
export type OffReason = (typeof OFF_REASONS)[number]

/** What senders are told of: something became due. */
export const DELIVERIES_TOPIC = 'deliveries'

/** How long deliveries and their attempts are kept, and can be sent again. */
export const DELIVERY_DAYS = 30

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
/** The pauses of a destination that fails, in seconds; the last one repeats. */
export const PAUSES_S = [
  5,
  30,
  2 * MINUTE_S,
  10 * MINUTE_S,
  30 * MINUTE_S,
  2 * HOUR_S,
  6 * HOUR_S,
] as const
/** Its creator is told of a destination that has failed for so long. */
export const WARNED_AFTER_S = 24 * HOUR_S
/** A destination that has failed for so long is turned off. */
export const LONGEST_FAILING_S = 72 * HOUR_S

export type Failing = Readonly<{
  failureCount: number
  failingSince: Date | null
  form: NotificationKind
}>

/** What becomes of a destination after a failed attempt: off, or tried again after a pause. */
export function judgeFailure(
  { failureCount, failingSince, form }: Failing,
  status: number | null,
  now: Date,
  scale: number,
): Readonly<{ off: OffReason } | { pauseMs: number }> {
  if (status === 410) return { off: 'gone' }
  const failingMs = failingSince ? now.getTime() - failingSince.getTime() : 0
  // A mail server of ours that cannot be reached says nothing about the receiver.
  const isOurs = form === 'email' && status === null
  if (failingMs >= LONGEST_FAILING_S * 1000 * scale && !isOurs) return { off: 'failing' }
  const pause = PAUSES_S[Math.min(failureCount, PAUSES_S.length - 1)] ?? HOUR_S
  return { pauseMs: Math.max(1, Math.round(pause * 1000 * scale)) }
}

export const isDelivered = (status: number | null) =>
  status !== null && status >= 200 && status < 300

/** Under which the address and the secrets of a notification are sealed. */
export const sealLabel = (subscriptionId: string, id: string) =>
  `notification ${subscriptionId} ${id}`

const HIDDEN = '***'
/** Channels have no other secret than their path. */
const LONGEST_OF_CHANNEL = 8
const LONGEST_SEGMENT = 15
/** Of letters and digits mixed. */
const LONGEST_MIXED = 11

/** Of an e-mail address the first letter and the domain. */
const maskEmail = (address: string) => address.replace(/^(.)[^@]*/u, `$1${HIDDEN}`)

/** The address without what may be a secret: its fragment, its query except short names, and long parts of its path. */
export function maskAddress(kind: NotificationKind, address: string): string {
  if (kind === 'email') return maskEmail(address)
  const { origin, pathname, search } = new URL(address)
  const longest = kind === 'webhook' ? LONGEST_SEGMENT : LONGEST_OF_CHANNEL
  const path = pathname.split('/').map((segment) => maskWord(segment, longest))
  return `${origin}${path.join('/')}${search && '?'}${search.slice(1).split('&').map(maskPart).join('&')}`
}

/** Without `=`, the whole of it may be the secret. */
function maskPart(part: string): string {
  const [name = '', value] = part.split('=', 2)
  if (part === '') return ''
  return value === undefined ? HIDDEN : `${maskWord(name, LONGEST_SEGMENT)}=${HIDDEN}`
}

function maskWord(word: string, longest: number): string {
  const isMixed = /\d/.test(word) && /[a-z]/i.test(word)
  return word.length > longest || (isMixed && word.length > LONGEST_MIXED) ? HIDDEN : word
}
