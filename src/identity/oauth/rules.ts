import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
import type { RealTime } from '../../platform/time.ts'

/** One for area A and operators, one for areas B and C. */
export const SCOPES = { account: 'account', management: 'user_impersonation' } as const

/** How long an access token works, unless it is ended before. */
export const ACCESS_TOKEN_LIFETIME_S = 3600

/** Longer than any access token of it can work, on nodes whose clocks differ. */
export const ENDED_SESSION_KEPT_MS = (ACCESS_TOKEN_LIFETIME_S + 300) * 1000

/** What access tokens call a session: of its hash, so that nobody learns from it what the provider calls it. */
export function sessionIdOf(hash: Buffer): string {
  const digits = hash.toString('hex').slice(0, 32)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** A key signs for so long, and is published a day before and a day after: longer than any token lives. */
export const SIGNS_FOR_MS = 30 * DAY_MS
export const PUBLISHED_AROUND_MS = DAY_MS

type Key = Readonly<{ id: string; startsAt: Date }>

/** What has to happen to the keys now: when new ones start, which are not needed any more. */
export type Rotation = Readonly<{ startsAt: readonly Date[]; ended: readonly string[] }>

/**
 * `keys`: the newest first. There is always one that signs and one that will. A key is deleted when its
 * successor has signed for a day before `deletionTime`, whatever the clock of this node says.
 */
export function planRotation(
  keys: readonly Key[],
  now: RealTime,
  deletionTime: RealTime,
): Rotation {
  const signing = findSigning(keys, now)
  if (!signing) return { startsAt: [now, after(now, SIGNS_FOR_MS)], ended: [] }
  const hasNext = keys.some(({ startsAt }) => startsAt > now)
  const due = after(signing.startsAt, SIGNS_FOR_MS)
  const earliest = after(now, PUBLISHED_AROUND_MS)
  const needed = findSigning(keys, after(deletionTime, -PUBLISHED_AROUND_MS))
  return {
    startsAt: hasNext ? [] : [due > earliest ? due : earliest],
    ended: keys.filter(({ startsAt }) => needed && startsAt < needed.startsAt).map(({ id }) => id),
  }
}

/** The one that has started last. */
export function findSigning<T extends Key>(keys: readonly T[], now: Date): T | undefined {
  return keys.find(({ startsAt }) => startsAt <= now)
}

/** Nodes read the keys every minute: after so long, each of them knows a new one. */
export const KNOWN_TO_NODES_MS = 2 * MINUTE_MS

/**
 * When the next key starts if it is wanted now: at once, or when it has been published for long enough.
 * `publishedMs`: a day for verifiers that keep the published keys, less for the nodes alone.
 */
export function planEarlyStart<T extends Key & Readonly<{ createdAt: Date }>>(
  keys: readonly T[],
  now: RealTime,
  publishedMs: number,
): { key: T; startsAt: Date } | undefined {
  const key = keys.findLast(({ startsAt }) => startsAt > now)
  if (!key) return undefined
  const known = after(key.createdAt, publishedMs)
  const startsAt = known > now ? known : now
  return { key, startsAt: startsAt < key.startsAt ? startsAt : key.startsAt }
}

const after = (time: Date, ms: number) => new Date(time.getTime() + ms)

/** What a parameter asks for, one scope after the other. */
export const scopesIn = (parameter: unknown): string[] =>
  typeof parameter === 'string' ? parameter.split(' ').filter(Boolean) : []

/** A field that a form leaves out is empty. */
export const fieldOf = (form: URLSearchParams, name: string): string => form.get(name) ?? ''

export type ServiceRequest =
  | Readonly<{ form: string; authorization: string }>
  | Readonly<{ error: string; description: string }>

/** What the identity library of published clients sends for a program, in the words of our own token endpoint. */
export function readServiceRequest(
  body: URLSearchParams,
  authorization: string | undefined,
): ServiceRequest {
  if (body.get('grant_type') !== 'client_credentials') {
    const description =
      'Only grant_type=client_credentials is supported here. To sign in as a user, use a browser.'
    return { error: 'unsupported_grant_type', description }
  }
  const isAsked = scopesIn(body.get('scope')).some(
    (scope) => /^.+\/\.default$/.test(scope) || scope === SCOPES.management,
  )
  if (!isAsked) {
    const description = 'The scope must be a URL followed by /.default.'
    return { error: 'invalid_scope', description }
  }
  const credentials = [fieldOf(body, 'client_id'), fieldOf(body, 'client_secret')]
  const basic = Buffer.from(credentials.map(encodeURIComponent).join(':')).toString('base64')
  return {
    form: `grant_type=client_credentials&scope=${SCOPES.management}`,
    authorization: authorization ?? `Basic ${basic}`,
  }
}

/** In the `amr` of a session of somebody who signed in at a trusted issuer. */
export const ISSUER_AMR = 'issuer'

/** Beside it, if the issuer asked the person in this sign-in, and did not only know them from before. */
export const ISSUER_ASKED_AMR = 'issuer-asked'

/** In the `amr` of a session of an operator who signed in with a link that was made on a host. */
export const SIGN_IN_LINK_AMR = 'sign-in-link'

const SIGN_IN_LINK_SESSION_MS = 60 * MINUTE_MS

type SignedIn = Readonly<{ amr?: readonly string[] | undefined; sinceS: number | undefined }>

/** When a sign-in ends, however often it is used. Undefined for a password, which sets no such limit. */
function endOf({ amr, sinceS = 0 }: SignedIn, issuerSessionMs: number): number | undefined {
  if (amr?.includes(SIGN_IN_LINK_AMR)) return sinceS + SIGN_IN_LINK_SESSION_MS / 1000
  return amr?.includes(ISSUER_AMR) ? sinceS + issuerSessionMs / 1000 : undefined
}

/** Whether somebody has proven in the sign-in itself who they are. At an issuer they may be known from before. */
export const isProven = (amr: readonly string[] = []): boolean =>
  !amr.includes(ISSUER_AMR) || amr.includes(ISSUER_ASKED_AMR)

/** Whether a sign-in counts no more, whatever its record says: by its age, or because passwords were turned off. */
export function isSignInOver(
  signedIn: SignedIn,
  { issuerSessionMs, bundledSignIn }: Readonly<{ issuerSessionMs: number; bundledSignIn: boolean }>,
  nowS: number,
): boolean {
  const endS = endOf(signedIn, issuerSessionMs)
  return endS === undefined ? !bundledSignIn : endS <= nowS
}

/** In seconds: what an issuer or a link has confirmed does not outlast it, whoever keeps using it. */
export function lifetimeOf(
  signedIn: SignedIn,
  usual: number,
  issuerSessionMs: number,
  nowS: number,
): number {
  const endS = endOf(signedIn, issuerSessionMs)
  return endS === undefined ? usual : Math.max(1, Math.min(usual, endS - nowS))
}
