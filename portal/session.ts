import type { Bearer } from '../client/api-client.ts'
import { toNoAnswer } from '../client/api-error.ts'
import { confirmChange } from './confirmation.ts'
import type { Tokens } from './sign-in.ts'

type Session = Readonly<{ accessToken: string; expiresAtMs: number; idToken: string | undefined }>

const SESSION = 'binnacle.session'
/** A change of this key tells other tabs to sign out. */
const SIGNED_OUT = 'binnacle.signed-out'
const RENEW_BEFORE_MS = 60_000

/** In memory only: an injected script must not find it in browser storage. */
let refreshToken: string | undefined
let renewing: Promise<string | undefined> | undefined

export function findSession(): Session | undefined {
  const stored = sessionStorage.getItem(SESSION)
  const session = stored === null ? undefined : (JSON.parse(stored) as Session)
  return session && session.expiresAtMs > Date.now() ? session : undefined
}

export function storeSession(tokens: Tokens): string {
  const { accessToken, expiresInS } = tokens
  const idToken = tokens.idToken ?? findSession()?.idToken
  const session: Session = { accessToken, idToken, expiresAtMs: Date.now() + expiresInS * 1000 }
  refreshToken = tokens.refreshToken ?? refreshToken
  sessionStorage.setItem(SESSION, JSON.stringify(session))
  localStorage.removeItem(SIGNED_OUT)
  return accessToken
}

export const bearer: Bearer = {
  async find() {
    const session = findSession()
    const isFresh = session && session.expiresAtMs - Date.now() > RENEW_BEFORE_MS
    return isFresh || (session && !refreshToken) ? session.accessToken : renew()
  },
  renew,
  confirm: confirmChange,
}

/** Concurrent calls with an expired token share one renewal. */
function renew(): Promise<string | undefined> {
  renewing ??= renewOnce().finally(() => {
    renewing = undefined
  })
  return renewing
}

async function renewOnce(): Promise<string | undefined> {
  const { refresh } = await import('./sign-in.ts')
  const failed = () => {
    // The session is still valid: the caller gets the error for an unanswered request and may retry.
    throw toNoAnswer()
  }
  const tokens = refreshToken && (await refresh(refreshToken).catch(failed))
  if (tokens) return storeSession(tokens)
  clearSession()
  return redirectToSignIn()
}

/** Navigates away, so the promise never settles. The sign-in returns to `returnTo`. */
export async function redirectToSignIn(
  returnTo = location.pathname + location.search + location.hash,
): Promise<never> {
  const { signInAddress } = await import('./sign-in.ts')
  location.assign(await signInAddress(returnTo))
  return new Promise<never>(() => undefined)
}

export async function signOut(signedOutUrl: string): Promise<void> {
  const idToken = findSession()?.idToken
  const held = refreshToken
  clearSession()
  localStorage.setItem(SIGNED_OUT, new Date().toISOString())
  const { endSession } = await import('./sign-in.ts')
  await endSession({ refreshToken: held, idToken, signedOutUrl })
}

function clearSession(): void {
  refreshToken = undefined
  sessionStorage.removeItem(SESSION)
}

/** Signing out in one tab signs out in all of them. */
export function listenForSignOut(signedOutUrl: string): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== SIGNED_OUT || newValue === null) return
    clearSession()
    location.assign(signedOutUrl)
  })
}
