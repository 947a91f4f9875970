import { DAY_MS } from '../../platform/durations.ts'

/** How somebody has proven more than a password: what `second_factor_use` records. */
export const SECOND_FACTOR_METHODS = [
  'passkey',
  'totp',
  'recovery-code',
  'issuer',
  'break-glass',
] as const
export type SecondFactorMethod = (typeof SECOND_FACTOR_METHODS)[number]

/** Longer than any use of it can matter. */
export const USE_KEPT_MS = DAY_MS

export type OperatorSecondFactor = 'required' | 'optional'

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
