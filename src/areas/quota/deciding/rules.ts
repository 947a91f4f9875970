import { aboveMaximum, belowUsage, deniedByRule, type Ending, withdrawn } from '../errors.ts'

/** What a rule says when it applies. */
export type Answer = 'approve' | 'ask' | 'deny'

/** The first that applies decides: a decrease, then what lies within the headroom, then all the rest. */
export type RuleSet = Readonly<{
  decrease: Answer
  withinHeadroom: Answer
  beyondHeadroom: Answer
}>

export type Facts = Readonly<{
  asked: number
  limit: number
  currentValue: number
  /** None when it was taken out of the catalogue meanwhile. */
  resource:
    | Readonly<{ defaultLimit: number; headroom: number; maximum: number | null; unit: string }>
    | undefined
}>

export type Verdict =
  | { to: 'Invalid' | 'Failed'; ending: Ending }
  | { to: 'grant'; reason: string }
  | { to: 'ask'; message: string }

/** What becomes of a wish that nobody has looked at yet. */
export function judge({ asked, limit, currentValue, resource }: Facts, rules: RuleSet): Verdict {
  if (!resource) return { to: 'Invalid', ending: withdrawn }
  const { maximum, defaultLimit, headroom, unit } = resource
  if (maximum !== null && asked > maximum) {
    return { to: 'Invalid', ending: aboveMaximum(maximum, unit) }
  }
  if (asked < currentValue) return { to: 'Failed', ending: belowUsage(currentValue, unit) }
  if (asked <= limit) return follow(rules.decrease, 'no more than there is')
  return asked <= defaultLimit + headroom
    ? follow(rules.withinHeadroom, 'within the headroom')
    : follow(rules.beyondHeadroom, 'beyond the headroom')
}

/** Why a person cannot grant this much; nothing when they can. Things may have changed while it waited. */
export function refuseGrant(
  granted: number,
  { asked, limit, currentValue, resource }: Facts,
): string | undefined {
  if (!resource)
    return 'The resource was taken out of the catalogue. Deny it, or put it back first.'
  const { maximum } = resource
  if (granted > asked) return `No more than was asked for can be granted: ${asked}.`
  if (maximum !== null && granted > maximum) {
    return `Nobody can have more than ${maximum}. Grant that much or less, or raise the maximum in the catalogue.`
  }
  if (granted < currentValue) {
    return `${currentValue} are in use. Grant at least that much, or deny it.`
  }
  return asked > limit && granted <= limit
    ? `The limit is ${limit}, and more was asked for. Grant more than that, or deny it.`
    : undefined
}

function follow(answer: Answer, rule: string): Verdict {
  if (answer === 'approve') return { to: 'grant', reason: `by rule: ${rule}` }
  if (answer === 'deny') return { to: 'Failed', ending: deniedByRule(rule) }
  return { to: 'ask', message: `Waits for somebody to decide (${rule}).` }
}

/** What the requester reads once it is granted; of less than asked for, both amounts are named. */
export const grantedMessage = (granted: number, asked: number, unit: string, reason: string) =>
  granted === asked
    ? `Granted ${granted} (${unit}), ${reason}`
    : `Granted ${granted} of the ${asked} (${unit}) asked for, ${reason}`
