import type { Insertable, Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Read } from '../../platform/db/shared-read.ts'
import type { OauthClient, OauthRecord, SigningKey } from '../../platform/db/tables.ts'
import type { Expectation } from './under-way.ts'

export type SigningKeyRow = Selectable<SigningKey>
export type OauthClientRow = Selectable<OauthClient>

export async function putRecord(db: Db, record: Insertable<OauthRecord>): Promise<void> {
  await db
    .insertInto('oauth_record')
    .values(record)
    .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doUpdateSet(record))
    .execute()
}

/**
 * Of somebody who was not signed out everywhere meanwhile; else nothing is kept. Waits for a signing
 * out that is under way: what a request stores is either there before, and deleted by it, or not at all.
 */
export async function putRecordOf(
  db: Db,
  accountId: string,
  record: Insertable<OauthRecord>,
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
        .where(({ or, eb }) =>
          'exactly' in expected
            ? eb('tokens_valid_after', 'is not distinct from', expected.exactly)
            : or([
                eb('tokens_valid_after', 'is', null),
                eb('tokens_valid_after', '<=', expected.atMost),
              ]),
        )
        .forShare(),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doUpdateSet(record))
    .execute()
}

type RecordKey = Readonly<{ id_hash?: Buffer; uid_hash?: Buffer; user_code_hash?: Buffer }>

/** With the moment since which its account's tokens count, as it was when the record was there. */
export function findRecord(db: Db, kind: string, key: RecordKey, now: Date) {
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
  at: Date,
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
export async function deleteGrantOfRecord(db: Db, kind: string, idHash: Buffer): Promise<void> {
  await db
    .with('used', (query) =>
      query
        .selectFrom('oauth_record')
        .select('grant_hash')
        .where('kind', '=', kind)
        .where('id_hash', '=', idHash),
    )
    .deleteFrom('oauth_record')
    .where(({ or, and, eb, selectFrom }) => {
      const grant = selectFrom('used').select('grant_hash')
      return or([
        eb('grant_hash', 'in', grant),
        and([eb('kind', '=', 'Grant'), eb('id_hash', 'in', grant)]),
      ])
    })
    .execute()
}

/** Sessions, grants, codes and refresh tokens of somebody: signed out everywhere. */
export async function deleteRecordsOfAccount(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('oauth_record').where('account_id', '=', accountId).execute()
}

export async function deleteEndedRecords(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('oauth_record').where('expires_at', '<', before).execute()
}

/** The newest first. */
export function listSigningKeys(db: Db): Promise<SigningKeyRow[]> {
  return db.selectFrom('signing_key').selectAll().orderBy('starts_at', 'desc').execute()
}

export async function insertSigningKey(trx: Trx, key: Insertable<SigningKey>): Promise<void> {
  await trx.insertInto('signing_key').values(key).execute()
}

export async function deleteSigningKey(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('signing_key').where('id', '=', id).execute()
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
    from unnest($1::text[]) with ordinality as asked (origin, position)
   order by asked.position`,
  toParameters: (origins) => [origins],
  toValue: ([isKnown]) => isKnown === true,
}
