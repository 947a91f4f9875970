import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
import type { RealTime } from '../../platform/time.ts'
import { SIGN_IN_LINK_AMR } from '../oauth/rules.ts'

/** How somebody has proven more than a password: what `second_factor_use` records. */
export const SECOND_FACTOR_METHODS = [
  'passkey',
  'totp',
  'recovery-code',
  'issuer',
  'sign-in-link',
] as const
export type SecondFactorMethod = (typeof SECOND_FACTOR_METHODS)[number]

/** A second factor that was given, before it is known in which session. */
export type Given = Readonly<{ method: SecondFactorMethod; atMs: number }>

/** Longer than any use of it can matter. */
export const USE_KEPT_MS = DAY_MS
/** How long a second factor, or the sign-in before the first one, counts for a change of second factors. */
export const FRESH_MS = 15 * MINUTE_MS
export const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS
export const MOST_PASSKEYS = 20
export const RECOVERY_CODES = 10

export const OPERATOR_SECOND_FACTOR = ['required', 'optional'] as const
export type OperatorSecondFactor = (typeof OPERATOR_SECOND_FACTOR)[number]

/** What decides whether an account needs a second factor, and whether it has one. */
export type SecondFactorNeed = Readonly<{
  isOperator: boolean
  /** A member of an organization that requires one. */
  isRequiredByOrganization: boolean
  hasSecondFactor: boolean
}>

export const mustHaveSecondFactor = (
  { isOperator, isRequiredByOrganization }: SecondFactorNeed,
  ofOperators: OperatorSecondFactor,
): boolean => (isOperator && ofOperators === 'required') || isRequiredByOrganization

/** What comes after the password or the issuer. */
export type Step = 'none' | 'give' | 'enrol'

/** `isGiven`: by the issuer. Whoever has a factor gives it, required or not. */
export function stepOf(
  need: SecondFactorNeed,
  ofOperators: OperatorSecondFactor,
  isGiven: boolean,
): Step {
  if (isGiven) return 'none'
  if (need.hasSecondFactor) return 'give'
  return mustHaveSecondFactor(need, ofOperators) ? 'enrol' : 'none'
}

/** In the `amr` of a session (RFC 8176). */
export const PASSWORD_AMR = 'pwd'
export const SECOND_FACTOR_AMR = 'mfa'

/** Who makes a sign-in link has the database and its key: no factor stored there proves more. */
export const hasGivenSecondFactor = (amr: readonly string[] | undefined): boolean =>
  amr !== undefined && [SECOND_FACTOR_AMR, SIGN_IN_LINK_AMR].some((each) => amr.includes(each))

/** A time in the future is that of a node whose clock is ahead. */
export const isFresh = (usedAt: Date | undefined, now: RealTime): boolean =>
  usedAt !== undefined && now.getTime() - usedAt.getTime() <= FRESH_MS

/** Whoever has a factor needs it to change anything. The first one needs a sign-in that is as fresh. */
export const mayChangeFactors = (
  { hasSecondFactor }: Pick<SecondFactorNeed, 'hasSecondFactor'>,
  { signedInAt, usedAt }: Readonly<{ signedInAt: Date; usedAt: Date | undefined }>,
  now: RealTime,
): boolean => isFresh(hasSecondFactor ? usedAt : signedInAt, now)

/** Whoever must have a factor sets up the first one in a sign-in, not in a session that somebody else may use. */
export const needsSignInToEnrol = (
  need: SecondFactorNeed,
  ofOperators: OperatorSecondFactor,
  usedAt: Date | undefined,
  now: RealTime,
): boolean =>
  !need.hasSecondFactor && mustHaveSecondFactor(need, ofOperators) && !isFresh(usedAt, now)

export type Factors = Readonly<{ passkeys: number; hasTotp: boolean }>

/** The last one stays while one is required. */
export const mayRemoveFactor = (
  need: SecondFactorNeed,
  ofOperators: OperatorSecondFactor,
  { passkeys, hasTotp }: Factors,
): boolean => passkeys + Number(hasTotp) > 1 || !mustHaveSecondFactor(need, ofOperators)

const FREE_FAILURES = 5
const LONGEST_WAIT_S = 15 * 60
/** Wrong codes are forgotten when there was none for so long. */
export const FAILURES_KEPT_MS = DAY_MS

/** How long the next code has to wait after so many wrong ones. */
export function waitSecondsOf(
  { failures, failedAt }: Readonly<{ failures: number; failedAt: Date }>,
  now: RealTime,
): number {
  if (failures < FREE_FAILURES) return 0
  const pauseS = Math.min(2 ** (failures - FREE_FAILURES), LONGEST_WAIT_S)
  return Math.max(0, Math.ceil((failedAt.getTime() + pauseS * 1000 - now.getTime()) / 1000))
}

const IP_ADDRESS = /^(\[.*\]|\d+(\.\d+){3})$/

/** Browsers offer passkeys for domains alone. */
export const canHavePasskeys = (rpId: string): boolean => !IP_ADDRESS.test(rpId)

/** What people type, with spaces or hyphens or in small letters. */
export const toRecoveryCode = (typed: string): string =>
  typed.replaceAll(/[\s-]/g, '').toLowerCase()
export const toTotpCode = (typed: string): string => typed.replaceAll(/\s/g, '')

const MOST_NAME_LENGTH = 60

/** A passkey without a name is called by the day it was added. */
export function nameOfPasskey(typed: string, now: RealTime): string {
  const name = typed.trim().slice(0, MOST_NAME_LENGTH)
  return name === '' ? `Passkey of ${now.toISOString().slice(0, 10)}` : name
}
