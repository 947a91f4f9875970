import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'

/** The newest stay. A grant ends with the last refresh token of it that could be used. */
export async function deleteOldRefreshTokens(
  db: Db,
  accountId: string,
  clientId: string,
  most: Readonly<{ live: number; used: number }>,
): Promise<void> {
  await sql`
    with ranked as (
      select id_hash, consumed_at is null as is_live,
             row_number() over (partition by consumed_at is null
                                order by expires_at desc, id_hash) as position
        from oauth_record
       where account_id = ${accountId} and kind = 'RefreshToken' and client_id = ${clientId}),
    deleted as (
      delete from oauth_record using ranked
       where oauth_record.kind = 'RefreshToken' and oauth_record.id_hash = ranked.id_hash
             and ranked.position > case when ranked.is_live then ${most.live}::int else ${most.used}::int end
      returning oauth_record.id_hash, oauth_record.grant_hash, ranked.is_live)
    delete from oauth_record as granted
     where granted.kind = 'Grant'
           and granted.id_hash in (select grant_hash from deleted where is_live)
           and not exists (
             select from oauth_record as other
              where other.grant_hash = granted.id_hash and other.kind = 'RefreshToken'
                    and other.consumed_at is null
                    and other.id_hash not in (select id_hash from deleted))`.execute(db)
}
