import { isOwnerName } from '../../directory/accounts/names/rules.ts'
import { LONGEST_UNVERIFIED_NAME } from '../../directory/accounts/rules.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

/** How long the browser in which an account was created can sign in without its password. */
export const SIGN_IN_MS = 5 * MINUTE_MS

/** Sessions say the second in which they began: one of the very second counts as before. */
export const isSignedInBefore = (sinceS: number, validAfter: Date | null): boolean =>
  validAfter !== null && sinceS * 1000 < validAfter.getTime()

export const isNewName = (name: string): boolean =>
  isOwnerName(name) && name.length <= LONGEST_UNVERIFIED_NAME
