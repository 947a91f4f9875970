import { createHash } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import { loadSigningKeys } from '../../../src/identity/oauth/keys.ts'
import { hashPassword } from '../../../src/identity/sign-in/passwords.ts'
import type { Seal } from '../../../src/platform/crypto/seal.ts'
import type { Db } from '../../../src/platform/db/connect.ts'
import { systemRealTime } from '../../../src/platform/time.ts'
import { PASSWORD } from './signer.ts'

/** Hashed once for all: that takes long on purpose. */
let hashed: ReturnType<typeof hashPassword> | undefined

export async function insertPassword(db: Db, accountId: string): Promise<void> {
  hashed ??= hashPassword(PASSWORD)
  const password = {
    account_id: accountId,
    ...(await hashed),
    updated_at: new Date(),
  }
  await db.insertInto('account_password').values(password).execute()
}

export async function insertClient(
  db: Db,
  id: string,
  flows: string[],
  { principalId, secret, shownTo }: { principalId: string; secret?: string; shownTo?: string },
): Promise<void> {
  const now = new Date()
  await db
    .insertInto('oauth_client')
    .values({
      id,
      principal_id: principalId,
      display_name: `Client ${id}`,
      secret_hash: secret ? createHash('sha256').update(secret).digest() : null,
      secret_shown_to: shownTo ?? null,
      redirect_uris: flows.includes('client-credentials') ? [] : ['https://client.example/back'],
      flows,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** A bearer as our own provider would sign it, but for what is changed. */
export async function forgeBearer(
  db: Db,
  seal: Seal,
  origin: string,
  changes: object,
  header: object = {},
  key?: Parameters<SignJWT['sign']>[0],
): Promise<string> {
  const [signing] = await loadSigningKeys(db, seal, systemRealTime)
  const nowS = Math.floor(Date.now() / 1000)
  const claims = {
    iss: `${origin}/oauth2`,
    aud: origin,
    client_id: 'spa',
    scope: 'user_impersonation',
    iat: nowS,
    exp: nowS + 60,
    ...changes,
  }
  return new SignJWT(claims as never)
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: signing?.id ?? '', ...header })
    .sign(key ?? (await importJWK(signing?.privateJwk as never, 'RS256')))
}

/** The same claims, vouched for by nobody. */
export function unsigned(token: string): string {
  const header = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
  return `${header}.${token.split('.')[1]}.`
}
