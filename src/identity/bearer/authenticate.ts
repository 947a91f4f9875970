import type { FastifyRequest } from 'fastify'
import { createLocalJWKSet, type JWTPayload, errors as jose, jwtVerify } from 'jose'
import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { SharedReads } from '../../platform/db/shared-read.ts'
import { isUuid } from '../../platform/uuid.ts'
import { BUILT_IN_CLIENTS } from '../oauth/clients.ts'
import type { OauthEngine } from '../oauth/engine.ts'
import { SIGNING_ALGORITHM } from '../oauth/keys.ts'
import { bearerEnded, bearerExpired, bearerInvalid, bearerMissing } from './errors.ts'
import { type BearerClaims, judgeBearer } from './rules.ts'
import { findBearers, type SubscriptionRole } from './store.ts'

export type BearerDeps = Readonly<{
  engine: OauthEngine
  reads: SharedReads
  clock: Clock
  issuer: string
  authUrl: string
}>

/** Which bearers a part of the service takes. */
export type Demand = Readonly<{
  audience: string
  scope: string
  /** Only these clients, when only these. */
  clients?: ReadonlySet<string>
}>

export type Authenticated = Readonly<{
  caller: Caller
  isOperator: boolean
  role: SubscriptionRole | null
}>

/**
 * Bearer → caller. The signature says who it was issued to; whether that still holds, and which role
 * there is on the subscription asked about, is read with every request.
 */
export function authenticateByBearer(deps: BearerDeps) {
  const { reads, authUrl } = deps
  const findBearer = reads.define(findBearers)
  const verify = verifier(deps)

  return async (
    request: FastifyRequest,
    demand: Demand,
    subscriptionId: string | null,
  ): Promise<Authenticated> => {
    const claims = await verify(readToken(request, authUrl), demand)
    const row = await findBearer({
      accountId: claims.isService ? null : claims.subject,
      clientId: claims.clientId,
      subscriptionId,
    })
    const verdict = judgeBearer(claims, row, BUILT_IN_CLIENTS.has(claims.clientId))
    if ('fault' in verdict) {
      throw verdict.fault === 'unknown' ? bearerInvalid(authUrl) : bearerEnded(authUrl)
    }
    return { caller: verdict, isOperator: row.account?.isOperator ?? false, role: row.role }
  }
}

function readToken({ headers: { authorization } }: FastifyRequest, authUrl: string): string {
  if (authorization === undefined) throw bearerMissing(authUrl)
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  if (token === undefined) throw bearerInvalid(authUrl)
  return token
}

function verifier({ engine, clock, issuer, authUrl }: BearerDeps) {
  let known = engine.keys()
  let keySet = toKeySet(known)
  return async (token: string, demand: Demand): Promise<BearerClaims> => {
    if (known !== engine.keys()) {
      known = engine.keys()
      keySet = toKeySet(known)
    }
    const now = clock()
    const { payload } = await jwtVerify(token, keySet, {
      issuer,
      audience: demand.audience,
      typ: 'at+jwt',
      algorithms: [SIGNING_ALGORITHM],
      currentDate: now,
      requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'scope'],
    }).catch((error: unknown) => {
      if (error instanceof jose.JWTExpired) {
        throw bearerExpired(authUrl, new Date((error.payload.exp ?? 0) * 1000), now)
      }
      if (error instanceof jose.JOSEError) throw bearerInvalid(authUrl)
      throw error
    })
    const claims = toClaims(payload)
    const isDemanded =
      claims?.scopes.includes(demand.scope) && (demand.clients?.has(claims.clientId) ?? true)
    if (!claims || !isDemanded) throw bearerInvalid(authUrl)
    return claims
  }
}

const toKeySet = (keys: ReturnType<OauthEngine['keys']>) =>
  createLocalJWKSet({ keys: keys.map(({ publicJwk }) => publicJwk as never) })

function toClaims(payload: JWTPayload): BearerClaims | undefined {
  const { sub = '', iat = 0, iat_ms, client_id, scope, idtyp } = payload
  const isService = idtyp === 'app'
  if (typeof client_id !== 'string' || typeof scope !== 'string') return undefined
  if (isService ? sub !== client_id : !isUuid(sub)) return undefined
  const issuedAt = new Date(typeof iat_ms === 'number' ? iat_ms : iat * 1000)
  return { subject: sub, isService, clientId: client_id, scopes: scope.split(' '), issuedAt }
}
