import { randomBytes } from 'node:crypto'
import { type Actor, recordAudit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { digestOf } from '../../platform/secrets.ts'
import { deleteRecordsOfAccount } from '../oauth/store.ts'
import { nobodySignsInAs } from './errors.ts'
import { hashPassword, type PasswordCheck } from './passwords.ts'
import { LINK_LIFETIME_MS, LOCAL_ISSUER, nextMoment } from './rules.ts'
import * as store from './store.ts'
import type { Throttle } from './throttle.ts'

export type Attempt = Readonly<{ login: string; password: string; source: string }>
export type Outcome =
  | { accountId: string }
  | { refused: 'wrong' }
  | { refused: 'wait'; seconds: number }

/** Unknown, disabled and wrong look alike and cost the same. */
export async function signIn(
  db: Db,
  { throttle, check }: { throttle: Throttle; check: PasswordCheck },
  { login, password, source }: Attempt,
): Promise<Outcome> {
  const seconds = throttle.waitSeconds(source)
  if (seconds > 0) return { refused: 'wait', seconds }
  const rank = throttle.rank(source)
  // Counted before the answer is known: many tries at once must not all pass as the first.
  throttle.noteFailure(source)
  const account = await store.findByLogin(db, login)
  const { salt, hash } = account && !account.disabledAt ? account : NO_PASSWORD
  const verdict = await check(password, salt && hash ? { salt, hash } : undefined, rank)
  if (verdict === 'busy') return { refused: 'wait', seconds: 5 }
  if (!verdict || !account) return { refused: 'wrong' }
  // The password was right when it was read; it may have been set or reset while it was checked.
  const validAfter = await store.findValidAfter(db, account.id)
  if (validAfter?.getTime() !== account.validAfter?.getTime()) return { refused: 'wrong' }
  throttle.noteSuccess(source)
  return { accountId: account.id }
}

const NO_PASSWORD = { salt: null, hash: null }

/** The secret is in the result and nowhere else. Links made before end: the last one counts. */
export async function makePasswordLink(
  trx: Trx,
  actor: Actor,
  accountId: string,
): Promise<{ secret: string }> {
  const secret = randomBytes(32).toString('base64url')
  await store.lockAccount(trx, accountId)
  await store.deleteOpenLinks(trx, accountId)
  await store.insertLink(trx, {
    hash: digestOf(secret),
    account_id: accountId,
    created_at: actor.at,
    expires_at: new Date(actor.at.getTime() + LINK_LIFETIME_MS),
  })
  await recordAudit(trx, actor, {
    scopeId: accountId,
    action: 'account.password-link',
    target: `account ${accountId}`,
  })
  return { secret }
}

/** The secret of a link for whoever has this name or e-mail and signs in here. */
export async function makePasswordLinkFor(db: Db, actor: Actor, login: string): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const account = await store.findByLogin(trx, login)
    const issuers = account ? await store.listIssuers(trx, account.id) : []
    if (!account || !issuers.includes(LOCAL_ISSUER)) throw nobodySignsInAs(login)
    return (await makePasswordLink(trx, actor, account.id)).secret
  })
}

export const findLink = (db: Db, secret: string, now: Date) =>
  store.findLink(db, digestOf(secret), now)

/** False when the link has been used, or its time is over. Whoever was signed in before is not any more. */
export async function setPassword(
  db: Db,
  secret: string,
  password: string,
  { clock, source, requestId }: { clock: Clock; source: string; requestId: string },
): Promise<boolean> {
  const hashed = await hashPassword(password)
  const hash = digestOf(secret)
  return db.transaction().execute(async (trx) => {
    const accountId = await store.findLink(trx, hash, clock())
    if (accountId === undefined) return false
    await store.lockAccount(trx, accountId)
    const at = clock()
    if (!(await store.useLink(trx, hash, at))) return false
    await store.deleteOpenLinks(trx, accountId)
    await store.putPassword(trx, { account_id: accountId, ...hashed, updated_at: at })
    await signOutEverywhere(trx, accountId, clock)
    const actor = { kind: 'account', id: accountId, at, source, requestId } as const
    await recordAudit(trx, actor, {
      scopeId: accountId,
      action: 'account.set-password',
      target: `account ${accountId}`,
    })
    return true
  })
}

/** Whoever knows the password cannot sign in with it any more, nor with a link made before. */
export async function forgetPassword(trx: Trx, accountId: string): Promise<void> {
  await store.lockAccount(trx, accountId)
  await store.deletePassword(trx, accountId)
  await store.deleteOpenLinks(trx, accountId)
}

/**
 * Ends access tokens, and whatever could bring new ones. The moment is taken last, when all that
 * counts is locked: a request that began before it loses, one that began after it finds nothing.
 */
export async function signOutEverywhere(trx: Trx, accountId: string, clock: Clock): Promise<void> {
  await store.lockAccount(trx, accountId)
  await deleteRecordsOfAccount(trx, accountId)
  await store.endBearers(trx, accountId, nextMoment(clock()))
}
