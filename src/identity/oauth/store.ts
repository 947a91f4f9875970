import {
  type ExpressionBuilder,
  type Insertable,
  type Selectable,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Read } from '../../platform/db/shared-read.ts'
import type { DB, OauthClient, OauthRecord, OauthSigningKey } from '../../platform/db/tables.ts'
import { addMs, type RealTime } from '../../platform/time.ts'
import type { Expectation } from './request-context.ts'
import { ENDED_SESSION_KEPT_MS } from './rules.ts'

export type SigningKeyRow = Selectable<OauthSigningKey>
export type NewRecord = Insertable<OauthRecord>
export type OauthClientRow = Selectable<OauthClient>

export async function putRecord(db: Db, record: NewRecord): Promise<void> {
  await db
    .insertInto('oauth_record')
    .values(record)
    .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doUpdateSet(record))
    .execute()
}

/** Whether somebody was not signed out everywhere meanwhile. Waits for a signing out that is under way. */
export async function shareAccountAsExpected(
  trx: Trx,
  accountId: string,
  expected: Expectation,
): Promise<boolean> {
  const row = await trx
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where(isAsExpected(expected))
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

const isAsExpected = (expected: Expectation) => (eb: ExpressionBuilder<DB, 'account'>) =>
  'exactly' in expected
    ? eb('tokens_valid_after', 'is not distinct from', expected.exactly)
    : eb.or([eb('tokens_valid_after', 'is', null), eb('tokens_valid_after', '<=', expected.atMost)])

/**
 * Of somebody who was not signed out everywhere meanwhile; else nothing is kept. Waits for a signing
 * out that is under way: what a request stores is either there before, and deleted by it, or not at all.
 */
export async function putRecordOf(
  db: Db,
  accountId: string,
  record: NewRecord,
  expected: Expectation,
): Promise<void> {
  const columns = Object.keys(record) as (keyof typeof record)[]
  await db
    .insertInto('oauth_record')
    .columns(columns)
    .expression((query) =>
      query
        .selectFrom('account')
        .select(({ val }) => columns.map((column) => val(record[column]).as(column)))
        .where('id', '=', accountId)
        .where(isAsExpected(expected))
        .forShare(),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doUpdateSet(record))
    .execute()
}

type RecordKey = Readonly<{ id_hash?: Buffer; uid_hash?: Buffer; user_code_hash?: Buffer }>

/** With the moment since which its account's tokens count, as it was when the record was there. */
export function findRecord(db: Db, kind: string, key: RecordKey, now: RealTime) {
  return db
    .selectFrom('oauth_record')
    .leftJoin('account', 'account.id', 'oauth_record.account_id')
    .select(['id_hash', 'sealed', 'consumed_at', 'account_id', 'tokens_valid_after'])
    .where('kind', '=', kind)
    .where((row) => row.and(key))
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
    .executeTakeFirst()
}

/** False when somebody else was first: what is consumed once is consumed. */
export async function consumeRecord(
  db: Db,
  kind: string,
  idHash: Buffer,
  at: RealTime,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_record')
    .set({ consumed_at: at })
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .where('consumed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function deleteRecord(db: Db, kind: string, idHash: Buffer): Promise<void> {
  await db
    .deleteFrom('oauth_record')
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .execute()
}

export async function deleteRecordsOfGrant(db: Db, kind: string, grantHash: Buffer): Promise<void> {
  await db
    .deleteFrom('oauth_record')
    .where('kind', '=', kind)
    .where('grant_hash', '=', grantHash)
    .execute()
}

/** The grant a record belongs to, and everything that came of it. */
export async function deleteGrantOfRecord(
  db: Db,
  kind: string,
  idHash: Buffer,
  at: RealTime,
): Promise<void> {
  await db
    .with('used', (query) =>
      query
        .selectFrom('oauth_record')
        .select('grant_hash')
        .where('kind', '=', kind)
        .where('id_hash', '=', idHash),
    )
    .with('deleted', (query) =>
      query
        .deleteFrom('oauth_record')
        .where(({ or, and, eb, selectFrom }) => {
          const grant = selectFrom('used').select('grant_hash')
          return or([
            eb('grant_hash', 'in', grant),
            and([eb('kind', '=', 'Grant'), eb('id_hash', 'in', grant)]),
          ])
        })
        .returning(['kind', 'id_hash', 'account_id']),
    )
    .insertInto('ended_session')
    .columns(ENDED_COLUMNS)
    .expression((query) => selectEndedGrants(query.selectFrom('deleted'), at))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Access tokens that outlive the browser's session name their grant: they end with it. */
export async function deleteGrant(db: Db, idHash: Buffer, at: RealTime): Promise<void> {
  await db
    .with('deleted', (query) =>
      query
        .deleteFrom('oauth_record')
        .where('kind', '=', 'Grant')
        .where('id_hash', '=', idHash)
        .returning(['kind', 'id_hash', 'account_id']),
    )
    .insertInto('ended_session')
    .columns(ENDED_COLUMNS)
    .expression((query) => selectEndedGrants(query.selectFrom('deleted'), at))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const ENDED_COLUMNS = ['account_id', 'id', 'ended_at', 'expires_at'] as const

type Deleted = Readonly<{ kind: string; id_hash: Buffer; account_id: string | null }>

const selectEndedGrants = (
  query: SelectQueryBuilder<{ deleted: Deleted }, 'deleted', object>,
  at: RealTime,
) =>
  query
    .select(({ ref }) => [
      ref('account_id').$notNull().as('account_id'),
      // As `sessionIdOf` does.
      sql<string>`encode(substring(id_hash from 1 for 16), 'hex')::uuid`.as('id'),
      sql<Date>`${at}::timestamptz`.as('ended_at'),
      sql<Date>`${addMs(at, ENDED_SESSION_KEPT_MS)}::timestamptz`.as('expires_at'),
    ])
    .where('kind', '=', 'Grant')
    .where('account_id', 'is not', null)

/** The session of one browser, by the hash of its id. */
export async function deleteSession(trx: Trx, uidHash: Buffer): Promise<void> {
  await trx
    .deleteFrom('oauth_record')
    .where('kind', '=', 'Session')
    .where('uid_hash', '=', uidHash)
    .execute()
}

export async function insertEndedSession(
  trx: Trx,
  session: Readonly<{ accountId: string; id: string; at: RealTime }>,
): Promise<void> {
  await trx
    .insertInto('ended_session')
    .values({
      account_id: session.accountId,
      id: session.id,
      ended_at: session.at,
      expires_at: addMs(session.at, ENDED_SESSION_KEPT_MS),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Sessions, grants, codes and refresh tokens of somebody: signed out everywhere. */
export async function deleteRecordsOfAccount(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('oauth_record').where('account_id', '=', accountId).execute()
}

/** So many at most; answers how many. Rows that somebody else is about to delete are left to them. */
export const deleteExpired =
  (table: 'oauth_record' | 'ended_session') =>
  async (db: Db, before: Date, limit: number): Promise<number> => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where expires_at < ${before}
         order by expires_at limit ${limit} for update skip locked))`.execute(db)
    return Number(numAffectedRows ?? 0)
  }

/** The newest first. */
export function listSigningKeys(db: Db): Promise<SigningKeyRow[]> {
  return db.selectFrom('oauth_signing_key').selectAll().orderBy('starts_at', 'desc').execute()
}

export async function insertSigningKey(trx: Trx, key: Insertable<OauthSigningKey>): Promise<void> {
  await trx.insertInto('oauth_signing_key').values(key).execute()
}

export async function setSigningKeyStart(trx: Trx, id: string, startsAt: Date): Promise<void> {
  await trx
    .updateTable('oauth_signing_key')
    .set({ starts_at: startsAt })
    .where('id', '=', id)
    .execute()
}

export async function deleteSigningKey(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('oauth_signing_key').where('id', '=', id).execute()
}

/** Waits for a new secret that is just being made. Clients without one are read without a lock. */
export function findClient(db: Db, id: string): Promise<OauthClientRow | undefined> {
  return db
    .with('confidential', (query) =>
      query
        .selectFrom('oauth_client')
        .selectAll()
        .where('id', '=', id)
        .where('secret_hash', 'is not', null)
        .where('disabled_at', 'is', null)
        .forShare(),
    )
    .selectFrom('confidential')
    .selectAll()
    .unionAll((query) =>
      query
        .selectFrom('oauth_client')
        .selectAll()
        .where('id', '=', id)
        .where('secret_hash', 'is', null)
        .where('disabled_at', 'is', null),
    )
    .executeTakeFirst()
}

/** Whether pages of an origin belong to a registered client. */
export const findOrigins: Read<string, boolean> = {
  name: 'origin',
  sql: `
  select exists (select from oauth_client as client
                  where client.disabled_at is null
                        and origins_of(client.redirect_uris) @> array[asked.origin])
    from unnest((select $1::text[])) with ordinality as asked (origin, position)
   order by asked.position`,
  toParameters: (origins) => [origins],
  toValue: ([isKnown]) => isKnown === true,
}
