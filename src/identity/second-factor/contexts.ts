import type Provider from 'oidc-provider'
import { type AccountRow, findAccount, isSessionEnded } from '../../directory/accounts/store.ts'
import { digestOf } from '../../platform/crypto/digest.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { AnonymousLimit } from '../../platform/http/limits/anonymous-limit.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { RealClock } from '../../platform/time.ts'
import type { OauthEngine } from '../oauth/engine.ts'
import { isAsExpected, type RequestContexts } from '../oauth/request-context.ts'
import { isProven, SIGN_IN_LINK_AMR, sessionIdOf } from '../oauth/rules.ts'
import type { IdentityConfig } from '../settings.ts'
import type { AfterSignIn, findInteraction } from '../sign-in/interaction.ts'
import { type KnownBrowsers, makeKnownBrowsers } from '../sign-in/known-browser.ts'
import { findSignInAccount, type SignInAccount } from '../sign-in/store.ts'
import { type FactorContext, UNKNOWN_BROWSER } from './context.ts'
import { makeFactorCookie, type PendingFactor } from './cookie.ts'
import { findSecondFactorUse } from './store.ts'

export type SignInDeps = Readonly<{
  db: Db
  seal: Seal
  realTime: RealClock
  mailer: Mailer
  config: IdentityConfig
  engine: OauthEngine
  anonymous: AnonymousLimit
  afterSignIn: AfterSignIn
}>

export type ContextDeps = SignInDeps & Readonly<{ requests: RequestContexts }>

type Interaction = Awaited<ReturnType<typeof findInteraction>>

export type InteractionContext = FactorContext &
  Pick<Interaction, 'details' | 'clientId' | 'destination'> &
  Readonly<{ pending: PendingFactor; cookies: string | undefined }>

/** A sign-in whose password, or issuer, is proven. Undefined if there is none in this browser. */
export function interactionContexts(deps: ContextDeps) {
  const cookie = makeFactorCookie(deps)
  const browsers = makeKnownBrowsers(deps.seal, deps.realTime, deps.config)
  return async (
    { details, clientId, destination }: Interaction,
    uid: string,
    cookies: string | undefined,
  ): Promise<InteractionContext | undefined> => {
    const pending = cookie.read(cookies)
    if (!pending || pending.uid !== uid || details.prompt.name !== 'login') return undefined
    const { accountId, validAfterMs, given, amr } = pending
    const isByLink = amr.includes(SIGN_IN_LINK_AMR)
    const isSame = (row: AccountRow) =>
      !row.disabled_at &&
      (!isByLink || row.is_operator) &&
      (row.tokens_valid_after?.getTime() ?? null) === validAfterMs
    const account = await findAccount(deps.db, accountId)
    const holder = await findSignInAccount(deps.db, accountId)
    if (!account || !holder || !isSame(account)) return undefined
    return {
      account,
      contextHash: digestOf(`interaction ${uid}`),
      browser: knownBrowserOf(browsers, cookies, holder),
      signedInAt: deps.realTime(),
      usedAt: given && new Date(given.atMs),
      client: clientId,
      confirm: async (trx) => {
        const row = await findAccount(trx, accountId)
        return row !== undefined && isSame(row)
      },
      ...{ pending, details, clientId, destination, cookies },
    }
  }
}

/** One in which only the password was set counts as unknown: a link is not a second factor. */
function knownBrowserOf(
  browsers: KnownBrowsers,
  cookies: string | undefined,
  holder: SignInAccount,
): string {
  const browser = browsers.find(cookies, holder)
  return browser !== undefined && browsers.hasSignedIn(browser) ? browser : UNKNOWN_BROWSER
}

type Session = InstanceType<Provider['Session']>

export type SessionContext = FactorContext &
  Readonly<{
    sessionId: string
    /** When the person proved who they are. Undefined if an issuer only knew them from before. */
    provenAt: Date | undefined
    /** Adds to how the person of the session has proven who they are. */
    raise: (amr: string) => Promise<void>
  }>

/** The session of a browser. Undefined if nobody is signed in. */
export const sessionContexts =
  ({ db, requests }: Pick<ContextDeps, 'db' | 'requests'>) =>
  async (session: Session): Promise<SessionContext | undefined> => {
    const { accountId, uid, amr, loginTs = 0 } = session
    const account = accountId === undefined ? undefined : await findAccount(db, accountId)
    if (!account || account.disabled_at) return undefined
    const { id } = account
    const sessionId = sessionIdOf(digestOf(uid))
    const use = await findSecondFactorUse(db, id, sessionId)
    const signedInAt = new Date(loginTs * 1000)
    return {
      account,
      contextHash: digestOf(`session ${uid}`),
      browser: sessionId,
      signedInAt,
      provenAt: isProven(amr) ? signedInAt : undefined,
      usedAt: use?.usedAt,
      client: null,
      sessionId,
      async confirm(trx: Trx) {
        const row = await findAccount(trx, id)
        if (!row || row.disabled_at) return false
        if (!isAsExpected(row.tokens_valid_after, requests.expectationOf(id))) return false
        return !(await isSessionEnded(trx, id, sessionId))
      },
      async raise(amr) {
        session.amr = [...new Set([...(session.amr ?? []), amr])]
        await session.persist()
      },
    }
  }
