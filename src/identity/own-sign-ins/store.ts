import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { addMs, type RealTime } from '../../platform/time.ts'
import { ENDED_SESSION_KEPT_MS } from '../oauth/rules.ts'

type Use = Readonly<{ last_used_at: RealTime; last_used_from: string; browser: string | null }>

export async function noteSessionUse(db: Db, uidHash: Buffer, use: Use): Promise<void> {
  await db
    .updateTable('oauth_record')
    .set(use)
    .where('kind', '=', 'Session')
    .where('uid_hash', '=', uidHash)
    .execute()
}

export async function noteGrantUse(db: Db, idHash: Buffer, use: Use): Promise<void> {
  await db
    .updateTable('oauth_record')
    .set(use)
    .where('kind', '=', 'Grant')
    .where('id_hash', '=', idHash)
    .execute()
}

/** Of one kind, and those alone that can be used; the last used first, so many at most. */
export const listRecords = (
  db: Db,
  accountId: string,
  kind: 'Session' | 'Grant' | 'RefreshToken',
  now: RealTime,
  limit: number,
) =>
  db
    .selectFrom('oauth_record')
    .select(['kind', 'id_hash', 'uid_hash', 'sealed', 'client_id'])
    .select(['last_used_at', 'last_used_from', 'browser'])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', (order) => order.desc().nullsLast())
    .orderBy('expires_at', 'desc')
    .limit(limit)
    .execute()

export type RecordRow = Awaited<ReturnType<typeof listRecords>>[number]

/** A browser's session or a grant of the account, by what access tokens call it. */
export const findRecordById = (db: Db, accountId: string, id: string) =>
  db
    .selectFrom('oauth_record')
    .select(['kind', 'id_hash', 'uid_hash', 'sealed', 'client_id'])
    .select(['last_used_at', 'last_used_from', 'browser'])
    .where('account_id', '=', accountId)
    .where((row) =>
      row.or([
        row.and([row('kind', '=', 'Session'), isCalled('uid_hash', id)]),
        row.and([row('kind', '=', 'Grant'), isCalled('id_hash', id)]),
      ]),
    )
    .executeTakeFirst()

/** As `sessionIdOf` does. */
const isCalled = (column: 'uid_hash' | 'id_hash', id: string) =>
  sql<boolean>`substring(${sql.ref(column)} from 1 for 16) = ${Buffer.from(id.replaceAll('-', ''), 'hex')}`

export async function listGrantHashes(
  db: Db,
  accountId: string,
  clientId: string,
): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('oauth_record')
    .select('id_hash')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'Grant')
    .where('client_id', '=', clientId)
    .execute()
  return rows.map(({ id_hash }) => id_hash)
}

/** Grants, and all that was issued under them, access tokens included. */
export async function endGrants(
  trx: Trx,
  accountId: string,
  hashes: readonly Buffer[],
  at: RealTime,
): Promise<void> {
  await sql`
    with deleted as (
      delete from oauth_record
       where account_id = ${accountId}
             and (kind = 'Grant' and id_hash = any(${hashes}) or grant_hash = any(${hashes}))
      returning kind, id_hash as hash)
    ${insertEnded(accountId, at)}`.execute(trx)
}

export type Kept = Readonly<{ sessions: readonly Buffer[]; grants: readonly Buffer[] }>

/** Sessions, grants, codes, sign-ins under way: everything but what is kept, and what was issued under that. */
export async function endAllBut(
  trx: Trx,
  accountId: string,
  { sessions, grants }: Kept,
  at: RealTime,
): Promise<void> {
  await sql`
    with deleted as (
      delete from oauth_record
       where account_id = ${accountId}
             and not (kind = 'Session' and coalesce(uid_hash = any(${sessions}), false))
             and not (kind = 'Grant' and id_hash = any(${grants}))
             and not coalesce(grant_hash = any(${grants}), false)
      returning kind, case kind when 'Session' then uid_hash else id_hash end as hash)
    ${insertEnded(accountId, at)}`.execute(trx)
}

const insertEnded = (accountId: string, at: RealTime) => sql`
    insert into ended_session (account_id, id, ended_at, expires_at)
    select ${accountId}::uuid, encode(substring(hash from 1 for 16), 'hex')::uuid,
           ${at}::timestamptz, ${addMs(at, ENDED_SESSION_KEPT_MS)}::timestamptz
      from deleted
     where kind in ('Session', 'Grant')
        on conflict do nothing`
