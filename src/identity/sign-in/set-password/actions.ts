import { lockAccounts } from '../../../directory/accounts/store.ts'
import { recordAudit } from '../../../directory/audit.ts'
import { digestOf } from '../../../platform/crypto/digest.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import type { RealTime } from '../../../platform/time.ts'
import { mailPasswordChanged, type Origin, signOutEverywhere } from '../actions.ts'
import type { Passwords } from '../passwords.ts'
import * as store from '../store.ts'

export const findLink = (db: Db, secret: string, now: RealTime) =>
  store.findLink(db, 'password', digestOf(secret), now)

/** A link is ended when it has been used, or its time is over. Whoever was signed in before is not any more. */
export async function setPassword(
  db: Db,
  passwords: Passwords,
  { secret, password }: { secret: string; password: string },
  { realTime, source, requestId, mailer }: Origin & Readonly<{ mailer: Mailer }>,
): Promise<'set' | 'ended' | 'busy'> {
  const hash = digestOf(secret)
  const holder = await store.findLink(db, 'password', hash, realTime())
  if (holder === undefined) return 'ended'
  // Who has such a link has been let in by an operator, and stands where those do who came before.
  const hashed = await passwords.make(password, { rank: 0, group: holder })
  if (hashed === 'busy') return 'busy'
  return db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [holder])
    const at = realTime()
    const accountId = await store.useLink(trx, 'password', hash, at)
    if (accountId === undefined) return 'ended'
    await store.deleteOpenLinks(trx, accountId)
    const formerAt = await store.findPasswordTime(trx, accountId)
    await store.putPassword(trx, { account_id: accountId, ...hashed, updated_at: at })
    await signOutEverywhere(trx, accountId, realTime)
    const actor = { kind: 'account', id: accountId, at, source, requestId } as const
    await recordAudit(trx, actor, {
      scopeId: accountId,
      action: 'account.set-password',
      target: `account ${accountId}`,
    })
    if (formerAt) await mailPasswordChanged(trx, mailer, accountId, { address: source, at })
    return 'set'
  })
}
