import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/connect.ts'
import { signBearers } from '../fill/bearers.ts'
import type { BenchServer } from '../start/server.ts'

/** The bearer of somebody who may request quota for every subscription. */
export async function addContributor(databaseUrl: string, db: Db, { keyFile }: BenchServer) {
  const [id = ''] = await insertAccounts(db, 1)
  await sql`
    insert into subscription_member (subscription_id, principal_id, role, created_at)
    select id, ${id}, 'contributor', now() from subscription`.execute(db)
  const [bearer = ''] = await signBearers(databaseUrl, keyFile, 'management', [id])
  return bearer
}

/** A bearer for each of `count` people, who may read the subscriptions in turn. */
export async function addReaders(
  databaseUrl: string,
  db: Db,
  { keyFile }: BenchServer,
  { count, subscriptions }: Readonly<{ count: number; subscriptions: readonly string[] }>,
): Promise<string[]> {
  const ids = await insertAccounts(db, count)
  await sql`
    insert into subscription_member (subscription_id, principal_id, role, created_at)
    select subscription, (${ids}::uuid[])[1 + (position - 1) % ${count}::int], 'reader', now()
      from unnest(${subscriptions}::text[]) with ordinality as asked (subscription, position)
        on conflict do nothing`.execute(db)
  await sql`vacuum (analyze) subscription_member, account`.execute(db)
  return signBearers(databaseUrl, keyFile, 'management', ids)
}

async function insertAccounts(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into account (id, name, display_name, email, created_at, updated_at)
    select id, 'caller-' || id, 'A caller', id || '@example.com', now(), now()
      from (select gen_random_uuid() as id from generate_series(1, ${count}::int)) as made
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
