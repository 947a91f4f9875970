import { randomBytes } from 'node:crypto'
import { changeEmail } from '../../directory/accounts/actions.ts'
import { findAccount, lockAccounts, setAccount } from '../../directory/accounts/store.ts'
import { recordAudit } from '../../directory/audit.ts'
import { digestOf } from '../../platform/crypto/digest.ts'
import type { Db } from '../../platform/db/connect.ts'
import { RequestError } from '../../platform/errors.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { addMs } from '../../platform/time.ts'
import type { SessionContext } from '../second-factor/contexts.ts'
import type { Origin } from '../sign-in/actions.ts'
import { toVerificationMail } from './mail.ts'
import { isGood, VERIFICATION_MS } from './rules.ts'
import * as store from './store.ts'

type Deps = Readonly<{ db: Db; mailer: Mailer; linkTo: (secret: string) => string }>

/** Mails a link to the unverified address of an account. Beyond the limit of the day the last link stays good. */
export function mailVerification(
  { db, mailer, linkTo }: Deps,
  { account: { id }, confirm }: SessionContext,
  { realTime, source, requestId }: Origin,
): Promise<'sent' | 'limited' | 'verified' | 'ended'> {
  const secret = randomBytes(32).toString('base64url')
  const hash = digestOf(secret)
  return db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [id])
    const account = await findAccount(trx, id)
    if (!account || !(await confirm(trx))) return 'ended'
    if (account.unverified_email === null) return 'verified'
    const at = realTime()
    const isQueued = await mailer.enqueue(trx, {
      event: `verification ${hash.toString('hex').slice(0, 32)}`,
      to: account.unverified_email,
      message: toVerificationMail({ name: account.name, address: source, at }, linkTo(secret)),
      kind: 'request',
      senderId: `account ${id}`,
    })
    if (!isQueued) return 'limited'
    await store.putVerification(trx, id, { hash, expires_at: addMs(at, VERIFICATION_MS) })
    const actor = { kind: 'account', id, at, source, requestId } as const
    await recordAudit(trx, actor, {
      scopeId: id,
      action: 'account.verification-link',
      target: `account ${id}`,
    })
    return 'sent'
  })
}

export type Verified = 'done' | 'taken' | 'over' | 'ended'

/** Needs the session as well: whoever only reads the mail must not give their address to the account of a stranger. */
export function verifyEmail(
  { db }: Pick<Deps, 'db'>,
  { account: { id }, confirm }: SessionContext,
  secret: string,
  { realTime, source, requestId }: Origin,
): Promise<Verified> {
  const verifying = db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [id])
    const account = await findAccount(trx, id)
    if (!account || !(await confirm(trx))) return 'ended'
    const at = realTime()
    const verification = await store.findVerification(trx, id)
    const email = account.unverified_email
    if (email === null || !isGood(verification, digestOf(secret), at)) return 'over'
    await changeEmail(trx, id, email)
    await setAccount(trx, id, { email, unverified_email: null, updated_at: at })
    await store.deleteVerification(trx, id)
    const actor = { kind: 'account', id, at, source, requestId } as const
    await recordAudit(trx, actor, {
      scopeId: id,
      action: 'account.verify-email',
      target: `account ${id}`,
      before: { email: account.email, unverified_email: email },
      after: { email },
    })
    return 'done'
  })
  return verifying.catch(toTaken)
}

/** Another account has verified the address, perhaps at this moment. */
function toTaken(error: unknown): 'taken' {
  if (error instanceof RequestError && error.kind === 'conflict') return 'taken'
  throw error
}
