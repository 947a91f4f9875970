import { randomUUIDv7 } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { TokenAccess, TokenKind } from '../src/platform/caller.ts'
import type { Db } from '../src/platform/db/connect.ts'
import { makeToken } from '../src/platform/secrets.ts'

/** An account under a name of its own; say only what your test is about. */
/** What the API needs to know of a new API token. */
export const NEW_TOKEN = { description: 'for a test', scope: ['all'] }

export async function insertAccount(
  db: Db,
  { name = `user-${randomUUIDv7()}`, disabledAt = null as Date | null } = {},
) {
  const id = randomUUIDv7()
  const now = new Date()
  await db
    .insertInto('account')
    .values({
      id,
      name,
      display_name: `The ${name}`,
      email: `${name}@example.com`,
      disabled_at: disabledAt,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const key = name.toLowerCase()
  await db.insertInto('owner_name').values({ key, owner_id: id, owner_kind: 'user' }).execute()
  await db
    .insertInto('account_email')
    .values({ key: `${key}@example.com`, account_id: id })
    .execute()
  await db
    .insertInto('account_identity')
    .values({ issuer: 'local', subject: id, account_id: id })
    .execute()
  return { id, name, email: `${name}@example.com`, createdAt: now }
}

type TokenSample = {
  kind?: TokenKind
  homeId: string
  createdBy?: string
  access?: TokenAccess
  appId?: string
  expiresAt?: Date
  revokedAt?: Date
  description?: string
}

export async function insertToken(db: Db, sample: TokenSample) {
  const { kind = 'user', homeId, createdBy = homeId, access = 'all' } = sample
  const { value, hash, secretStart } = makeToken(kind, homeId)
  const id = randomUUIDv7()
  await db
    .insertInto('api_token')
    .values({
      home_id: homeId,
      id,
      hash: Buffer.from(hash, 'hex'),
      secret_start: secretStart,
      kind,
      access,
      app_id: kind === 'app' ? (sample.appId ?? randomUUIDv7()) : null,
      created_by: createdBy,
      created_at: new Date(),
      expires_at: sample.expiresAt ?? null,
      revoked_at: sample.revokedAt ?? null,
      description: sample.description ?? '',
    })
    .execute()
  return { id, value }
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A token text with the checksum that fits it, written again so that tests do not trust the code they test. */
export function withChecksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let i = 0; i < 6; i++, rest = Math.floor(rest / 62)) digits = DIGITS[rest % 62] + digits
  return body + digits
}
