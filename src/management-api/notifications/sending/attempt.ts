import type { Seal } from '../../../platform/crypto/seal.ts'
import { reasonOf } from '../../../platform/errors.ts'
import { MailNotTaken, type SendMail } from '../../../platform/mail/sender.ts'
import type { Outgoing } from '../../../platform/outgoing.ts'
import type { RealClock, RealTime } from '../../../platform/time.ts'
import { sealLabel } from '../rules.ts'
import { toAlertCall } from './alert-forms.ts'
import { type Call, type Message, toCall } from './forms.ts'
import { type MailLinks, toMail } from './mail-form.ts'
import type { Attempt, Claimed } from './store.ts'

export type AttemptDeps = Readonly<{
  outgoing: Outgoing
  seal: Seal
  realTime: RealClock
  /** None: mail is off. */
  sendMail: SendMail | undefined
  mailLinks: MailLinks
}>

const MOST_ANSWER_BYTES = 1024
const LONGEST_REASON = 500

/** One message to a destination. */
export function attempt(deps: AttemptDeps, claimed: Claimed, message: Message): Promise<Attempt> {
  const { seal, outgoing, realTime } = deps
  const label = sealLabel(claimed.subscriptionId, claimed.id)
  const openAddress = () => seal.open(claimed.sealedAddress, label)
  if (claimed.form === 'email') {
    return tryOnce(realTime, async () => {
      await mail(deps, claimed, message, openAddress())
      return { status: SMTP_OK, answer: null }
    })
  }
  return tryCall({ outgoing, realTime }, (at) => {
    const secrets = claimed.sealedSecrets.map((secret) => seal.open(secret, label))
    const call = claimed.alert
      ? toAlertCall(claimed.alert, message)
      : toCall(claimed.form, message, secrets, at)
    return { ...call, address: openAddress() }
  })
}

/** One call of a web hook. */
export const tryCall = (
  { outgoing, realTime }: Pick<AttemptDeps, 'outgoing' | 'realTime'>,
  makeCall: (at: RealTime) => Call & Readonly<{ address: string }>,
): Promise<Attempt> =>
  tryOnce(realTime, async (at) => {
    const { address, headers, body } = makeCall(at)
    const answer = await outgoing.post(address, headers, body)
    return { status: answer.status, answer: cutAnswer(answer.body) }
  })

/** Whatever goes wrong is an attempt that failed. */
async function tryOnce(
  realTime: RealClock,
  send: (at: RealTime) => Promise<Pick<Attempt, 'status' | 'answer'>>,
): Promise<Attempt> {
  const at = realTime()
  const startedAt = performance.now()
  const ended = (outcome: Pick<Attempt, 'status' | 'reason' | 'answer'>): Attempt => ({
    at,
    durationMs: Math.round(performance.now() - startedAt),
    ...outcome,
  })
  try {
    return ended({ ...(await send(at)), reason: null })
  } catch (error) {
    const reason = clean(reasonOf(error), LONGEST_REASON)
    return ended({ status: statusOf(error), reason, answer: null })
  }
}

const statusOf = (error: unknown) => (error instanceof MailNotTaken ? (error.status ?? null) : null)

/** The status of a mail that the server has taken (RFC 5321). */
const SMTP_OK = 250

async function mail(
  { sendMail, mailLinks }: AttemptDeps,
  { receiverId, id }: Claimed,
  message: Message,
  to: string,
): Promise<void> {
  if (!sendMail) throw new Error('SMTP is not set in a process that runs jobs')
  if (receiverId === null) throw new Error('the notification has no receiver')
  await sendMail(toMail(mailLinks, message, { to, id, receiverId }))
}

/** A stranger's words: nothing that the database cannot store. */
const clean = (text: string, most: number) =>
  Array.from(text.toWellFormed().replaceAll(/[^\P{Cc}\n\t]+/gu, ' '))
    .slice(0, most)
    .join('')

function cutAnswer(body: string): string {
  const first = Buffer.from(clean(body, MOST_ANSWER_BYTES)).subarray(0, MOST_ANSWER_BYTES)
  return first.toString('utf8').replace(/\uFFFD$/, '')
}
