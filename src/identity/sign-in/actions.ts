import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { lockAccounts, shareAccount } from '../../directory/accounts/store.ts'
import { type Actor, recordAudit } from '../../directory/audit.ts'
import { mailAccount } from '../../directory/notices/actions.ts'
import { digestOf } from '../../platform/crypto/digest.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { isAscii } from '../../platform/mail/address.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { addMs, type RealClock, type RealTime } from '../../platform/time.ts'
import { sessionIdOf } from '../oauth/rules.ts'
import { deleteRecordsOfAccount, deleteSession, insertEndedSession } from '../oauth/store.ts'
import type { RefusedAttempt, RefusedAttempts } from '../refused-attempts.ts'
import type { PendingSignIns } from '../second-factor/pending-sign-in.ts'
import type { SecondFactorMethod } from '../second-factor/rules.ts'
import { emailNotAscii } from './errors.ts'
import type { KnownBrowsers } from './known-browser.ts'
import { toPasswordChangedMail, toSignInMail } from './mail.ts'
import type { Passwords } from './passwords.ts'
import { LINK_LIFETIME_MS, nextMoment } from './rules.ts'
import * as store from './store.ts'
import type { Throttle, Wait } from './throttle.ts'

/** Who signs in or out, or is given a way to: in real time. */
export type SignInActor = Actor<RealTime>

export type Attempt = Readonly<{
  login: string
  password: string
  address: string
  /** The client that the person signs in for. */
  client: string
  requestId: string
  cookies: string | undefined
}>
export type Outcome =
  | { accountId: string; cookies: readonly string[] }
  /** The password is right, and a second factor is missing. */
  | { held: store.SignInAccount }
  | { refused: 'wrong' }
  | { refused: 'wait'; seconds: number; because: Wait['because'] }
  | { refused: 'busy'; seconds: number }

export type SignInTools = Readonly<{
  throttle: Throttle
  passwords: Passwords
  browsers: KnownBrowsers
  refused: RefusedAttempts
  realTime: RealClock
  mailer: Mailer
  pendingSignIns: Pick<PendingSignIns, 'findStep'>
}>

/** Unknown, disabled and wrong look alike and cost the same. */
export async function signIn(
  db: Db,
  { throttle, passwords, browsers, refused, realTime, mailer, pendingSignIns }: SignInTools,
  attempt: Attempt,
): Promise<Outcome> {
  const { login, password, address, client, cookies } = attempt
  const account = await store.findByLogin(db, login)
  const note = (action: RefusedAttempt['action']) =>
    refused.note({ action, accountId: account?.id ?? null, address, client })
  const browser = account && browsers.find(cookies, account)
  const admitted = throttle.admit({ login, account: account?.id ?? null, address, browser })
  if ('waitSeconds' in admitted) {
    note('account.sign-in-throttled')
    return { refused: 'wait', seconds: admitted.waitSeconds, because: admitted.because }
  }
  const { salt, hash } = account && !account.disabledAt ? account : NO_PASSWORD
  const known = salt && hash ? { salt, hash } : undefined
  const verdict = await passwords.check(password, known, admitted.priority)
  if (verdict === 'busy') {
    admitted.takeBack()
    return { refused: 'busy', seconds: BUSY_FOR_S }
  }
  if (verdict && account && (await pendingSignIns.findStep(account.id)) !== 'none') {
    admitted.succeed()
    return { held: account }
  }
  const isKnown = browsers.hasSignedIn(browser)
  const tools = { realTime, mailer }
  if (!verdict || !account || !(await confirmSignIn(db, account, { ...attempt, isKnown }, tools))) {
    note('account.sign-in-failed')
    return { refused: 'wrong' }
  }
  admitted.succeed()
  return { accountId: account.id, cookies: browsers.remember(account, browser) }
}

type Confirmed = Pick<Attempt, 'client' | 'address' | 'requestId'> &
  Readonly<{
    /** Where the person proved who they are, if not here. */
    issuer?: string
    /** How a second factor was given. */
    secondFactor?: SecondFactorMethod
    /** The browser has signed in as the account before, or the account is new. */
    isKnown: boolean
    /** With a link for operators, which also lets those in whose address is to be changed. */
    isByLink?: boolean
  }>

/** Asks again, because the password may have been set or reset while it was checked, and records the sign-in. */
export function confirmSignIn(
  db: Db,
  { id, validAfter, passwordSetAt }: store.SignInAccount,
  { client, issuer, secondFactor, address: source, requestId, isKnown, isByLink }: Confirmed,
  { realTime, mailer }: Pick<SignInTools, 'realTime' | 'mailer'>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const now = await shareAccount(trx, id)
    if (now?.tokens_valid_after?.getTime() !== validAfter?.getTime()) return false
    if (!isByLink) requireAsciiEmail(now?.email)
    // Changed meanwhile, without signing anybody out.
    const changedAt = issuer === undefined ? await store.findPasswordTime(trx, id) : passwordSetAt
    if (changedAt?.getTime() !== passwordSetAt?.getTime()) return false
    const actor = { kind: 'account', id, at: realTime(), source, requestId } as const
    await recordAudit(trx, actor, {
      scopeId: id,
      action: 'account.sign-in',
      target: `account ${id}`,
      after: {
        client,
        ...(issuer !== undefined && { issuer }),
        ...(secondFactor !== undefined && { secondFactor }),
      },
    })
    if (!isKnown) {
      await mailAccount(trx, mailer, id, {
        event: `sign-in ${randomUUIDv7()}`,
        message: toSignInMail({ client, address: source, at: actor.at }, mailer.linkTo('/account')),
      })
    }
    return true
  })
}

