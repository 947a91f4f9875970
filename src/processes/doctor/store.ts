import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

export type DatabaseState = Readonly<{
  version: string
  versionNumber: number
  sizeBytes: number
  maxConnections: number
  connections: number
  isSuperuser: boolean
  isUtf8: boolean
}>

export async function readDatabaseState(db: Db): Promise<DatabaseState> {
  const { rows } = await sql<DatabaseState>`
    select current_setting('server_version') as version,
           current_setting('server_version_num')::int as "versionNumber",
           pg_database_size(current_database())::float8 as "sizeBytes",
           current_setting('max_connections')::int as "maxConnections",
           (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
           current_setting('is_superuser') = 'on' as "isSuperuser",
           current_setting('server_encoding') = 'UTF8' as "isUtf8"`.execute(db)
  const [state] = rows
  if (!state) throw new Error('The database returned nothing about itself.')
  return state
}

export type ReplicaState = Readonly<{ isReplica: boolean; canReadStats: boolean }>

export async function readReplicaState(db: Db): Promise<ReplicaState> {
  const { rows } = await sql<ReplicaState>`
    select pg_is_in_recovery() as "isReplica",
           pg_has_role(current_user, 'pg_read_all_stats', 'usage') as "canReadStats"`.execute(db)
  return rows[0] ?? { isReplica: false, canReadStats: false }
}

/** E-mail addresses of accounts that are not in ASCII. */
export async function listAddressesBeyondAscii(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('email')
    .where(sql<boolean>`octet_length(email) <> length(email)`)
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}

export type TableRight<Right> = Readonly<{ table: string; right: Right; isGranted: boolean }>

/** Of the role that is connected, on whole tables. A table that does not exist yet is left out. */
export async function listRights<Right extends string>(
  db: Db,
  tables: readonly string[],
  rights: readonly Right[],
): Promise<TableRight<Right>[]> {
  const { rows } = await sql<TableRight<Right>>`
    select name as table, "right", has_table_privilege(to_regclass(name), "right") as "isGranted"
      from unnest(${[...tables]}::text[]) as name
     cross join unnest(${[...rights]}::text[]) as "right"
     where to_regclass(name) is not null
     order by name, "right"`.execute(db)
  return rows
}
