import { randomBytes } from 'node:crypto'
import { type Actor, recordAudit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { digestOf } from '../../platform/secrets.ts'
import { deleteRecordsOfAccount } from '../oauth/store.ts'
import { nobodySignsInAs } from './errors.ts'
import type { KnownBrowsers } from './known-browser.ts'
import type { Passwords } from './passwords.ts'
import { LINK_LIFETIME_MS, LOCAL_ISSUER, nextMoment } from './rules.ts'
import * as store from './store.ts'
import type { Throttle } from './throttle.ts'

export type Attempt = Readonly<{
  login: string
  password: string
  address: string
  cookies: string | undefined
}>
export type Outcome =
  | { accountId: string; cookie: string }
  | { refused: 'wrong' }
  | { refused: 'wait' | 'busy'; seconds: number }

export type SignInTools = Readonly<{
  throttle: Throttle
  passwords: Passwords
  browsers: KnownBrowsers
}>

/** Unknown, disabled and wrong look alike and cost the same. */
export async function signIn(
  db: Db,
  { throttle, passwords, browsers }: SignInTools,
  { login, password, address, cookies }: Attempt,
): Promise<Outcome> {
  const account = await store.findByLogin(db, login)
  const browser = account && browsers.find(cookies, account)
  const admitted = throttle.admit({ account: account?.id ?? NOBODY, address, browser })
  if ('waitSeconds' in admitted) return { refused: 'wait', seconds: admitted.waitSeconds }
  const { salt, hash } = account && !account.disabledAt ? account : NO_PASSWORD
  const known = salt && hash ? { salt, hash } : undefined
  const verdict = await passwords.check(password, known, admitted.place)
  if (verdict === 'busy') {
    admitted.takeBack()
    return { refused: 'busy', seconds: BUSY_FOR_S }
  }
  if (!verdict || !account || !(await isStill(db, account))) return { refused: 'wrong' }
  admitted.succeed()
  return { accountId: account.id, cookie: browsers.remember(account, browser) }
}

/** The password was right when it was read; it may have been set or reset while it was checked. */
async function isStill(db: Db, { id, validAfter }: store.SignInAccount): Promise<boolean> {
  const now = await store.shareAccount(db, id)
  return now?.tokens_valid_after?.getTime() === validAfter?.getTime()
}

/** Tries of names that nobody has count together: none of them can succeed. */
const NOBODY = 'nobody'
export const BUSY_FOR_S = 5
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

/** A link is ended when it has been used, or its time is over. Whoever was signed in before is not any more. */
export async function setPassword(
  db: Db,
  passwords: Passwords,
  { secret, password }: { secret: string; password: string },
  { clock, source, requestId }: { clock: Clock; source: string; requestId: string },
): Promise<'set' | 'ended' | 'busy'> {
  const hash = digestOf(secret)
  const holder = await store.findLink(db, hash, clock())
  if (holder === undefined) return 'ended'
  // Who has such a link has been let in by an operator, and stands where those do who came before.
  const hashed = await passwords.make(password, { rank: 0, group: holder })
  if (hashed === 'busy') return 'busy'
  return db.transaction().execute(async (trx) => {
    await store.lockAccount(trx, holder)
    const at = clock()
    const accountId = await store.useLink(trx, hash, at)
    if (accountId === undefined) return 'ended'
    await store.deleteOpenLinks(trx, accountId)
    await store.putPassword(trx, { account_id: accountId, ...hashed, updated_at: at })
    await signOutEverywhere(trx, accountId, clock)
    const actor = { kind: 'account', id: accountId, at, source, requestId } as const
    await recordAudit(trx, actor, {
      scopeId: accountId,
      action: 'account.set-password',
      target: `account ${accountId}`,
    })
    return 'set'
  })
}

/** Whoever knows the password cannot sign in with it any more, nor with a link made before. */
export async function forgetPassword(trx: Trx, accountId: string): Promise<void> {
  await store.lockAccount(trx, accountId)
  await store.deletePassword(trx, accountId)
  await store.deleteOpenLinks(trx, accountId)
}

/**
 * Ends access tokens, and whatever could bring new ones. The moment is taken when the account is
 * locked: a request that began before it loses, and so does one that has read what is deleted here.
 */
export async function signOutEverywhere(trx: Trx, accountId: string, clock: Clock): Promise<void> {
  await store.lockAccount(trx, accountId)
  await deleteRecordsOfAccount(trx, accountId)
  await store.endBearers(trx, accountId, nextMoment(clock()))
}
