import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'

/** One schema per snapshot, which no migration knows. */
const PREFIX = 'emulator_snapshot_'
/** Taken while a seed is loaded. No other can have this name. */
export const BEFORE_SEED = 'before-seed'
const schemaOf = (name: string) => `${PREFIX}${name}`

/**
 * The tables of the product, each after those that its foreign keys name. Keys, sessions and other
 * records of the sign-in are left alone: who is signed in stays signed in.
 */
const TABLES = `
  with recursive t as (
    select c.oid, n.nspname, c.relname
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and (n.nspname = 'pgboss' and c.relname = 'job_common' or n.nspname = 'public'
      and c.relname not in ('migration', 'oauth_signing_key', 'secret_key', 'mail_link_key',
        'oauth_record', 'ended_session'))
  ), depth as (
    select oid, 0 as level from t
    union
    select k.conrelid, d.level + 1 from depth d
    join pg_constraint k on k.confrelid = d.oid and k.contype = 'f'
      and k.conrelid <> k.confrelid and not k.condeferrable
    where d.level < 30
  )
  select format('%I.%I', t.nspname, t.relname) as source, format('%I.%I', $1, t.nspname || '.' || t.relname) as copy,
    (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from t join (select oid, max(level) as level from depth group by oid) d using (oid)`

/** Runs a statement for each table, in one round trip. Names of snapshots hold nothing that needs quoting. */
const forEachTable = (name: string, order: 'asc' | 'desc', statement: string) =>
  sql.raw(`do $do$ declare t record; begin
    for t in execute $q$${TABLES} order by d.level ${order}, t.relname$q$ using '${schemaOf(name)}' loop
      execute ${statement};
    end loop;
  end $do$`)

export async function hasSnapshot(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_namespace where nspname = ${schemaOf(name)}`.execute(db)
  return rows.length > 0
}

export async function listSnapshots(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select substr(nspname::text, ${PREFIX.length + 1}::int) as name from pg_namespace
    where starts_with(nspname::text, ${PREFIX}) and nspname <> ${schemaOf(BEFORE_SEED)} order by oid`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

export async function createSnapshot(trx: Trx, name: string): Promise<void> {
  await sql`create schema ${sql.id(schemaOf(name))}`.execute(trx)
}

export async function dropSnapshot(trx: Trx, name: string): Promise<void> {
  await sql`drop schema if exists ${sql.id(schemaOf(name))} cascade`.execute(trx)
}

export async function copyTables(trx: Trx, name: string): Promise<void> {
  await forEachTable(
    name,
    'asc',
    "format('create table %s as table %s', t.copy, t.source)",
  ).execute(trx)
}

/** Waits for running writes, and keeps new ones waiting until the end of the transaction. */
export async function lockTables(trx: Trx, name: string): Promise<void> {
  // Also for a write that has locked a row and not changed it yet.
  const statement = "format('lock table %s in exclusive mode', t.source)"
  await forEachTable(name, 'asc', statement).execute(trx)
}

/** They name accounts, which are replaced, and somebody who has signed out stays signed out. */
export async function setEndedSessionsAside(trx: Trx): Promise<void> {
  await sql`create temporary table ended_session_aside on commit drop as table ended_session`.execute(
    trx,
  )
}

export async function emptyEndedSessions(trx: Trx): Promise<void> {
  await sql`delete from ended_session`.execute(trx)
}

export async function putEndedSessionsBack(trx: Trx): Promise<void> {
  await sql`insert into ended_session
            select aside.* from ended_session_aside as aside join account on account.id = aside.account_id`.execute(
    trx,
  )
}

export async function emptyTables(trx: Trx, name: string): Promise<void> {
  await forEachTable(name, 'desc', "'delete from ' || t.source").execute(trx)
}

export async function restoreTables(trx: Trx, name: string): Promise<void> {
  await forEachTable(
    name,
    'asc',
    "format('insert into %1$s (%2$s) overriding system value select %2$s from %3$s', t.source, t.columns, t.copy)",
  ).execute(trx)
}
