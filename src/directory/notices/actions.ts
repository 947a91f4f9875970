import type { Trx } from '../../platform/db/connect.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { Message } from '../../platform/mail/message.ts'
import { findAccount } from '../accounts/store.ts'
import { listOperators } from './store.ts'

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

/** Mails every operator who can sign in, up to 100; answers how many. */
export async function mailOperators(
  trx: Trx,
  mailer: Mailer,
  { event, message }: Notice,
): Promise<number> {
  if (!mailer.isOn) return 0
  let mailed = 0
  for (const { id, email } of await listOperators(trx, MOST_OPERATORS)) {
    const mail = { event: `${event} to ${id}`, message, to: email, kind: 'notice' } as const
    if (await mailer.enqueue(trx, mail)) mailed++
  }
  return mailed
}

const MOST_OPERATORS = 100
