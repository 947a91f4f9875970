import { randomBytes, randomUUID } from 'node:crypto'
import { recordSecondFactor } from '../../../src/identity/second-factor/store.ts'
import type { Seal } from '../../../src/platform/crypto/seal.ts'
import type { Db } from '../../../src/platform/db/connect.ts'
import type { RealTime } from '../../../src/platform/time.ts'
import { forgeBearer } from './signed-in.ts'

/** A second factor that nobody can give: what was given is recorded by `giveSecondFactor`. */
export async function insertSecondFactor(db: Db, accountId: string): Promise<void> {
  await db
    .insertInto('passkey')
    .values({
      credential_id: randomBytes(16),
      account_id: accountId,
      public_key: randomBytes(32),
      counter: 0,
      transports: [],
      name: 'Key',
      created_at: new Date(),
    })
    .execute()
}

/** As if it had been given in a session so long ago. */
export const giveSecondFactor = (db: Db, accountId: string, sessionId: string, agoMs = 0) =>
  recordSecondFactor(db, {
    accountId,
    sessionId,
    method: 'passkey',
    at: new Date(Date.now() - agoMs) as RealTime,
  })

/** Somebody signed in with the portal, in a session of their own. */
export async function openSession(db: Db, seal: Seal, origin: string, accountId: string) {
  const sessionId = randomUUID()
  const bearer = await forgeBearer(db, seal, origin, {
    sub: accountId,
    client_id: 'portal',
    aud: `${origin}/v0.1`,
    scope: 'account',
    exp: Math.floor(Date.now() / 1000) + 3600,
    sid: sessionId,
  })
  return { sessionId, bearer, headers: { Authorization: `Bearer ${bearer}` } }
}
