import { DAY_MS } from '../../../platform/durations.ts'
import type { Message } from '../../../platform/mail/message.ts'
import { RECEIVER_STATES, type ReceiverState } from '../rules.ts'
import type { NotificationRow } from '../store.ts'

/** For how long a receiver can confirm. */
export const ASKED_DAYS = 7

type Receiver = Pick<NotificationRow, 'receiver_id' | 'receiver_state' | 'receiver_asked_at'>

/** What a link that was mailed finds. `ended`: it belongs to an earlier question, or came too late. */
export type Standing = ReceiverState | 'ended'

export function judgeLink(
  row: Receiver | undefined,
  receiverId: string | undefined,
  now: Date,
): Standing {
  const state = RECEIVER_STATES.find((known) => known === row?.receiver_state)
  if (!row || !state || row.receiver_id !== receiverId) return 'ended'
  const askedMs = row.receiver_asked_at?.getTime() ?? 0
  const isLate = now.getTime() - askedMs > ASKED_DAYS * DAY_MS
  return state === 'waiting' && isLate ? 'ended' : state
}

/**
 * Nothing in it is free text of somebody else: it goes to an address that nobody has proven. The name of a notification
 * can be that of a web site, and mail programs make a link of it; the id of a subscription has no dots.
 */
export const toQuestion = (
  { subscription_id }: Pick<NotificationRow, 'subscription_id'>,
  url: string,
): Message => ({
  title: `Confirm notifications for ${subscription_id}`,
  paragraphs: [
    `The subscription ${subscription_id} is set up to send notifications to this address. Nothing is sent unless you confirm.`,
    `You can confirm within ${ASKED_DAYS} days, and stop the e-mails at any time. If you did not expect this e-mail, ignore it.`,
  ],
  link: { label: 'Confirm', url },
})
