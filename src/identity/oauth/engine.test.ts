import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { openSeal } from '../../platform/crypto/seal.ts'
import { sweepJobs } from '../../platform/sweeps.ts'
import { systemProductTime, systemRealTime } from '../../platform/time.ts'
import { identitySweeps } from '../jobs.ts'

const DAY_MS = 24 * 60 * 60_000
const EXPIRED = 200_000
/** Small enough for the limit of time that statements have. */
const CHUNK = 10_000
const database = useDatabase()
const seal = openSeal(randomBytes(32))
let now = new Date()
const realTime = () => now

beforeAll(async () => {
  for (let start = 0; start < EXPIRED; start += CHUNK) {
    await sql`
      insert into oauth_record (kind, id_hash, sealed, expires_at)
      select 'Session', sha256(number::text::bytea), '\\x00', now() - interval '2 days'
        from generate_series(${start}::integer, ${start + CHUNK - 1}::integer) as number`.execute(
      database.db,
    )
  }
}, 120_000)

/** Starts in a hook after the one above: with all those rows there. */
const server = useServer({ databaseUrl: database.url, seal, realTime })

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

test('a node starts with 200,000 expired rows and takes over keys; by the database none is deleted', async () => {
  expect(await countRows()).toBe(EXPIRED)
  const before = await listKeys()
  now = new Date(now.getTime() + 60 * DAY_MS)
  await server.takeOverKeys()
  const after = await listKeys()
  expect(after).toEqual(expect.arrayContaining(before))
  expect(after.length).toBeGreaterThan(before.length)
  expect(await countRows()).toBe(EXPIRED)
}, 120_000)

test('one run deletes 200,000 rows, and not one that expired less than a day ago', async () => {
  await sql`update oauth_record set expires_at = now() - interval '23 hours'
             where id_hash = sha256('1'::bytea)`.execute(database.db)
  const sweeps = identitySweeps({ expiredLinks: 30 })
  const times = { productTime: systemProductTime, realTime: systemRealTime }
  const handlers = sweepJobs({ db: database.db, ...times, sweeps })
  await handlers['retention.sweep']({ sweep: 'sign-in records' })
  expect(await countRows()).toBe(1)
}, 120_000)

test('keys whose successor has signed for two days by every clock are deleted', async () => {
  const before = await listKeys()
  await sql`update oauth_signing_key set starts_at = starts_at - interval '65 days'`.execute(
    database.db,
  )
  await server.takeOverKeys()
  const after = await listKeys()
  expect(after.filter((id) => before.includes(id))).not.toEqual(before)
  expect(after.length).toBeGreaterThanOrEqual(2)
}, 120_000)
