import type { FastifyRequest } from 'fastify'
import { admitAccount } from '../../directory/accounts/actions.ts'
import type { Caller } from '../../directory/caller.ts'
import type { SubscriptionRole } from '../../directory/subscriptions/rules.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { WalPosition } from '../../platform/db/replicas/position.ts'
import type { SharedReads } from '../../platform/db/shared-read.ts'
import type { ProductClock, RealClock } from '../../platform/time.ts'
import { bearerEnded, bearerInvalid, bearerMissing, emailNotVerified } from './errors.ts'
import type { Issuer, Part } from './issuer.ts'
import { type BearerClaims, judgeBearer, type Newcomer } from './rules.ts'
import { type BearerRow, findBearers } from './store.ts'
import { createVerifier } from './verifier.ts'

export type BearerDeps = Readonly<{
  issuers: readonly Issuer[]
  reads: SharedReads
  /** Whether reads that follow may run on a replica. */
  hasReplicas: boolean
  db: Db
  /** How long a freed name is kept from others. */
  freedNameDays: number
  productTime: ProductClock
  realTime: RealClock
  authUrl: string
}>

export type Authenticated = Readonly<{
  caller: Caller
  isOperator: boolean
  role: SubscriptionRole | null
  /** Of the primary, read after the request had arrived. */
  walPosition: WalPosition | undefined
}>

/**
 * Bearer → caller. The signature says who it was issued to; whether that still holds, and which role
 * there is on the subscription asked about, is read with every request.
 */
export function authenticateByBearer(deps: BearerDeps) {
  const { reads, hasReplicas, db, freedNameDays, productTime, authUrl } = deps
  const findBearer = reads.define(findBearers(hasReplicas))
  const verify = createVerifier(deps)

  return async (
    request: FastifyRequest,
    part: Part,
    subscriptionId: string | null,
  ): Promise<Authenticated> => {
    const token = readToken(request, authUrl)
    const claims = await verify(token, part)
    const key = { ...claims, subscriptionId }
    let row = await findBearer(key)
    if (!row.account && claims.newcomer) {
      const { ip: source, id: requestId } = request
      const where = { at: productTime(), source, requestId }
      await admitAccount(db, requireEmail(claims.newcomer), where, freedNameDays)
      row = await findBearer(key)
    }
    const verdict = judgeBearer(claims, row)
    if ('fault' in verdict) {
      throw verdict.fault === 'unknown' ? bearerInvalid(authUrl) : bearerEnded(authUrl)
    }
    const { role, position: walPosition } = row
    return { caller: verdict, isOperator: isOperator(claims, row, verdict), role, walPosition }
  }
}

/** A person does not become an operator through the client they use. */
function isOperator(claims: BearerClaims, { account, client }: BearerRow, { kind }: Caller) {
  const principal = kind === 'service' ? client : account
  return claims.isOperator || principal?.isOperator === true
}

function readToken({ headers: { authorization } }: FastifyRequest, authUrl: string): string {
  if (authorization === undefined) throw bearerMissing(authUrl)
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  if (token === undefined) throw bearerInvalid(authUrl)
  return token
}

/** `user_email` in a path must mean one person, so nobody comes in without one. */
function requireEmail(newcomer: Newcomer): Newcomer & { email: string } {
  const { email, isEmailVerified, issuer } = newcomer
  if (email === undefined || !isEmailVerified) throw emailNotVerified(issuer)
  return { ...newcomer, email }
}
