import { importJWK, SignJWT } from 'jose'
import type { Purpose } from '../../identity/bearer/issuer.ts'
import { loadSigningKeys, SIGNING_ALGORITHM } from '../../identity/oauth/keys.ts'
import { audiencesOf, issuerOf } from '../../identity/oauth/provider.ts'
import { SCOPES } from '../../identity/oauth/rules.ts'
import { readSeal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/connect.ts'
import { systemRealTime } from '../../platform/time.ts'
import type { Config } from '../../settings.ts'

const LIFETIME = '30d'

/** What signing in gives, without a browser and for longer. Whoever has the key of the installation can do this. */
export function bearerMaker(db: Db, config: Config) {
  return async (accountId: string, part: Purpose): Promise<string> => {
    const seal = readSeal(...config.secretKeyFiles)
    const [key] = await loadSigningKeys(db, seal, systemRealTime)
    if (!key) throw new Error('no signing key found')
    const claims = {
      client_id: 'cli',
      scope: SCOPES[part],
      idtyp: 'user',
      iat_ms: systemRealTime().getTime(),
    }
    return new SignJWT(claims)
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', kid: key.id })
      .setIssuer(issuerOf(config))
      .setAudience(audiencesOf(config)[part])
      .setSubject(accountId)
      .setIssuedAt()
      .setExpirationTime(LIFETIME)
      .sign(await importJWK(key.privateJwk as never, SIGNING_ALGORITHM))
  }
}
