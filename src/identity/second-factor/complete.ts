import { makeLinking } from '../federation/linking.ts'
import { SIGN_IN_LINK_AMR } from '../oauth/rules.ts'
import { confirmSignIn, type Origin } from '../sign-in/actions.ts'
import { leaveFormerSession } from '../sign-in/former-session.ts'
import { makeKnownBrowsers } from '../sign-in/known-browser.ts'
import { findSignInAccount } from '../sign-in/store.ts'
import type { InteractionContext, SignInDeps } from './contexts.ts'
import { type Given, SECOND_FACTOR_AMR } from './rules.ts'

/** The end of a sign-in that needed a second factor. Undefined if the account was signed out or disabled meanwhile. */
export function completer(deps: SignInDeps) {
  const { db, realTime, mailer } = deps
  const browsers = makeKnownBrowsers(deps.seal, realTime, deps.config)
  const linking = makeLinking(deps)
  return async (
    { pending, details, clientId: client, cookies }: InteractionContext,
    given: Given,
    by: Origin,
  ) => {
    const { uid, accountId, validAfterMs, passwordSetAtMs, amr, issuer, isNew = false } = pending
    const account = await findSignInAccount(db, accountId)
    if (!account || account.disabledAt) return undefined
    const browser = browsers.find(cookies, account)
    const proof = { validAfter: toTime(validAfterMs), passwordSetAt: toTime(passwordSetAtMs) }
    const { source: address, requestId } = by
    const isKnown = isNew || browsers.hasSignedIn(browser)
    const isByLink = amr.includes(SIGN_IN_LINK_AMR)
    const proven = { client, address, requestId, isKnown, isByLink, secondFactor: given.method }
    const signedIn = { ...proven, ...(issuer !== undefined && { issuer }) }
    const tools = { realTime, mailer }
    if (!(await confirmSignIn(db, { ...account, ...proof }, signedIn, tools))) return undefined
    deps.anonymous.giveBack(address)
    await leaveFormerSession(db, details, accountId, by)
    const cleared = await linking.link({ cookies, uid }, accountId, by)
    const login = { accountId, amr: [...amr, SECOND_FACTOR_AMR] }
    return {
      /** Lines for the header `Set-Cookie`. */
      cookies: [...browsers.remember(account, browser), ...cleared],
      result: { login, secondFactor: given },
    }
  }
}

const toTime = (ms: number | null) => (ms === null ? null : new Date(ms))
