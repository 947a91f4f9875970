import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
import type { RealTime } from '../../platform/time.ts'
import { type ContentFault, judgeContent, type PasswordHolder } from './new-password/rules.ts'

export const LEAST_PASSWORD_LENGTH = 12
export const MOST_PASSWORD_LENGTH = 256
export const LINK_LIFETIME_MS = DAY_MS
/** Of a link that somebody has asked for who forgot the password. */
export const MAILED_LINK_LIFETIME_MS = 60 * MINUTE_MS

/** Times are kept to the millisecond: what began in this one must be before what comes after. */
export const nextMoment = (now: RealTime) => new Date(now.getTime() + 1) as RealTime

export type PasswordFault = 'too-short' | 'too-long' | ContentFault | 'not-repeated'

/** Length counts most; rules about kinds of characters only make people write passwords down. */
export function judgePassword(
  password: string,
  again: string,
  holder: PasswordHolder,
): PasswordFault | undefined {
  const { length } = [...password]
  if (length < LEAST_PASSWORD_LENGTH) return 'too-short'
  if (length > MOST_PASSWORD_LENGTH) return 'too-long'
  return judgeContent(password, holder) ?? (password === again ? undefined : 'not-repeated')
}
