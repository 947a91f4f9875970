import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

export async function cloneDatabase(db: Db, name: string, template: string): Promise<void> {
  await sql`create database ${sql.id(name)} template ${sql.id(template)}`.execute(db)
}

export async function dropDatabase(db: Db, name: string): Promise<void> {
  await sql`drop database if exists ${sql.id(name)} with (force)`.execute(db)
}

export async function allowConnections(db: Db, name: string, isAllowed: boolean): Promise<void> {
  const value = sql.raw(isAllowed ? 'true' : 'false')
  await sql`alter database ${sql.id(name)} allow_connections ${value}`.execute(db)
}

export async function endSessions(db: Db, name: string): Promise<void> {
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = ${name} and pid <> pg_backend_pid()`.execute(db)
}
