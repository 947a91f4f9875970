import { createLocalJWKSet, decodeJwt, type JWTPayload } from 'jose'
import type { RealClock } from '../../platform/time.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { FindKey } from '../issuer-keys.ts'
import { ACCOUNT_CLIENTS, BUILT_IN_CLIENTS } from '../oauth/clients.ts'
import type { OauthEngine } from '../oauth/engine.ts'
import { SIGNING_ALGORITHM } from '../oauth/keys.ts'
import { audiencesOf, issuerOf } from '../oauth/provider.ts'
import { SCOPES } from '../oauth/rules.ts'
import type { IdentityConfig } from '../settings.ts'
import { bearerInvalid } from './errors.ts'
import type { Issuer, Part, Purpose } from './issuer.ts'
import type { BearerClaims } from './rules.ts'
import { verifyToken } from './verify.ts'

/** Says of a token that nobody signed in for it. */
const SERVICE = 'app'

/** The bundled provider: its keys are ours, and so are its clients. */
export function ownIssuer(
  config: IdentityConfig,
  engine: OauthEngine,
  realTime: RealClock,
): Issuer {
  const issuer = issuerOf(config)
  const audiences = audiencesOf(config)
  const findKey = keyFinderOf(engine)
  return {
    issuer,
    findKey,
    async verify(token, part) {
      const purpose = purposeAt(part, token)
      const demand = {
        issuer,
        audience: audiences[purpose],
        typ: 'at+jwt',
        algorithms: [SIGNING_ALGORITHM],
        currentDate: realTime(),
        requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'scope'],
      }
      const { payload, signature } = await verifyToken(token, findKey, demand, config.authUrl)
      const claims = toClaims(payload, purpose)
      if (!claims) throw bearerInvalid(config.authUrl)
      return { claims, signature }
    },
  }
}

/** Operators who are people come through a client of ours; a service account has one kind of token only. */
function purposeAt(part: Part, token: string): Purpose {
  if (part !== 'operator') return part
  return decodeJwt(token).idtyp === SERVICE ? 'management' : 'account'
}

/** The key set is made anew only when a key comes or goes. */
function keyFinderOf(engine: OauthEngine): FindKey {
  const toKeySet = (keys: ReturnType<OauthEngine['keys']>) =>
    createLocalJWKSet({ keys: keys.map(({ publicJwk }) => publicJwk as never) })
  let known = engine.keys()
  let keySet = toKeySet(known)
  return (header) => {
    if (known !== engine.keys()) {
      known = engine.keys()
      keySet = toKeySet(known)
    }
    return keySet(header)
  }
}

/** Those of service accounts name none. */
const toId = (claim: unknown) => (typeof claim === 'string' && isUuid(claim) ? claim : null)

function toClaims(payload: JWTPayload, purpose: Purpose): BearerClaims | undefined {
  const { sub = '', iat = 0, iat_ms, sid, grant_id, client_id, scope, idtyp } = payload
  if (typeof client_id !== 'string' || typeof scope !== 'string') return undefined
  const isService = idtyp === SERVICE
  if (isService ? sub !== client_id : !isUuid(sub)) return undefined
  if (purpose === 'account' && !ACCOUNT_CLIENTS.has(client_id)) return undefined
  if (!scope.split(' ').includes(SCOPES[purpose])) return undefined
  return {
    accountId: isService ? null : sub,
    identity: null,
    clientId: BUILT_IN_CLIENTS.has(client_id) ? null : client_id,
    issuedAt: new Date(typeof iat_ms === 'number' ? iat_ms : iat * 1000),
    sessionId: toId(sid),
    grantId: toId(grant_id),
    isOperator: false,
    secondFactorAt: null,
    newcomer: undefined,
  }
}
