import { digestOf } from '../crypto/digest.ts'
import type { Seal } from '../crypto/seal.ts'
import type { Db, Trx } from '../db/connect.ts'
import { DAY_MS } from '../durations.ts'
import type { Jobs, RetryPolicy } from '../jobs.ts'
import type { RealClock, RealTime } from '../time.ts'
import { isAddress, toCounted } from './address.ts'
import type { MailJobs } from './jobs.ts'
import type { Message } from './message.ts'
import { sealLabel } from './sealed-columns.ts'
import * as store from './store.ts'

export type NewMail = Readonly<{
  /** What causes it, such as `token <id>`: the same event causes one mail. */
  event: string
  to: string
  message: Message
  /**
   * `notice`: about what the recipient has. `invitation`: what somebody else wants of them. `request`: what
   * anybody can ask for who knows the address. `confirmation`: asks the recipient whether they want more. Counted
   * apart. `urgent`: only the host can cause it; not limited.
   */
  kind: 'notice' | 'invitation' | 'request' | 'confirmation' | 'urgent'
  /** Who causes it, if that is not the recipient. */
  senderId?: string
}>

export type Mailer = Readonly<{
  /** Whether mail is sent at all. */
  isOn: boolean
  /** The mail is sent if and only if the transaction commits. False if it is not sent. */
  enqueue: (trx: Trx, mail: NewMail) => Promise<boolean>
  /** The address of a page, never taken from a request. */
  linkTo: (path: string) => string
  /** Whether an event has caused a mail. */
  isEnqueued: (trx: Trx, event: string) => Promise<boolean>
}>

export const NO_MAIL: Mailer = {
  isOn: false,
  enqueue: async () => false,
  linkTo: (path) => path,
  isEnqueued: async () => false,
}

type MailCaps = Readonly<{ perRecipient: number; perSender: number }>

export type MailerDeps = Readonly<{
  /** Within a day. */
  caps: MailCaps
  retryPolicy: RetryPolicy
  /** Where links lead, without a slash at the end. */
  linkBase: string
  jobs: Jobs<MailJobs>
  seal: Seal
  realTime: RealClock
  /** May be called twice for one mail, if the transaction runs again. */
  onLimited: () => void
}>

export function openMailer(deps: MailerDeps): Mailer {
  const { caps, retryPolicy, linkBase, jobs, seal, realTime, onLimited } = deps
  return {
    isOn: true,
    linkTo: (path) => `${linkBase}${path}`,
    async enqueue(trx, { event, to, message, kind, senderId }) {
      if (!isAddress(to)) return false
      const now = realTime()
      const day = dayOf(now)
      const most = UNASKED.has(kind) ? toRequestCaps(caps) : caps
      // The sender first: who has used up their own share must not use up that of a recipient.
      const mayBeSent =
        kind === 'urgent' ||
        ((senderId === undefined ||
          (await store.raiseCount(trx, keyOf('sender', senderId), day, most.perSender))) &&
          (await store.raiseCount(trx, keyOf(kind, toCounted(to)), day, most.perRecipient)))
      if (!mayBeSent) {
        onLimited()
        return false
      }
      const sealed = seal.seal(JSON.stringify({ to, message }), sealLabel(event))
      if (await store.insertMail(trx, event, sealed, now)) {
        await jobs.enqueue(trx, 'mail.send', [{ event }], retryPolicy)
      }
      return true
    },
    isEnqueued: async (trx, event) => (await store.findMail(trx, event)) !== undefined,
  }
}

const UNASKED: ReadonlySet<NewMail['kind']> = new Set(['request', 'confirmation'])

/** Nobody has proven that the recipient wants them. */
const toRequestCaps = ({ perRecipient, perSender }: MailCaps) => ({
  perRecipient: Math.min(perRecipient, 5),
  perSender: Math.min(perSender, 50),
})

/** Counts what does not pass the mailer. False if somebody has as many on that day. */
export const countToday = (
  db: Db,
  { what, whose }: Readonly<{ what: string; whose: string }>,
  now: RealTime,
  most: number,
): Promise<boolean> => store.raiseCount(db, keyOf(what, whose), dayOf(now), most)

const dayOf = (now: RealTime) => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS) as RealTime

const keyOf = (what: string, whose: string) => digestOf(JSON.stringify([what, whose]))
