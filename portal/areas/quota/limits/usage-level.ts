export type UsageLevel = 'Critical' | 'Warning' | 'Normal'

type Used = Readonly<{ limit: number; currentValue: number }>

export const WARNING_PERCENT = 80
export const CRITICAL_PERCENT = 95

/** Of nothing, nothing is used; anything is all of it. */
export function percentOf({ limit, currentValue }: Used): number {
  if (limit === 0) return currentValue > 0 ? 100 : 0
  return (100 * currentValue) / limit
}

export function levelOf(used: Used): UsageLevel {
  const percent = percentOf(used)
  if (percent >= CRITICAL_PERCENT) return 'Critical'
  return percent >= WARNING_PERCENT ? 'Warning' : 'Normal'
}

/** Rounded down: 79.9 % is not yet a warning, and must not look like one. */
export const formatPercent = (used: Used) => `${Math.floor(percentOf(used))} %`

/** As in "2 critical, 1 warning"; nothing when all is normal. */
export function summarize(limits: readonly Used[]): string | undefined {
  const levels = limits.map(levelOf)
  const critical = levels.filter((level) => level === 'Critical').length
  const warning = levels.filter((level) => level === 'Warning').length
  const counts = [
    ...(critical > 0 ? [`${countOf(critical)} at ${CRITICAL_PERCENT} % or more`] : []),
    ...(warning > 0 ? [`${countOf(warning)} at ${WARNING_PERCENT} % or more`] : []),
  ]
  return counts.length === 0 ? undefined : `${counts.join(', ')}.`
}

const countOf = (count: number) => (count === 1 ? '1 limit' : `${count} limits`)
