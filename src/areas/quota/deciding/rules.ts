import type { RequestError } from '../../../platform/errors.ts'
import {
  aboveMaximum,
  belowUsage,
  deniedByRule,
  type Failure,
  grantAboveMaximum,
  grantAboveRequest,
  grantBelowUsage,
  grantOfRemoved,
  grantWithoutIncrease,
  withdrawn,
} from '../errors.ts'

/** What a rule says when it applies. */
export const ANSWERS = ['approve', 'ask', 'deny'] as const
export type Answer = (typeof ANSWERS)[number]

/** The first that applies decides: a decrease, then what lies within the headroom, then all the rest. */
export type RuleSet = Readonly<{
  decrease: Answer
  withinHeadroom: Answer
  beyondHeadroom: Answer
}>

export type RuleInput = Readonly<{
  requestedLimit: number
  currentLimit: number
  /** What is in use. */
  currentValue: number
  /** None when it was taken out of the catalogue meanwhile. */
  resource:
    | Readonly<{ defaultLimit: number; headroom: number; maximum: number | null; unit: string }>
    | undefined
}>

/** Invalid: asking again will not help (DC29). Failed: it may be granted later. */
export type Verdict =
  | { to: 'Invalid' | 'Failed'; failure: Failure }
  | { to: 'grant'; reason: string }
  | { to: 'ask'; message: string }

/** What happens to a sub-request that is not decided yet. */
export function judge(
  { requestedLimit, currentLimit, currentValue, resource }: RuleInput,
  rules: RuleSet,
): Verdict {
  if (!resource) return { to: 'Invalid', failure: withdrawn }
  const { maximum, defaultLimit, headroom, unit } = resource
  if (maximum !== null && requestedLimit > maximum) {
    return { to: 'Invalid', failure: aboveMaximum(maximum, unit) }
  }
  if (requestedLimit < currentValue)
    return { to: 'Failed', failure: belowUsage(currentValue, unit) }
  if (requestedLimit <= currentLimit) return follow(rules, 'decrease')
  return follow(
    rules,
    requestedLimit <= defaultLimit + headroom ? 'withinHeadroom' : 'beyondHeadroom',
  )
}

/**
 * Why a person cannot grant this much; nothing when they can. It repeats the reasons of `judge`, because
 * things may have changed while the sub-request waited.
 */
export function refuseGrant(
  granted: number,
  { requestedLimit, currentLimit, currentValue, resource }: RuleInput,
): RequestError | undefined {
  if (!resource) return grantOfRemoved()
  const { maximum } = resource
  if (granted > requestedLimit) return grantAboveRequest(requestedLimit)
  if (maximum !== null && granted > maximum) return grantAboveMaximum(maximum)
  if (granted < currentValue) return grantBelowUsage(currentValue)
  return requestedLimit > currentLimit && granted <= currentLimit
    ? grantWithoutIncrease(currentLimit)
    : undefined
}

const REASONS: Readonly<Record<keyof RuleSet, Readonly<{ granted: string; denied: string }>>> = {
  decrease: {
    granted: 'because the limit is not above the current limit.',
    denied: 'This server does not lower limits automatically',
  },
  withinHeadroom: {
    granted: 'because this server grants a limit of this size automatically.',
    denied: 'This server does not raise limits automatically',
  },
  beyondHeadroom: {
    granted: 'because this server also grants large increases automatically.',
    denied: 'The requested limit is higher than this server grants automatically',
  },
}

function follow(rules: RuleSet, rule: keyof RuleSet): Verdict {
  const { granted, denied } = REASONS[rule]
  if (rules[rule] === 'approve') return { to: 'grant', reason: granted }
  if (rules[rule] === 'deny') return { to: 'Failed', failure: deniedByRule(denied) }
  return { to: 'ask', message: 'Awaiting a decision by an operator.' }
}

/** What the requester reads once it is granted; of less than asked for, both amounts are named. */
export const grantedMessage = (
  granted: number,
  requestedLimit: number,
  unit: string,
  reason: string,
) =>
  granted === requestedLimit
    ? `Granted ${granted} (${unit}), ${reason}`
    : `Granted ${granted} of the ${requestedLimit} (${unit}) requested, ${reason}`
