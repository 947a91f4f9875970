import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/server.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { openSeal } from '../../platform/seal.ts'

const DAY_MS = 24 * 60 * 60_000
const EXPIRED = 200_000
/** Small enough for the limit of time that statements have. */
const CHUNK = 10_000
const database = useDatabase()
const seal = openSeal(randomBytes(32))
let now = new Date()
const clock = () => now

beforeAll(async () => {
  for (let start = 0; start < EXPIRED; start += CHUNK) {
    await sql`
      insert into oauth_record (kind, id_hash, sealed, expires_at)
      select 'Session', sha256(number::text::bytea), '\\x00', now() - interval '1 day'
        from generate_series(${start}::integer, ${start + CHUNK - 1}::integer) as number`.execute(
      database.db,
    )
  }
}, 120_000)

/** Starts in a hook after the one above: with all those rows there. */
const server = useServer({ databaseUrl: database.url, seal, clock })

const listKeys = async () => {
  const response = await fetch(`${server.url}/oauth2/jwks`)
  const { keys } = (await response.json()) as { keys: { kid: string }[] }
  return keys.map(({ kid }) => kid)
}
const countRows = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from oauth_record`.execute(database.db)
  return rows[0]?.count ?? 0
}

test('a node starts with 200,000 expired rows, takes over keys, and deletes them in bounded runs', async () => {
  expect(await countRows()).toBe(EXPIRED)
  const before = await listKeys()
  await sql`create function refuse() returns trigger language plpgsql as
            $$ begin raise exception 'not now'; end $$`.execute(database.db)
  await sql`create trigger refuse before delete on oauth_record
            for each row execute function refuse()`.execute(database.db)
  now = new Date(now.getTime() + 60 * DAY_MS)
  await server.tidy()
  expect(await listKeys()).not.toEqual(before)
  expect(server.logLines.filter((line) => line.includes('not deleted this time')).length).toBe(1)
  expect(await countRows()).toBe(EXPIRED)
  await sql`drop trigger refuse on oauth_record`.execute(database.db)
  await server.tidy()
  expect(await countRows()).toBe(0)
}, 120_000)

test('ended sessions are deleted when no access token of them can work any more', async () => {
  await sql`insert into account (id, name, display_name, email, created_at, updated_at)
            values (gen_random_uuid(), 'ada', 'Ada', 'ada@example.com', now(), now())`.execute(
    database.db,
  )
  for (const minutes of [-1, 1]) {
    await sql`insert into ended_session (account_id, id, ended_at, expires_at)
              select id, gen_random_uuid(), now(), ${now}::timestamptz + ${`${minutes} minutes`}::interval
                from account`.execute(database.db)
  }
  await server.tidy()
  const left = await database.db.selectFrom('ended_session').select('expires_at').execute()
  expect(left.map(({ expires_at }) => expires_at > now)).toEqual([true])
})
