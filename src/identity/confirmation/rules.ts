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
export type ConfirmStep = 'sign-in' | 'other-account' | 'enrol' | 'give' | 'confirm'

export type Browser = Readonly<{
  /** Whoever is signed in there. */
  accountId: string
  hasSecondFactor: boolean
  /** When a second factor was last given in the session of the browser itself. */
  usedAt: Date | undefined
}>

/** A second factor that the browser gave before the link was made says nothing about this request. */
export function stepOf(
  { accountId, issuedAt }: ConfirmLink,
  browser: Browser | undefined,
): ConfirmStep {
  if (!browser) return 'sign-in'
  if (browser.accountId !== accountId) return 'other-account'
  if (browser.usedAt && browser.usedAt >= issuedAt) return 'confirm'
  return browser.hasSecondFactor ? 'give' : 'enrol'
}
