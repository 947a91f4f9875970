import { createLocalJWKSet, type JWTPayload } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { isUuid } from '../../platform/uuid.ts'
import { ACCOUNT_CLIENTS, BUILT_IN_CLIENTS } from '../oauth/clients.ts'
import type { OauthEngine } from '../oauth/engine.ts'
import { SIGNING_ALGORITHM } from '../oauth/keys.ts'
import { audiencesOf, issuerOf } from '../oauth/provider.ts'
import { SCOPES } from '../oauth/rules.ts'
import { bearerInvalid } from './errors.ts'
import type { BearerClaims } from './rules.ts'
import { type Issuer, type Part, verifyToken } from './verify.ts'

/** The bundled provider: its keys are ours, and so are its clients. */
export function ownIssuer(config: Config, engine: OauthEngine, clock: Clock): Issuer {
  const issuer = issuerOf(config)
  const audiences = audiencesOf(config)
  const keySet = keySetOf(engine)
  return {
    issuer,
    async verify(token, part) {
      const demand = {
        issuer,
        audience: audiences[part],
        typ: 'at+jwt',
        algorithms: [SIGNING_ALGORITHM],
        currentDate: clock(),
        requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'scope'],
      }
      const claims = toClaims(await verifyToken(token, keySet(), demand, config.authUrl), part)
      if (!claims) throw bearerInvalid(config.authUrl)
      return claims
    },
  }
}

/** Made anew only when a key comes or goes. */
function keySetOf(engine: OauthEngine) {
  const toKeySet = (keys: ReturnType<OauthEngine['keys']>) =>
    createLocalJWKSet({ keys: keys.map(({ publicJwk }) => publicJwk as never) })
  let known = engine.keys()
  let keySet = toKeySet(known)
  return () => {
    if (known !== engine.keys()) {
      known = engine.keys()
      keySet = toKeySet(known)
    }
    return keySet
  }
}

function toClaims(payload: JWTPayload, part: Part): BearerClaims | undefined {
  const { sub = '', iat = 0, iat_ms, client_id, scope, idtyp } = payload
  if (typeof client_id !== 'string' || typeof scope !== 'string') return undefined
  const isService = idtyp === 'app'
  if (isService ? sub !== client_id : !isUuid(sub)) return undefined
  if (part === 'account' && !ACCOUNT_CLIENTS.has(client_id)) return undefined
  if (!scope.split(' ').includes(SCOPES[part])) return undefined
  return {
    accountId: isService ? null : sub,
    identity: null,
    clientId: BUILT_IN_CLIENTS.has(client_id) ? null : client_id,
    issuedAt: new Date(typeof iat_ms === 'number' ? iat_ms : iat * 1000),
    isOperator: false,
    newcomer: undefined,
  }
}
