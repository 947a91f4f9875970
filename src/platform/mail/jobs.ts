import type { Seal } from '../crypto/seal.ts'
import type { Db } from '../db/connect.ts'
import { DAY_MS } from '../durations.ts'
import { reasonOf } from '../errors.ts'
import type { JobHandlers, JobQueues } from '../jobs.ts'
import { HOURLY, inBatches, type Sweeps } from '../sweeps.ts'
import type { RealClock } from '../time.ts'
import type { MailEnd } from './outcomes.ts'
import { sealLabel } from './sealed-columns.ts'
import { type Mail, MailRefused, type SendMail, TIME_LIMITS } from './sender.ts'
import * as store from './store.ts'

export type MailJobs = { 'mail.give-up': { event: string }; 'mail.send': { event: string } }

export const mailQueues: JobQueues<MailJobs> = {
  'mail.give-up': {
    retry: { retryLimit: 1000, retryDelay: 5, retryBackoff: true, retryDelayMax: 600 },
    concurrency: { localConcurrency: 1, batchSize: 10 },
  },
  'mail.send': {
    retry: { retryBackoff: true, retryDelayMax: 3600, deadLetter: 'mail.give-up' },
    // A slow server must not have all connections of a process.
    concurrency: { localConcurrency: 2, batchSize: 2 },
  },
}
export const mailQueueNames = Object.keys(mailQueues) as readonly (keyof MailJobs)[]

/** A mail is of no use later, and a copy of a database must not send old ones. */
const LONGEST_WAIT_MS = 3 * DAY_MS
/** Longer than sending takes: within it, no other worker sends the same mail. */
const CLAIM_MS = 2 * TIME_LIMITS.totalMs

export type MailJobDeps = Readonly<{
  db: Db
  seal: Seal | undefined
  /** None: mail is off in this process, and its jobs are left to others. */
  send: SendMail | undefined
  realTime: RealClock
  log: Readonly<{ warn: (fields: object, message: string) => void }>
  onEnd: (outcome: MailEnd) => void
}>

export const mailJobs = (deps: MailJobDeps): JobHandlers<MailJobs> => ({
  'mail.send': (job) => sendOne(deps, job.event),
  'mail.give-up': (job) =>
    end(deps, job.event, 'gave-up', 'it has reached the maximum number of attempts'),
})

/**
 * A server that took a mail and could not say so gets it again: SMTP has no way to ask. All attempts
 * have one Message-ID.
 */
async function sendOne(deps: MailJobDeps, event: string): Promise<void> {
  const { db, seal, send, realTime } = deps
  if (!seal || !send) throw new Error('mail is off in this process')
  const mail = await store.claimMail(db, event, CLAIM_MS)
  if (!mail?.sealed_message) return requireEnded(db, event)
  if (realTime().getTime() - mail.created_at.getTime() > LONGEST_WAIT_MS) {
    return end(deps, event, 'too-old', 'it waited for more than three days')
  }
  const content = JSON.parse(seal.open(mail.sealed_message, sealLabel(event))) as Omit<Mail, 'id'>
  try {
    await send({ id: event.replaceAll(/[^\w-]+/g, '.'), ...content })
  } catch (error) {
    if (error instanceof MailRefused) return end(deps, event, 'refused', reasonOf(error))
    await store.releaseMail(db, event)
    throw error
  }
  await end(deps, event, 'sent')
}

/** Deleted, sent or dropped is well; while another worker sends it, this one tries again later. */
async function requireEnded(db: Db, event: string): Promise<void> {
  const mail = await store.findMail(db, event)
  if (mail && !mail.ended_at) throw new Error('another worker is sending this mail')
}

async function end(
  { db, realTime, log, onEnd }: MailJobDeps,
  event: string,
  outcome: MailEnd,
  reason?: string,
): Promise<void> {
  if (!(await store.endMail(db, event, outcome, realTime()))) return
  onEnd(outcome)
  if (outcome !== 'sent') log.warn({ mail: event, reason }, 'a mail was dropped')
}

/** Counted from when they were written. */
export const mailSweeps: Sweeps = {
  mails: { ...HOURLY, keepDays: 7, deleteBefore: inBatches(store.deleteOldMails) },
  'mail counts': { ...HOURLY, keepDays: 1, deleteBefore: inBatches(store.deleteOldCounts) },
}
