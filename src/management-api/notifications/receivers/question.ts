import { randomUUIDv7 } from 'node:crypto'
import { type Call, principalOf } from '../../../directory/caller.ts'
import type { Seal } from '../../../platform/crypto/seal.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import { isAddress, toEmailKey } from '../../../platform/mail/address.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import type { RealClock } from '../../../platform/time.ts'
import { holdPending } from '../deliveries/store.ts'
import {
  confirmationLimited,
  emailInvalid,
  mailMissing,
  receiverMissing,
  sealMissing,
} from '../errors.ts'
import { sealLabel } from '../rules.ts'
import type * as store from '../store.ts'
import { openLinks } from './links.ts'
import { toQuestion } from './rules.ts'

type AskDeps = Readonly<{
  mailer: Mailer
  seal: Seal | undefined
  linkKeys: readonly Buffer[]
  realTime: RealClock
}>

export function validateEmail(mailer: Mailer, address: string): void {
  if (!mailer.isOn) throw mailMissing()
  if (!isAddress(address)) throw emailInvalid(address)
}

type Asked = Pick<store.NotificationRow, 'receiver_id' | 'receiver_state' | 'receiver_asked_at'>

export const toWaiting = (now: Date): Asked => ({
  ...{ receiver_id: randomUUIDv7(), receiver_state: 'waiting', receiver_asked_at: now },
})

/** Who receives at an address that was set. At the same address, nobody is asked again. */
export function toReceiver(
  { seal, realTime }: AskDeps,
  { kind, address }: Readonly<{ kind: string; address: string }>,
  before: store.NotificationRow | undefined,
): Partial<Asked> {
  if (kind !== 'email') {
    return { receiver_id: null, receiver_state: null, receiver_asked_at: null }
  }
  if (before?.kind !== 'email') return toWaiting(realTime())
  const known = seal?.openIfReadable(
    before.sealed_address,
    sealLabel(before.subscription_id, before.id),
  )
  const isSame = known !== undefined && toEmailKey(known) === toEmailKey(address)
  return isSame ? {} : toWaiting(realTime())
}

/** Asks whoever reads the address. What waits for the receiver of before is not for the next one. */
export async function ask(
  trx: Trx,
  { mailer, seal, linkKeys }: AskDeps,
  call: Call,
  row: store.NotificationRow,
): Promise<void> {
  if (!seal) throw sealMissing()
  const { subscription_id: subscriptionId, id, receiver_id: receiverId } = row
  if (receiverId === null) throw receiverMissing(row.name)
  await holdPending(trx, { subscriptionId, id })
  const path = openLinks(linkKeys).toPath('confirm', { subscriptionId, id, receiverId })
  const isSent = await mailer.enqueue(trx, {
    event: `notification ${id} asks ${receiverId}`,
    to: seal.open(row.sealed_address, sealLabel(subscriptionId, id)),
    message: toQuestion(row, mailer.linkTo(path)),
    kind: 'confirmation',
    senderId: principalOf(call.caller),
  })
  if (!isSent) throw confirmationLimited()
}

/** Only if the receiver is another one than before. */
export async function askIfNew(
  trx: Trx,
  deps: AskDeps,
  call: Call,
  row: store.NotificationRow,
  before?: store.NotificationRow,
): Promise<void> {
  if (row.receiver_id !== null && row.receiver_id !== before?.receiver_id) {
    await ask(trx, deps, call, row)
  }
}
