import type { Confirmation } from '../platform/errors.ts'
import type { CallerIds } from '../platform/http/access.ts'
import type { ProductTime, RealClock } from '../platform/time.ts'

export const TOKEN_KINDS = ['user', 'app', 'org'] as const
export type TokenKind = (typeof TOKEN_KINDS)[number]

/** `all` is the specification's Full access, `viewer` its Read-only. */
export const TOKEN_ACCESS = ['all', 'viewer'] as const
export type TokenAccess = (typeof TOKEN_ACCESS)[number]

/** Which tokens of an account: those that act as it, or all that it created. */
export const TOKENS_OF_ACCOUNT = ['own', 'all'] as const
export type TokensOfAccount = (typeof TOKENS_OF_ACCOUNT)[number]

/** What somebody can be in an organization, from the highest on. */
export const ORGANIZATION_ROLES = ['admin', 'collaborator', 'member'] as const

/** Where somebody is signed in. `client`: an application that stays signed in without a browser. */
export const SESSION_KINDS = ['browser', 'client'] as const
export type SessionKind = (typeof SESSION_KINDS)[number]

/** An owner is a person or an organization. */
export type OwnerKind = Exclude<TokenKind, 'app'>

export type Account = Readonly<{
  id: string
  name: string
  displayName: string
  email: string
  createdAt: Date
  /** At the bundled sign-in. Known of whoever calls, not of others. */
  hasPassword?: boolean
  /** Known of whoever is signed in. An API token is never an operator's. */
  isOperator?: boolean
}>

/** The API token a call came in with. `homeId` and `id` together are its key. */
export type PresentedToken = Readonly<{
  homeId: string
  id: string
  access: TokenAccess
  createdBy: string
}>

/**
 * Who is calling, as the rest of the code may know it: no header, no token value, no framework. A
 * person without a token is signed in; a service account is an OAuth client acting for itself.
 */
export type Caller = Readonly<
  | { kind: 'user'; token: PresentedToken; account: Account }
  | {
      kind: 'user'
      token: null
      account: Account
      signedInAt: Date
      /** What the access token calls the session it was issued in. */
      sessionId: string | null
      /** The grant it was issued under, if that can end before the session. */
      grantId?: string | null
      /** A trusted issuer says so, in the token presented. */
      isOperatorByClaim: boolean
      /** When a second factor was given at a trusted issuer, as the token presented says; null if it does not. */
      secondFactorAt: Date | null
    }
  | { kind: 'app'; token: PresentedToken; ownerId: string; appId: string }
  | { kind: 'org'; token: PresentedToken; organizationId: string }
  | { kind: 'service'; token: null; principalId: string; clientId: string; issuedAt: Date }
>

/** A person, with an API token or signed in. */
export type Person = Extract<Caller, { kind: 'user' }>
export type SignedIn = Extract<Person, { token: null }>

/** Only a token can be Read-only: whoever is signed in may do whatever they may do. */
export const accessOf = ({ token }: Caller): TokenAccess => token?.access ?? 'all'

/** The person behind a call; nobody is behind an app, an organization or a service. */
export const accountIdOf = (caller: Caller): string | null =>
  caller.kind === 'user' ? caller.account.id : null

/**
 * Whose allowance a call is charged to. A person has one, however many tokens they made, whichever
 * apps and organizations these are of.
 */
export function principalOf(caller: Caller): string {
  if (caller.kind === 'user') return caller.account.id
  return caller.kind === 'service' ? caller.principalId : caller.token.createdBy
}

/** Which account, client or token calls, for the log. */
export const idsOf = (caller: Caller): CallerIds => ({
  ...(caller.kind === 'user' && { account: caller.account.id }),
  ...(caller.kind === 'service' && { client: caller.clientId }),
  ...(caller.token && { token: caller.token.id }),
})

export type RequestKey = Readonly<{
  header: 'idempotency-key' | 'x-ms-client-request-id'
  value: string
  /** With the method. */
  path: string
  body: unknown
}>

/** How people are asked for a second factor before a change. `off`: nobody is. */
export type StepUp =
  | 'off'
  | Readonly<{
      /** Every operator must have a second factor. */
      areOperatorsObliged: boolean
      realTime: RealClock
      offer: (
        session: Readonly<{ accountId: string; sessionId: string; source: string }>,
      ) => Confirmation
    }>

/** One call: who makes it, from where, and when. All that an action needs to know of its request. */
export type Call<Who extends Caller = Caller> = Readonly<{
  caller: Who
  at: ProductTime
  source: string
  requestId: string
  /** How the caller named the request, when it did. */
  clientRequestId: string | undefined
  /** Under which a create is done once. */
  requestKey?: RequestKey
  /** Where no operation asks for a second factor, it is left out. */
  stepUp?: StepUp | undefined
}>
