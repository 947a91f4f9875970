import type { Caller } from '../../directory/caller.ts'
import type { BearerKey, BearerRow } from './store.ts'

/** What a verified bearer says of itself. Without an account or an identity it is a service account. */
export type BearerClaims = Readonly<{
  accountId: string | null
  identity: BearerKey['identity']
  /** The client whose state counts; none when it has no row: it is built in, or a trusted issuer's. */
  clientId: string | null
  issuedAt: Date
  /** The session it was issued in; a service account has none, and neither has a trusted issuer's token. */
  sessionId: string | null
  /** The grant it was issued under, if that can end before the session. */
  grantId: string | null
  /** The issuer says so, in this very token. */
  isOperator: boolean
  /** When a second factor was given at a trusted issuer, if the token says so and the settings let it count. */
  secondFactorAt: Date | null
  /** What an account is made of, should there be none yet. */
  newcomer: Newcomer | undefined
}>

/** Somebody a trusted issuer vouches for. */
export type Newcomer = Readonly<{
  issuer: string
  subject: string
  email: string | undefined
  isEmailVerified: boolean
  name: string | undefined
  displayName: string | undefined
}>

export type BearerFault = { fault: 'unknown' } | { fault: 'disabled' } | { fault: 'ended' }

type BearerCaller = Extract<Caller, { token: null }>

export function judgeBearer(
  claims: BearerClaims,
  { account, client, isSessionEnded }: BearerRow,
): BearerCaller | BearerFault {
  const { accountId, identity, clientId, issuedAt, sessionId } = claims
  if (clientId !== null && !client) return { fault: 'unknown' }
  const isService = accountId === null && identity === null
  const principal = isService ? client : account
  if (!principal) return { fault: 'unknown' }
  if (principal.disabledAt || client?.disabledAt) return { fault: 'disabled' }
  const isEnded = [principal.validAfter, client?.validAfter].some(
    (after) => after && issuedAt < after,
  )
  if (isEnded || isSessionEnded) return { fault: 'ended' }
  if (isService && client && clientId !== null) {
    const { principalId } = client
    return { kind: 'service', token: null, principalId, clientId, issuedAt }
  }
  if (!account) return { fault: 'unknown' }
  return {
    kind: 'user',
    token: null,
    account: asOperator(account, claims),
    signedInAt: issuedAt,
    sessionId,
    grantId: claims.grantId,
    isOperatorByClaim: claims.isOperator,
    secondFactorAt: claims.secondFactorAt,
  }
}

/** The account has it from an operator here, or this token from its issuer. */
const asOperator = (account: NonNullable<BearerRow['account']>, claims: BearerClaims) => ({
  ...account,
  isOperator: account.isOperator || claims.isOperator,
})
