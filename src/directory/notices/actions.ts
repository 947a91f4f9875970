import type { Trx } from '../../platform/db/connect.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { Message } from '../../platform/mail/message.ts'
import { findAccount } from '../accounts/store.ts'
import { type Created, listCreatorOrOwners, listOperators } from './store.ts'

export type Notice = Readonly<{
  /** What it is about, such as `token <id>`: a notice of the same event is sent once. */
  event: string
  message: Message
}>

/** Mails the person of an account. False if nothing is sent. */
export async function mailAccount(
  trx: Trx,
  mailer: Mailer,
  accountId: string,
  { event, message }: Notice,
): Promise<boolean> {
  if (!mailer.isOn) return false
  const account = await findAccount(trx, accountId)
  if (!account || account.disabled_at) return false
  return mailer.enqueue(trx, { event, message, to: account.email, kind: 'notice' })
}

/** Mails whoever created something of a subscription, or the owners if that person has no access any more; each once. */
export async function mailCreatorOrOwners(
  trx: Trx,
  mailer: Mailer,
  created: Created,
  { event, message }: Notice,
): Promise<void> {
  if (!mailer.isOn) return
  for (const { id, email } of await listCreatorOrOwners(trx, created, MOST_OWNERS)) {
    const ownEvent = `${event} to ${id}`
    if (await mailer.isEnqueued(trx, ownEvent)) continue
    await mailer.enqueue(trx, { event: ownEvent, message, to: email, kind: 'notice' })
  }
}

const MOST_OWNERS = 20

/** Mails every operator who can sign in, up to 1,000, without a daily limit; answers how many. */
export async function mailOperators(
  trx: Trx,
  mailer: Mailer,
  { event, message }: Notice,
): Promise<number> {
  if (!mailer.isOn) return 0
  let mailed = 0
  for (const { id, email } of await listOperators(trx, MOST_OPERATORS)) {
    const mail = { event: `${event} to ${id}`, message, to: email, kind: 'urgent' } as const
    if (await mailer.enqueue(trx, mail)) mailed++
  }
  return mailed
}

const MOST_OPERATORS = 1000
