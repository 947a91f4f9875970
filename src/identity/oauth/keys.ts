import { generateKeyPair, type JsonWebKey, randomUUIDv7 } from 'node:crypto'
import { promisify } from 'node:util'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { readDeletionTime } from '../../platform/db/database-time.ts'
import { lockByName } from '../../platform/db/lock.ts'
import type { RealClock, RealTime } from '../../platform/time.ts'
import { findSigning, planEarlyStart, planRotation } from './rules.ts'
import { signingKeyLabel } from './sealed-columns.ts'
import * as store from './store.ts'

export const SIGNING_ALGORITHM = 'RS256'

export type SigningKey = Readonly<{
  id: string
  startsAt: Date
  publicJwk: JsonWebKey
  privateJwk: JsonWebKey
}>

/** Every published key, the one that signs first. Makes and removes keys as their time comes. */
export async function loadSigningKeys(
  db: Db,
  seal: Seal,
  realTime: RealClock,
): Promise<SigningKey[]> {
  const now = realTime()
  const rows = await db.transaction().execute(async (trx) => {
    // Two nodes must not both make the next key.
    await lockByName(trx, 'signing keys')
    const deletionTime = await readDeletionTime(trx, realTime)
    const keys = (await store.listSigningKeys(trx)).map(toKey)
    const { startsAt, ended } = planRotation(keys, now, deletionTime)
    for (const start of startsAt) await makeSigningKey(trx, seal, start, now)
    for (const id of ended) await store.deleteSigningKey(trx, id)
    return store.listSigningKeys(trx)
  })
  const keys = rows.map((row) => ({
    ...toKey(row),
    publicJwk: row.public_jwk as JsonWebKey,
    privateJwk: JSON.parse(
      seal.open(row.sealed_private_jwk, signingKeyLabel(row.id)),
    ) as JsonWebKey,
  }))
  const signing = findSigning(keys, now)
  return [...keys.filter((key) => key === signing), ...keys.filter((key) => key !== signing)]
}

export type EarlyStart = Readonly<{ id: string; startsAt: Date }>

/** Lets the next key sign earlier. `publishedMs`: for how long it must have been published by then. */
export async function startNextKey(
  trx: Trx,
  now: RealTime,
  publishedMs: number,
): Promise<EarlyStart | undefined> {
  await lockByName(trx, 'signing keys')
  const rows = await store.listSigningKeys(trx)
  const keys = rows.map((row) => ({ ...toKey(row), createdAt: row.created_at }))
  const planned = planEarlyStart(keys, now, publishedMs)
  if (!planned) return undefined
  const { key, startsAt } = planned
  await store.setSigningKeyStart(trx, key.id, startsAt)
  return { id: key.id, startsAt }
}

/** Ends every key, also the next one: whoever got one of them may have got all. New ones are made when keys are loaded. */
export async function withdrawKeys(trx: Trx): Promise<string[]> {
  await lockByName(trx, 'signing keys')
  const ids = (await store.listSigningKeys(trx)).map(({ id }) => id)
  for (const id of ids) await store.deleteSigningKey(trx, id)
  return ids
}

const toKey = ({ id, starts_at }: store.SigningKeyRow) => ({ id, startsAt: starts_at })

async function makeSigningKey(trx: Trx, seal: Seal, startsAt: Date, now: RealTime): Promise<void> {
  const id = randomUUIDv7()
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const about = { kid: id, alg: SIGNING_ALGORITHM, use: 'sig' }
  const publicJwk = { ...pair.publicKey.export({ format: 'jwk' }), ...about }
  const privateJwk = { ...pair.privateKey.export({ format: 'jwk' }), ...about }
  await store.insertSigningKey(trx, {
    id,
    public_jwk: JSON.stringify(publicJwk),
    sealed_private_jwk: seal.seal(JSON.stringify(privateJwk), signingKeyLabel(id)),
    starts_at: startsAt,
    created_at: now,
  })
}
