import type { Decision } from '../queries.ts'

export type Kind = 'approve' | 'lower' | 'deny'
export type Typed = Readonly<{ kind: Kind; limit: string; reason: string }>
export type Problems = Readonly<{ limit?: string; reason?: string }>

/** The rest is up to the server: the usage and the limit may change meanwhile. */
export function findProblems({ kind, limit, reason }: Typed, requestedLimit: number): Problems {
  const isLimit = /^\d{1,10}$/.test(limit.trim()) && Number(limit) < requestedLimit
  return {
    ...(kind === 'lower' &&
      !isLimit && { limit: `Enter a whole number below ${requestedLimit.toLocaleString('en')}.` }),
    ...(reason.trim() === '' && { reason: 'Enter a reason.' }),
  }
}

export const toDecision = ({ kind, limit, reason }: Typed): Decision => ({
  decision: kind === 'deny' ? 'deny' : 'approve',
  reason: reason.trim(),
  ...(kind === 'lower' && { limit: Number(limit) }),
})
