import { MINUTE_MS } from '../../platform/durations.ts'

/** How long the browser in which an account was created can sign in without its password. */
export const SIGN_IN_MS = 5 * MINUTE_MS

/** Sessions say the second in which they began: one of the very second counts as before. */
export const isSignedInBefore = (sinceS: number, validAfter: Date | null): boolean =>
  validAfter !== null && sinceS * 1000 < validAfter.getTime()
