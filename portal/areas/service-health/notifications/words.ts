import type { Attempt, Delivery, Kind, Notice, Notification } from './queries.ts'

type KindWords = Readonly<{
  name: string
  /** What its address is. */
  address: string
  hint: string
  example: string
  /** Whether a secret signs its messages. */
  isSigned: boolean
}>

/** What people read of each kind of notification. A kind without words does not compile. */
export const KIND_WORDS: Readonly<Record<Kind, KindWords>> = {
  webhook: {
    name: 'Web hook',
    address: 'Address',
    hint: 'The URL that receives the events. It must start with https.',
    example: 'https://hooks.example.com/health',
    isSigned: true,
  },
  slack: {
    name: 'Slack',
    address: 'Channel address',
    hint: 'The URL of the incoming webhook that you created for the channel in Slack.',
    example: 'https://hooks.slack.com/services/…',
    isSigned: false,
  },
  teams: {
    name: 'Teams',
    address: 'Channel address',
    hint: 'The URL of the workflow that you created for the channel in Teams.',
    example: 'https://example.webhook.office.com/…',
    isSigned: false,
  },
  email: {
    name: 'E-mail',
    address: 'E-mail address',
    hint: 'The receiver first gets a confirmation e-mail. Nothing else is sent until they confirm.',
    example: 'on-call@example.com',
    isSigned: false,
  },
}

type NoticeWords = Readonly<{
  name: string
  /** Whether a new notification sends it unless somebody says otherwise. */
  isDefault: boolean
}>

/** What people read of each notice. A notice without words does not compile. */
export const NOTICE_WORDS: Readonly<Record<Notice, NoticeWords>> = {
  events: { name: 'Each revision of an event that affects the subscription', isDefault: true },
  removals: { name: 'An event no longer affects the subscription', isDefault: true },
  drills: { name: 'Each revision of a drill', isDefault: false },
  quotaDecisions: { name: 'A quota request is completed', isDefault: false },
  quotaUsage: { name: 'Usage reaches 80 % or 95 % of a limit', isDefault: false },
  maintenance: {
    name: 'Planned maintenance: before it starts, when it starts and when it ends',
    isDefault: false,
  },
  resourceHealth: { name: 'The state of a resource has changed', isDefault: false },
}

type Receiver = NonNullable<Notification['receiver']>

/** Whether the receiver of e-mails wants them. */
export const RECEIVER_WORDS: Readonly<Record<Receiver, string>> = {
  waiting: 'Not confirmed yet. Nothing is sent until the receiver confirms.',
  confirmed: 'Confirmed',
  stopped: 'Stopped the e-mails. Nothing is sent until the receiver confirms again.',
}

type OffReason = NonNullable<Notification['off']>['reason']

/** Why it is off, as in "Off because …". */
export const OFF_WORDS: Readonly<Record<OffReason, string>> = {
  'turned-off': 'a user turned it off',
  gone: 'the destination responded with 410 Gone',
  failing: 'every attempt failed for three days',
}

const MINUTE_MS = 60_000

/** Relative times say "just now" of it, which is for what has been. */
export const isSoon = (at: string, nowMs = Date.now()) => Date.parse(at) - nowMs < MINUTE_MS

export type State = 'on' | 'waiting' | 'stopped' | 'failing' | 'off'

export function stateOf({ enabled, receiver, failingSince }: Notification): State {
  if (!enabled) return 'off'
  if (receiver === 'waiting' || receiver === 'stopped') return receiver
  return failingSince === undefined ? 'on' : 'failing'
}

/** In the other states the API refuses a test, and to send again. */
export const canSendTo = (notification: Notification): boolean =>
  ['on', 'failing'].includes(stateOf(notification))

/** What a delivery is about, where it is not an event that can be opened. */
export const DELIVERY_WORDS: Readonly<Record<Delivery['kind'], (of: Delivery) => string>> = {
  event: ({ trackingId = '' }) => trackingId,
  removed: ({ trackingId = '' }) => `${trackingId} (removed)`,
  test: () => 'Test',
  'quota-request': ({ subject = '' }) => `Quota request ${subject}`,
  'quota-usage': ({ subject = '' }) => `Usage of ${subject}`,
  maintenance: ({ trackingId = '' }) => `${trackingId} (reminder)`,
  // The id of a resource is long; its last part is its name.
  'resource-health': ({ subject = '' }) =>
    `State of ${subject.slice(subject.lastIndexOf('/') + 1)}`,
}

export const subjectOf = (delivery: Delivery): string => DELIVERY_WORDS[delivery.kind](delivery)

/** "204", or "no response". */
export const outcomeOf = ({ status }: Attempt): string =>
  status === undefined ? 'no response' : String(status)

/** "3 attempts: 500", which is the last. */
export function attemptsOf({ attempts }: Delivery): string {
  const last = attempts.at(-1)
  if (!last) return 'No attempts yet'
  const count = last.number === 1 ? '1 attempt' : `${last.number} attempts`
  return `${count}: ${outcomeOf(last)}`
}

/** A whole sentence about one attempt. */
export function describeAttempt({ status, reason, durationMs }: Attempt): string {
  if (status !== undefined)
    return `The destination responded with ${status} after ${durationMs} ms.`
  return reason === undefined ? 'There was no response.' : toSentence(reason)
}

const toSentence = (reason: string) =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, '')}.`

/** What becomes of a test that was not accepted. */
export const NEXT_WORDS: Readonly<Partial<Record<Delivery['state'], string>>> = {
  pending: 'Binnacle will try again.',
  held: 'It is held until you send it again from the list of deliveries.',
}

export const isAccepted = ({ status }: Attempt): boolean =>
  status !== undefined && status >= 200 && status < 300

/** Who can, for those who may only look. */
export const WHO_CAN =
  'Only owners and contributors of this subscription can change its notifications. Ask one of them, or your administrator.'

/** Of a notification that was made from an alert rule. */
export const OF_ALERT_RULE =
  'This notification belongs to an alert rule. To change or delete it, change the rule or its action group with the client that created them.'
