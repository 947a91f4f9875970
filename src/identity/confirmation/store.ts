import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { RealTime } from '../../platform/time.ts'

export type SessionRecord = Readonly<{ kind: 'Session' | 'Grant'; id_hash: Buffer; sealed: Buffer }>

/** The session of a browser, or the grant that outlives one, by the id that access tokens name; while it lasts. */
export async function findSessionRecord(
  db: Db,
  accountId: string,
  sessionId: string,
  now: RealTime,
): Promise<SessionRecord | undefined> {
  // As `sessionIdOf` makes it. An account has few records, which an index finds.
  const { rows } = await sql<SessionRecord>`
    select kind, id_hash, sealed from oauth_record
     where account_id = ${accountId} and kind in ('Session', 'Grant')
       and (expires_at is null or expires_at > ${now})
       and encode(substring(case kind when 'Grant' then id_hash else uid_hash end from 1 for 16),
                  'hex')::uuid = ${sessionId}
     limit 1`.execute(db)
  return rows[0]
}