function requireAsciiEmail(email = ''): void {
  if (!isAscii(email)) throw emailNotAscii(email)
}

export const BUSY_FOR_S = 5
const NO_PASSWORD = { salt: null, hash: null }

/**
 * The secret is in the result and nowhere else. Links made before end: the last one counts.
 * `madeBy`: the account that sees it, with whose right it ends.
 */
export async function makePasswordLink(
  trx: Trx,
  actor: SignInActor,
  accountId: string,
  madeBy: string | null = null,
): Promise<{ secret: string }> {
  const secret = randomBytes(32).toString('base64url')
  await lockAccounts(trx, [accountId])
  await store.deleteOpenLinks(trx, accountId)
  await store.insertLink(trx, {
    hash: digestOf(secret),
    account_id: accountId,
    made_by: madeBy,
    created_at: actor.at,
    expires_at: addMs(actor.at, LINK_LIFETIME_MS),
  })
  await recordAudit(trx, actor, {
    scopeId: accountId,
    action: 'account.password-link',
    target: `account ${accountId}`,
  })
  return { secret }
}

export type Origin = Readonly<{ realTime: RealClock; source: string; requestId: string }>

/** Says so to the owner, who may not have done it. */
export async function mailPasswordChanged(
  trx: Trx,
  mailer: Mailer,
  accountId: string,
  change: Readonly<{ address: string; at: RealTime }>,
): Promise<void> {
  const message = toPasswordChangedMail(change, mailer.linkTo('/account/password'))
  await mailAccount(trx, mailer, accountId, { event: `password ${randomUUIDv7()}`, message })
}

/** Whoever knows the password cannot sign in with it any more, nor with a link made before. */
export async function forgetPassword(trx: Trx, accountId: string): Promise<void> {
  await lockAccounts(trx, [accountId])
  await store.deletePassword(trx, accountId)
  await store.deleteOpenLinks(trx, accountId)
}

/** Links that could still set a password or sign somebody in. */
export const endPasswordLinks = store.deleteOpenLinks

/** Links that were mailed to an address which may not be that of the account any more. */
export const endMailedLinks = store.deleteOpenMailedLinks

/** Links that could still sign an operator in. */
export const endSignInLinks = store.deleteOpenSignInLinks

/** Whoever made a link has seen it, and could sign in as the one it is for. */
export const endPasswordLinksMadeBy = store.deleteOpenLinksMadeBy

export type BrowserSession = Readonly<{
  uid: string
  accountId: string
  /** Those that somebody signed in for in this session. */
  clients: readonly string[]
}>

/**
 * Ends one session: what was issued in it, and nothing of other sessions. The account is locked, so
 * that a request which is about to write the session back, or to change something, comes before or after.
 */
export async function signOut(
  db: Db,
  { uid, accountId, clients }: BrowserSession,
  { realTime, source, requestId }: Origin,
): Promise<void> {
  const hash = digestOf(uid)
  const id = sessionIdOf(hash)
  await db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [accountId])
    const at = realTime()
    await insertEndedSession(trx, { accountId, id, at })
    await deleteSession(trx, hash)
    const actor = { kind: 'account', id: accountId, at, source, requestId } as const
    await recordAudit(trx, actor, {
      scopeId: accountId,
      action: 'account.sign-out',
      target: `session ${id}`,
      after: { clients },
    })
  })
}

/** Of a client that gives its refresh token back, as the command line does. */
export function recordSignOutOfClient(db: Db, actor: SignInActor, client: string): Promise<void> {
  return db.transaction().execute((trx) =>
    recordAudit(trx, actor, {
      scopeId: actor.id,
      action: 'account.sign-out',
      target: `client ${client}`,
      after: { clients: [client] },
    }),
  )
}

/**
 * Ends access tokens, and whatever could bring new ones. The moment is taken when the account is
 * locked: a request that began before it loses, and so does one that has read what is deleted here.
 */
export async function signOutEverywhere(
  trx: Trx,
  accountId: string,
  realTime: RealClock,
): Promise<void> {
  await lockAccounts(trx, [accountId])
  await deleteRecordsOfAccount(trx, accountId)
  await store.endGroups(trx, accountId)
  await store.endBearers(trx, accountId, nextMoment(realTime()))
}
