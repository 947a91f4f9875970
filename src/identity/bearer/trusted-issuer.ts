import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { allowInsecureRequests, discoveryRequest, processDiscoveryResponse } from 'oauth4webapi'
import type { Clock } from '../../platform/clock.ts'
import { isSafeAddress, type TrustedIssuer } from '../../platform/trusted-issuers.ts'
import { SCOPES } from '../oauth/provider.ts'
import { bearerInvalid, issuerAway } from './errors.ts'
import type { BearerClaims, Newcomer } from './rules.ts'
import { type Issuer, type Part, verifyToken } from './verify.ts'

const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA']
const ACCESS_TOKEN_TYPES = new Set([undefined, 'jwt', 'at+jwt', 'application/at+jwt'])
const LONGEST_FETCH_MS = 5000
const DISCOVER_AGAIN_AFTER_MS = 3_600_000
const TRY_AGAIN_AFTER_MS = 5000
/** How far the clocks of two houses may be apart. */
const CLOCK_TOLERANCE_S = 30

/** An OpenID Connect provider that whoever runs the installation believes. */
export function trustedIssuer(setting: TrustedIssuer, clock: Clock, authUrl: string): Issuer {
  const { issuer } = setting
  const audiences = {
    management: setting.managementAudience,
    account: setting.accountAudience,
  }
  const keys = keysOf(issuer)
  return {
    issuer,
    async verify(token, part) {
      const demand = {
        issuer,
        audience: audiences[part],
        algorithms: ALGORITHMS,
        currentDate: clock(),
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ['exp', 'iat'],
      }
      const payload = await verifyToken(token, keys, demand, authUrl)
      const claims = isForPart(payload, setting, part) ? toClaims(payload, setting) : undefined
      if (!claims) throw bearerInvalid(authUrl)
      return claims
    },
  }
}

/** The issuer's keys as it publishes them now: fetched again when one is unknown, and after ten minutes. */
function keysOf(issuer: string): JWTVerifyGetKey {
  let found: { keySet: Promise<JWTVerifyGetKey>; until: number } | undefined
  return async (header, token) => {
    if (!ACCESS_TOKEN_TYPES.has(header.typ?.toLowerCase())) throw new errors.JWTInvalid()
    if (!found || found.until < Date.now()) {
      found = { keySet: discover(issuer), until: Date.now() + DISCOVER_AGAIN_AFTER_MS }
    }
    const asked = found
    try {
      return await (await asked.keySet)(header, token)
    } catch (error) {
      if (isAboutTheToken(error)) throw error
      // Asked again soon, not with every token that waits for it.
      asked.until = Math.min(asked.until, Date.now() + TRY_AGAIN_AFTER_MS)
      throw issuerAway(issuer, error)
    }
  }
}

const isAboutTheToken = (error: unknown) =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported

async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const address = new URL(issuer)
  const response = await discoveryRequest(address, {
    signal: AbortSignal.timeout(LONGEST_FETCH_MS),
    // Loopback only: the settings were checked for that.
    [allowInsecureRequests]: true,
  })
  const { jwks_uri = '', issuer: named } = await processDiscoveryResponse(address, response)
  if (named !== issuer || !isSafeAddress(jwks_uri)) {
    throw new Error(`${issuer} describes itself as ${named}, with its keys at "${jwks_uri}"`)
  }
  return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: LONGEST_FETCH_MS })
}

/** Only the clients that stand for ours reach area A and operators. */
function isForPart(payload: JWTPayload, { clients }: TrustedIssuer, part: Part): boolean {
  const scopes = [payload.scope ?? payload.scp].flat().join(' ').split(' ')
  const clientId = payload.client_id ?? payload.azp ?? payload.appid
  const isOneOfOurs = Object.values(clients).some((client) => client === clientId)
  return scopes.includes(SCOPES[part]) && (part === 'management' || isOneOfOurs)
}

function toClaims(payload: JWTPayload, setting: TrustedIssuer): BearerClaims | undefined {
  const { issuer, personClaim = 'sub', operatorClaim } = setting
  const subject = textOf(payload[personClaim])
  // A program of theirs is nobody here: service accounts are registered with us.
  if (subject === undefined || payload.idtyp === 'app') return undefined
  const roles = operatorClaim ? [payload[operatorClaim.name]].flat() : []
  return {
    accountId: null,
    identity: { issuer, subject },
    clientId: null,
    issuedAt: new Date((payload.iat ?? 0) * 1000),
    isOperator: operatorClaim !== undefined && roles.includes(operatorClaim.value),
    newcomer: toNewcomer(payload, issuer, subject),
  }
}

const toNewcomer = (payload: JWTPayload, issuer: string, subject: string): Newcomer => ({
  issuer,
  subject,
  email: textOf(payload.email),
  isEmailVerified: payload.email_verified === true,
  name: textOf(payload.preferred_username),
  displayName: textOf(payload.name),
})

/** What a text column can hold; anything else is as good as absent. */
const textOf = (claim: unknown) =>
  typeof claim === 'string' && claim !== '' && claim.length <= 256 && !claim.includes('\0')
    ? claim
    : undefined
