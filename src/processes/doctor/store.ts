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
