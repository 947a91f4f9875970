import { findAccount, isSessionEnded, lockAccounts } from '../../../directory/accounts/store.ts'
import { recordAudit } from '../../../directory/audit.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { RealTime } from '../../../platform/time.ts'
import { BUSY_FOR_S, mailPasswordChanged, type Outcome, type SignInTools } from '../actions.ts'
import type { PasswordHash } from '../passwords.ts'
import { nextMoment } from '../rules.ts'
import * as store from '../store.ts'

export type PasswordChange = Readonly<{
  accountId: string
  /** The browser's own, as access tokens call it. */
  sessionId: string
  /** Undefined if a sign-in link stands in for it. */
  current: string | undefined
  password: string
  /** Whether all other sessions end. */
  endsOthers: boolean
  address: string
  requestId: string
}>

type Tools = SignInTools &
  Readonly<{ endOthers: (trx: Trx, accountId: string, sessionId: string) => Promise<void> }>

/**
 * A wrong current password counts as a failed sign-in of this very session: whoever has stolen a session
 * guesses no faster than anybody else, and does not keep the owner waiting elsewhere.
 */
export async function changePassword(
  db: Db,
  tools: Tools,
  change: PasswordChange,
): Promise<Exclude<Outcome, { held: unknown }> | { refused: 'ended' }> {
  const { throttle, passwords, browsers, refused } = tools
  const { accountId, sessionId: browser, current, password, address } = change
  const account = await store.findSignInAccount(db, accountId)
  if (!account || account.disabledAt) return { refused: 'ended' }
  const client = null
  const admitted = throttle.admit({ login: account.name, account: accountId, address, browser })
  if ('waitSeconds' in admitted) {
    refused.note({ action: 'account.sign-in-throttled', accountId, address, client })
    return { refused: 'wait', seconds: admitted.waitSeconds, because: admitted.because }
  }
  const { salt, hash } = account
  const known = salt && hash ? { salt, hash } : undefined
  const verdict =
    current === undefined || (await passwords.check(current, known, admitted.priority))
  const hashed = verdict === true ? await passwords.make(password, admitted.priority) : verdict
  if (hashed === 'busy') {
    admitted.takeBack()
    return { refused: 'busy', seconds: BUSY_FOR_S }
  }
  if (typeof hashed === 'boolean') {
    refused.note({ action: 'account.sign-in-failed', accountId, address, client })
    return { refused: 'wrong' }
  }
  const passwordSetAt = await replacePassword(db, tools, change, { account, hashed })
  if (!passwordSetAt) return { refused: 'ended' }
  admitted.succeed()
  return { accountId, cookies: browsers.remember({ id: accountId, passwordSetAt }) }
}

type Replacement = Readonly<{ account: store.SignInAccount; hashed: PasswordHash }>

/** Undefined if the password was changed, or the session was ended, while the password was checked. */
function replacePassword(
  db: Db,
  { realTime, mailer, endOthers }: Tools,
  { accountId, sessionId, endsOthers, address, requestId }: PasswordChange,
  { account, hashed }: Replacement,
): Promise<RealTime | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [accountId])
    const at = realTime()
    if (!(await isAsBefore(trx, account, sessionId))) return undefined
    await store.deleteOpenLinks(trx, accountId)
    await store.putPassword(trx, { account_id: accountId, ...hashed, updated_at: at })
    if (endsOthers) {
      await endOthers(trx, accountId, sessionId)
      // Also of those who are signing in at this moment.
      await store.endBearers(trx, accountId, nextMoment(at))
    }
    const actor = { kind: 'account', id: accountId, at, source: address, requestId } as const
    await recordAudit(trx, actor, {
      scopeId: accountId,
      action: 'account.change-password',
      target: `account ${accountId}`,
      after: { endsOthers },
    })
    await mailPasswordChanged(trx, mailer, accountId, { address, at })
    return at
  })
}

async function isAsBefore(
  trx: Trx,
  { id, validAfter, passwordSetAt }: store.SignInAccount,
  sessionId: string,
): Promise<boolean> {
  const now = await findAccount(trx, id)
  if (!now || now.disabled_at) return false
  if (now.tokens_valid_after?.getTime() !== validAfter?.getTime()) return false
  const setAt = await store.findPasswordTime(trx, id)
  if (setAt?.getTime() !== passwordSetAt?.getTime()) return false
  return !(await isSessionEnded(trx, id, sessionId))
}
