import type { Bearer } from '../client/api-client.ts'
import { toNoAnswer } from '../client/api-error.ts'
import { confirmChange } from './confirmation.ts'
import type { Audience, Tokens } from './sign-in.ts'

type AccessToken = Readonly<{ accessToken: string; expiresAtMs: number }>
type Session = AccessToken &
  Readonly<{
    idToken: string | undefined
    /** For areas B and C, once it was needed. */
    management?: AccessToken | undefined
  }>

const SESSION = 'binnacle.session'
/** A change of this key tells other tabs to sign out. */
const SIGNED_OUT = 'binnacle.signed-out'
const RENEW_BEFORE_MS = 60_000

/** In memory only: an injected script must not find it in browser storage. */
let refreshToken: string | undefined
const renewing = new Map<Audience, Promise<string | undefined>>()
let lastExchange: Promise<unknown> = Promise.resolve()
/** The way through the sign-in makes a session last longer: the clock must not take it, a person may. */
const ATTENDED_MS = 60_000
let attendedAt = Date.now()
export const noteAttention = (): void => {
  attendedAt = Date.now()
}
/** Somebody has signed out, and the page is about to be left. */
let isLeaving = false

function readSession(): Session | undefined {
  const stored = sessionStorage.getItem(SESSION)
  return stored === null ? undefined : (JSON.parse(stored) as Session)
}

const isValid = (token: AccessToken | undefined): token is AccessToken =>
  token !== undefined && token.expiresAtMs > Date.now()

export function findSession(): Session | undefined {
  const session = readSession()
  return isValid(session) ? session : undefined
}

function findToken(audience: Audience): AccessToken | undefined {
  const session = readSession()
  const token = audience === 'account' ? session : session?.management
  return isValid(token) ? token : undefined
}

/** After a sign-in. Nothing is kept of the session before it, which may be somebody else's. */
export function storeSession(tokens: Tokens): void {
  refreshToken = tokens.refreshToken
  writeSession({ ...toAccessToken(tokens), idToken: tokens.idToken })
  localStorage.removeItem(SIGNED_OUT)
}

function storeRenewed(audience: Audience, tokens: Tokens): string {
  refreshToken = tokens.refreshToken ?? refreshToken
  const before = readSession()
  const token = toAccessToken(tokens)
  const idToken = tokens.idToken ?? before?.idToken
  if (audience === 'account') writeSession({ ...before, ...token, idToken })
  else if (before) writeSession({ ...before, idToken, management: token })
  return token.accessToken
}

const toAccessToken = ({ accessToken, expiresInS }: Tokens): AccessToken => ({
  accessToken,
  expiresAtMs: Date.now() + expiresInS * 1000,
})

function writeSession(session: Session): void {
  sessionStorage.setItem(SESSION, JSON.stringify(session))
}

const isFresh = ({ expiresAtMs }: AccessToken) => expiresAtMs - Date.now() > RENEW_BEFORE_MS

const bearerFor = (audience: Audience): Bearer => ({
  async find() {
    const token = findToken(audience)
    return token && (isFresh(token) || !refreshToken) ? token.accessToken : renew(audience)
  },
  renew: () => renew(audience),
  confirm: confirmChange,
})

/** Area A and operators. */
export const bearer = bearerFor('account')
/** Areas B and C. */
export const managementBearer = bearerFor('management')

/** Concurrent calls with an expired token share one renewal. */
function renew(audience: Audience): Promise<string | undefined> {
  const begun =
    renewing.get(audience) ?? renewOnce(audience).finally(() => renewing.delete(audience))
  renewing.set(audience, begun)
  return begun
}

async function renewOnce(audience: Audience): Promise<string | undefined> {
  // A redirect now would take the place of the one that ends the session at the provider.
  if (isLeaving) throw toNoAnswer()
  const renewed = await exchange(audience)
  if (renewed !== undefined) return renewed
  if (Date.now() - attendedAt > ATTENDED_MS) return undefined
  // Without a refresh token, as after a reload, the way through the sign-in brings one: no page asks anything.
  if (refreshToken !== undefined || audience === 'account') clearSession()
  return redirectToSignIn()
}

/** One after the other: a refresh token is good for one use, and a second use ends the session. */
function exchange(audience: Audience): Promise<string | undefined> {
  const next = lastExchange.then(() => exchangeOnce(audience))
  lastExchange = next.catch(() => undefined)
  return next
}

async function exchangeOnce(audience: Audience): Promise<string | undefined> {
  const used = refreshToken
  if (used === undefined) return undefined
  const { refresh } = await import('./sign-in.ts')
  const tokens = await refresh(used, audience).catch(() => {
    // The session is still valid: the caller gets the error for an unanswered request and may retry.
    throw toNoAnswer()
  })
  // Signed out meanwhile: nothing may be stored, and the page is about to be left.
  if (refreshToken !== used) throw toNoAnswer()
  return tokens && storeRenewed(audience, tokens)
}

/** Whether areas B and C can be asked without a redirect. */
export const canReachManagement = (): boolean =>
  refreshToken !== undefined || findToken('management') !== undefined

/** For what runs without anybody waiting for it: nothing instead of a redirect that takes a page away. */
export const findManagementToken = async (): Promise<string | undefined> =>
  findToken('management')?.accessToken ?? exchange('management').catch(() => undefined)

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
  leave()
  localStorage.setItem(SIGNED_OUT, new Date().toISOString())
  const { endSession } = await import('./sign-in.ts')
  await endSession({ refreshToken: held, idToken, signedOutUrl })
}

/** Nothing stays in the tab, drafts neither: the next person in it may be somebody else. */
function leave(): void {
  isLeaving = true
  clearSession()
  sessionStorage.clear()
}

function clearSession(): void {
  refreshToken = undefined
  sessionStorage.removeItem(SESSION)
}

/** Signing out in one tab signs out in all of them. */
export function listenForSignOut(signedOutUrl: string): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== SIGNED_OUT || newValue === null) return
    leave()
    location.assign(signedOutUrl)
  })
}
