import { MINUTE_MS } from '../../platform/durations.ts'
import type { RealTime } from '../../platform/time.ts'

/** How long somebody can open a link to confirm. */
export const CONFIRM_LINK_MS = 10 * MINUTE_MS

/** For which session a second factor is to be given, and what lets the person recognize the request. */
export type ConfirmLink = Readonly<{
  accountId: string
  sessionId: string
  /** The address that the request came from. */
  source: string
  code: string
  issuedAt: Date
}>

export const CONFIRM_STATES = ['pending', 'confirmed', 'expired'] as const
export type ConfirmState = (typeof CONFIRM_STATES)[number]

/** A link is used up when a second factor was given for its session after the link was made. */
export function stateOf(
  { issuedAt }: ConfirmLink,
  usedAt: Date | undefined,
  now: RealTime,
): ConfirmState {
  if (usedAt && usedAt >= issuedAt) return 'confirmed'
  return now.getTime() - issuedAt.getTime() > CONFIRM_LINK_MS ? 'expired' : 'pending'
}

/** What a browser has to do before it can confirm. */
export type ConfirmStep = SignInStep | 'enrol' | 'give' | 'confirm'
/** Without a second factor, a session that somebody else uses cannot set one up: a sign-in comes first. */
export type SignInStep = 'sign-in' | 'other-account' | 'sign-in-again'

const SIGN_IN_STEPS: ReadonlySet<ConfirmStep> = new Set<SignInStep>([
  'sign-in',
  'other-account',
  'sign-in-again',
])
export const isSignIn = (step: ConfirmStep): step is SignInStep => SIGN_IN_STEPS.has(step)

export type Browser = Readonly<{
  /** Whoever is signed in there. */
  accountId: string
  hasSecondFactor: boolean
  /** When the person proved who they are. Undefined if an issuer only knew them from before. */
  provenAt: Date | undefined
  /** When a second factor was last given in the session of the browser itself. */
  usedAt: Date | undefined
}>

/** A second factor, or a sign-in, from before the link was made says nothing about this request. */
export function stepOf({ accountId, issuedAt }: ConfirmLink, browser: Browser): ConfirmStep {
  if (browser.accountId !== accountId) return 'other-account'
  if (isSince(issuedAt, browser.usedAt)) return 'confirm'
  if (browser.hasSecondFactor) return 'give'
  return isSince(issuedAt, browser.provenAt) ? 'enrol' : 'sign-in-again'
}

const isSince = (issuedAt: Date, at: Date | undefined) => at !== undefined && at >= issuedAt
