import type { Caller } from '../../platform/caller.ts'
import type { BearerRow } from './store.ts'

/** What a verified bearer says of itself. */
export type BearerClaims = Readonly<{
  /** The account, or the client when it acts for itself. */
  subject: string
  isService: boolean
  clientId: string
  scopes: readonly string[]
  issuedAt: Date
}>

export type BearerFault = { fault: 'unknown' } | { fault: 'disabled' } | { fault: 'ended' }

type BearerCaller = Extract<Caller, { token: null }>

/** `isBuiltIn`: the client comes with Binnacle and has no row of its own. */
export function judgeBearer(
  claims: BearerClaims,
  { account, client }: BearerRow,
  isBuiltIn: boolean,
): BearerCaller | BearerFault {
  if (!client && !isBuiltIn) return { fault: 'unknown' }
  const principal = claims.isService ? client : account
  if (!principal) return { fault: 'unknown' }
  if (principal.disabledAt || client?.disabledAt) return { fault: 'disabled' }
  const isEnded = [principal.validAfter, client?.validAfter].some(
    (after) => after && claims.issuedAt < after,
  )
  if (isEnded) return { fault: 'ended' }
  if (claims.isService && client) {
    const { principalId } = client
    return { kind: 'service', token: null, principalId, clientId: claims.clientId }
  }
  if (!account) return { fault: 'unknown' }
  return { kind: 'user', token: null, account, signedInAt: claims.issuedAt }
}
