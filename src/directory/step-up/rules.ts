import { MINUTE_MS } from '../../platform/durations.ts'
import type { RealTime } from '../../platform/time.ts'
import type { Caller, SignedIn } from '../caller.ts'

/** How long a second factor counts after it was given. */
export const FRESH_FOR_MS = 15 * MINUTE_MS

export type SecondFactorState = Readonly<{
  isOperator: boolean
  /** A member of an organization that requires a second factor. */
  isRequiredByOrganization: boolean
  hasSecondFactor: boolean
  /** In the session of the call; null if never. */
  usedAt: Date | null
}>

/** People who are signed in. An API token or a service account has no second factor to give. */
export const isAsked = (caller: Caller): caller is SignedIn =>
  caller.kind === 'user' && caller.token === null

/** Whether a person who has or must have a second factor has to give it before a change. */
export function needsConfirmation(
  state: SecondFactorState,
  areOperatorsObliged: boolean,
  now: RealTime,
): boolean {
  const { isOperator, isRequiredByOrganization, hasSecondFactor, usedAt } = state
  const isObliged = (isOperator && areOperatorsObliged) || isRequiredByOrganization
  if (!hasSecondFactor && !isObliged) return false
  return usedAt === null || now.getTime() - usedAt.getTime() > FRESH_FOR_MS
}
