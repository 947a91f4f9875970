import { errors, type JWTPayload } from 'jose'
import type { Logger } from 'pino'
import type { RealClock } from '../../platform/time.ts'
import { textOf } from '../claims.ts'
import { keepDiscovered } from '../discovered.ts'
import { confirmsSecondFactor } from '../federation/claims.ts'
import { discoverKeys, type FindKey, ISSUER_ALGORITHMS } from '../issuer-keys.ts'
import { SCOPES } from '../oauth/rules.ts'
import type { TokenIssuer } from '../trusted-issuers.ts'
import { bearerInvalid, issuerAway } from './errors.ts'
import type { Issuer, Purpose } from './issuer.ts'
import type { BearerClaims, Newcomer } from './rules.ts'
import { verifyToken } from './verify.ts'

const ACCESS_TOKEN_TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt'])
const TRY_AGAIN_AFTER_MS = 5000
/** The allowed clock skew. */
const CLOCK_TOLERANCE_S = 30
const LONGEST_LIFE_S = 24 * 3600

/** An OpenID Connect provider that whoever runs the installation believes. */
export function trustedIssuer(
  setting: TokenIssuer,
  { realTime, authUrl, log }: { realTime: RealClock; authUrl: string; log: Pick<Logger, 'warn'> },
): Issuer {
  const { issuer } = setting
  const audiences = {
    management: setting.managementAudience,
    account: setting.accountAudience,
  }
  const findKey = keyFinderOf(issuer, realTime, (err) =>
    log.warn({ issuer, err }, 'signing keys of an issuer could not be fetched'),
  )
  return {
    issuer,
    findKey,
    async verify(token, part) {
      const purpose = part === 'management' ? part : 'account'
      const demand = {
        issuer,
        audience: audiences[purpose],
        algorithms: ISSUER_ALGORITHMS,
        currentDate: realTime(),
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ['exp', 'iat'],
        // Signing out everywhere ends what was issued before: a token must not be from the future.
        maxTokenAge: LONGEST_LIFE_S,
      }
      const { payload, signature } = await verifyToken(token, findKey, demand, authUrl)
      const claims = isFor(payload, setting, purpose) ? toClaims(payload, setting) : undefined
      if (!claims) throw bearerInvalid(authUrl)
      return { claims, signature }
    },
  }
}

/** The issuer's keys as it publishes them now: fetched again when one is unknown, and after ten minutes. */
function keyFinderOf(
  issuer: string,
  realTime: RealClock,
  onFailure: (error: unknown) => void,
): FindKey {
  const keySet = keepDiscovered(() => discoverKeys(issuer), realTime)
  let quietUntil = 0
  return async (header) => {
    if (!isAccessToken(header.typ)) throw new errors.JWTInvalid()
    try {
      return await (await keySet.find())(header)
    } catch (error) {
      if (isAboutTheToken(error)) throw error
      if (quietUntil < realTime().getTime()) {
        quietUntil = realTime().getTime() + TRY_AGAIN_AFTER_MS
        onFailure(error)
      }
      throw issuerAway(issuer, error)
    }
  }
}

/** Whatever a caller put there: nothing about the header is checked before this. */
const isAccessToken = (typ: unknown) =>
  typ === undefined || (typeof typ === 'string' && ACCESS_TOKEN_TYPES.has(typ.toLowerCase()))

const isAboutTheToken = (error: unknown) =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported

/** Only the clients that stand for ours reach area A and operators. */
function isFor(payload: JWTPayload, { clients }: TokenIssuer, purpose: Purpose): boolean {
  const scopes = [payload.scope ?? payload.scp].flat().join(' ').split(' ')
  const clientId = payload.client_id ?? payload.azp ?? payload.appid
  const isOneOfOurs = Object.values(clients).some((client) => client === clientId)
  return scopes.includes(SCOPES[purpose]) && (purpose === 'management' || isOneOfOurs)
}

function toClaims(payload: JWTPayload, setting: TokenIssuer): BearerClaims | undefined {
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
    sessionId: null,
    grantId: null,
    isOperator: operatorClaim !== undefined && roles.includes(operatorClaim.value),
    secondFactorAt: findSecondFactorTime(payload, setting),
    newcomer: toNewcomer(payload, issuer, subject),
  }
}

/** RFC 9470: by `auth_time`. Without it nobody knows how long ago the person was there. */
function findSecondFactorTime(payload: JWTPayload, { signIn }: TokenIssuer): Date | null {
  const { auth_time: timeS, iat = 0 } = payload
  if (typeof timeS !== 'number' || !signIn || !confirmsSecondFactor(signIn, payload)) return null
  // A time after the token was issued would count for longer than it should.
  return new Date(Math.min(timeS, iat) * 1000)
}

const toNewcomer = (payload: JWTPayload, issuer: string, subject: string): Newcomer => ({
  issuer,
  subject,
  email: textOf(payload.email),
  isEmailVerified: payload.email_verified === true,
  name: textOf(payload.preferred_username),
  displayName: textOf(payload.name),
})
