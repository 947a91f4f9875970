import { randomUUIDv7 } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Insertable, sql } from 'kysely'
import { makeToken } from '../../../src/directory/api-token.ts'
import type { Db } from '../../../src/platform/db/connect.ts'
import type { DB, TokenAccess, TokenKind } from '../../../src/platform/db/tables.ts'

export type Rows = { [Table in keyof DB]?: Insertable<DB[Table]>[] }

/** Inserts all rows in one statement; foreign keys between them are checked at its end. */
export async function insertRows(db: Db, rows: Rows): Promise<void> {
  const inserts = Object.entries(rows)
    .filter(([, values]) => values.length > 0)
    .map(([table, values]) => {
      const insert = db.insertInto(table as 'account').values(values as Insertable<DB['account']>[])
      return sql`${sql.id(`new_${table}`)} as (${insert})`
    })
  await sql`with ${sql.join(inserts)} select`.execute(db)
}

/** Many objects in one statement cost little more than one of them. */
export function joinRows(all: readonly Rows[]): Rows {
  const joined: Record<string, object[]> = {}
  for (const [table, values] of all.flatMap((rows) => Object.entries(rows))) {
    joined[table] = [...(joined[table] ?? []), ...values]
  }
  return joined as Rows
}

/** An account under a name of its own; say only what your test is about. */
export async function insertAccount(
  db: Db,
  sample: { name?: string; disabledAt?: Date | null } = {},
) {
  const { rows, account } = makeAccount(sample)
  await insertRows(db, rows)
  return account
}

function makeAccount({
  name = `user-${randomUUIDv7()}`,
  disabledAt = null as Date | null,
  tokenCount = 0,
} = {}) {
  const id = randomUUIDv7()
  const now = new Date()
  const key = name.toLowerCase()
  const email = `${name}@example.com`
  const row = {
    id,
    name,
    display_name: `The ${name}`,
    email,
    disabled_at: disabledAt,
    token_count: tokenCount,
    created_at: now,
    updated_at: now,
  }
  const rows = {
    account: [row],
    owner_name: [{ key, owner_id: id, owner_kind: 'user' as const }],
    account_email: [{ key: `${key}@example.com`, account_id: id }],
    account_identity: [{ issuer: 'local', subject: id, account_id: id }],
  }
  return { rows, account: { id, name, email, createdAt: now } }
}

/** An account and a Full access user token of it, counted as the API would have. */
export async function insertAccountWithToken(db: Db, sample: AccountSample = {}) {
  const { rows, account } = makeAccountWithToken(sample)
  await insertRows(db, rows)
  return account
}

type AccountSample = { name?: string; disabledAt?: Date | null; access?: TokenAccess }

export function makeAccountWithToken({ access, ...sample }: AccountSample = {}) {
  const { rows, account } = makeAccount({ ...sample, tokenCount: 1 })
  const { row, token } = makeTokenRow({ homeId: account.id, access })
  return {
    rows: { ...rows, api_token: [row] },
    account: { ...account, token: token.value, tokenId: token.id },
  }
}

type TokenSample = {
  kind?: TokenKind
  homeId: string
  createdBy?: string
  access?: TokenAccess | undefined
  appId?: string
  expiresAt?: Date
  revokedAt?: Date
  description?: string
}

export async function insertToken(db: Db, sample: TokenSample) {
  const { row, token } = makeTokenRow(sample)
  await db.insertInto('api_token').values(row).execute()
  return token
}

function makeTokenRow(sample: TokenSample) {
  const { kind = 'user', homeId, createdBy = homeId, access = 'all' } = sample
  const { value, hash, secretStart } = makeToken(kind, homeId)
  const id = randomUUIDv7()
  const row = {
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
  }
  return { row, token: { id, value } }
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A token text with the checksum that fits it, written again so that tests do not trust the code they test. */
export function withChecksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let i = 0; i < 6; i++, rest = Math.floor(rest / 62)) digits = DIGITS[rest % 62] + digits
  return body + digits
}
