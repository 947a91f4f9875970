import { importJWK, SignJWT } from 'jose'
import { loadSigningKeys } from '../../src/identity/oauth/keys.ts'
import { readSeal } from '../../src/platform/crypto/seal.ts'
import { connect } from '../../src/platform/db/connect.ts'
import { systemRealTime } from '../../src/platform/time.ts'
import { ORIGIN } from '../../test/support/server/health-calls.ts'

const DAY_S = 24 * 3600

/** For area A and operators, or for areas B and C: what the bundled provider signs. */
const CLAIMS = {
  account: { aud: `${ORIGIN}/v0.1`, scope: 'account', client_id: 'portal' },
  management: { aud: ORIGIN, scope: 'user_impersonation', client_id: 'explorer' },
}

/** A bearer for each account, valid for a day. */
export async function signBearers(
  databaseUrl: string,
  keyFile: string,
  purpose: keyof typeof CLAIMS,
  accountIds: readonly string[],
): Promise<string[]> {
  const db = connect(databaseUrl)
  const [signing] = await loadSigningKeys(db, readSeal(keyFile), systemRealTime)
  await db.destroy()
  if (!signing) throw new Error('no signing key')
  const key = await importJWK(signing.privateJwk as never, 'RS256')
  const header = { alg: 'RS256', typ: 'at+jwt', kid: signing.id }
  const iat = Math.floor(Date.now() / 1000)
  const times = { iat, exp: iat + DAY_S }
  return Promise.all(
    accountIds.map((sub) =>
      new SignJWT({ iss: `${ORIGIN}/oauth2`, ...CLAIMS[purpose], ...times, sub })
        .setProtectedHeader(header)
        .sign(key),
    ),
  )
}
