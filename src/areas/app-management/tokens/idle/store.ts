import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import type { EndedToken, TokenKey } from '../store.ts'

/**
 * So many at most. An index of the last use would have to be written with each use, so all tokens are
 * read, once per run. Expired tokens give no access, and stay in lists to say why.
 */
export async function listIdleTokens(
  db: Db,
  { before, at, limit }: Readonly<{ before: Date; at: Date; limit: number }>,
): Promise<TokenKey[]> {
  const { rows } = await sql<TokenKey>`
    select home_id as "homeId", id from api_token
     where revoked_at is null and coalesce(last_used_at, created_at) < ${before}
       and (expires_at is null or expires_at > ${at})
     limit ${limit}`.execute(db)
  return rows
}

/** Those of them that were not used meanwhile. One that somebody holds is left for the next run. */
export async function endIdleTokens(
  trx: Trx,
  keys: readonly TokenKey[],
  { before, at }: Readonly<{ before: Date; at: Date }>,
): Promise<EndedToken[]> {
  const { rows } = await sql<EndedToken>`
    with idle as (
      select token.home_id, token.id
        from unnest(${keys.map((key) => key.homeId)}::uuid[],
                    ${keys.map((key) => key.id)}::uuid[]) as found (home_id, id)
        join api_token as token on token.home_id = found.home_id and token.id = found.id
       where token.revoked_at is null and coalesce(token.last_used_at, token.created_at) < ${before}
       order by token.home_id, token.id
         for update of token skip locked)
    update api_token set revoked_at = ${at}
      from idle
     where api_token.home_id = idle.home_id and api_token.id = idle.id
    returning api_token.home_id as "homeId", api_token.id, api_token.created_by as "createdBy"`.execute(
    trx,
  )
  return rows
}
