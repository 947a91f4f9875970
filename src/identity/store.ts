import { sql } from 'kysely'
import type { Account, TokenAccess, TokenKind } from '../directory/caller.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Read } from '../platform/db/shared-read.ts'
import type { ProductTime } from '../platform/time.ts'

export type TokenKey = Readonly<{ homeId: string; hash: string }>

/** What stands behind a token value. An account is there for user tokens only. */
export type TokenRow = Readonly<{
  homeId: string
  id: string
  kind: TokenKind
  access: TokenAccess
  createdBy: string
  appId: string | null
  expiresAt: Date | null
  revokedAt: Date | null
  account: (Account & { disabledAt: Date | null }) | undefined
}>

type Columns = [
  id: string,
  kind: TokenKind,
  access: TokenAccess,
  createdBy: string,
  appId: string | null,
  expiresAt: Date | null,
  revokedAt: Date | null,
  name: string | null,
  displayName: string,
  email: string,
  createdAt: Date,
  disabledAt: Date | null,
  hasPassword: boolean,
]

/** `(home_id, hash)` is unique, so each key finds at most one row and the order of the keys is kept. */
const TOKEN_SQL = `
  select token.id, token.kind, token.access, token.created_by, token.app_id, token.expires_at,
         token.revoked_at, account.name, account.display_name, account.email,
         account.created_at, account.disabled_at, password.account_id is not null
    from unnest((select $1::uuid[]), (select $2::bytea[])) with ordinality as asked (home_id, hash, position)
    left join api_token as token on token.home_id = asked.home_id and token.hash = asked.hash
    left join account on token.kind = 'user' and account.id = token.home_id
    left join account_password as password on password.account_id = account.id
   order by asked.position`

export const findTokens: Read<TokenKey, TokenRow | undefined> = {
  name: 'token',
  sql: TOKEN_SQL,
  // Array literals by hand: the driver would quote and escape each element, and these need neither.
  toParameters: (keys) => [
    `{${keys.map((key) => key.homeId).join()}}`,
    `{${keys.map((key) => `\\\\x${key.hash}`).join()}}`,
  ],
  toValue: (row, key) => (row[0] === null ? undefined : toTokenRow(key, row as Columns)),
}

function toTokenRow({ homeId }: TokenKey, columns: Columns): TokenRow {
  const [id, kind, access, createdBy, appId, expiresAt, revokedAt, ...ofAccount] = columns
  const [name, displayName, email, createdAt, disabledAt, hasPassword] = ofAccount
  const account =
    name === null
      ? undefined
      : { id: homeId, name, displayName, email, createdAt, disabledAt, hasPassword }
  return { homeId, id, kind, access, createdBy, appId, expiresAt, revokedAt, account }
}

export type TokenUse = Readonly<{ homeId: string; id: string; at: ProductTime; address: string }>

/**
 * Only ever forward, so that nodes may write in any order. A row somebody else holds is passed over:
 * another node writes the same minute, or the token is being revoked.
 */
export async function setLastUsed(db: Db, uses: readonly TokenUse[]): Promise<void> {
  await sql`
    update api_token set last_used_at = used.at, last_used_from = used.address
      from (select token.home_id, token.id, noted.at, noted.address
              from unnest(${uses.map((use) => use.homeId)}::uuid[], ${uses.map((use) => use.id)}::uuid[],
                          ${uses.map((use) => use.at)}::timestamptz[],
                          ${uses.map((use) => use.address)}::text[]) as noted (home_id, id, at, address)
              join api_token as token on token.home_id = noted.home_id and token.id = noted.id
             where token.revoked_at is null
               and (token.last_used_at is null or token.last_used_at < noted.at)
               for update of token skip locked) as used
     where api_token.home_id = used.home_id and api_token.id = used.id`.execute(db)
}
