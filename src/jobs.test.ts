import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../test/support/database/use-database.ts'
import { countOldRows, insertOldRows, insertOwners } from '../test/support/world/old-rows.ts'
import { insertQuotaRequest } from '../test/support/world/quota-samples.ts'
import { insertToken } from '../test/support/world/samples.ts'
import { type JobData, sweepsOf } from './jobs.ts'
import { openJobs } from './platform/jobs.ts'
import { enqueueSweeps, sweepJobs } from './platform/sweeps.ts'
import { addMs, systemProductTime, systemRealTime } from './platform/time.ts'
import { readConfig } from './settings.ts'

const DAY_MS = 24 * 3_600_000
const database = useDatabase()
const sweeps = sweepsOf(readConfig({ DATABASE_URL: database.url }))
const names = Object.keys(sweeps)
const each = (rows: number) => Object.fromEntries(names.map((name) => [name, rows]))

async function sweepAll(aheadMs = 0, productAheadMs = 0): Promise<void> {
  const { db } = database
  const realTime = () => addMs(systemRealTime(), aheadMs)
  const productTime = () => addMs(systemProductTime(), productAheadMs)
  const handlers = sweepJobs({ db, productTime, realTime, sweeps })
  for (const sweep of names) await handlers['retention.sweep']({ sweep })
}

test('each sweep deletes what is a day beyond its time, in batches, and two at once do no harm', async () => {
  const { db } = database
  const owners = await insertOwners(db)
  for (const days of [0.5, 1.1, 20]) await insertOldRows(db, sweeps, days, owners)
  expect(await countOldRows(db, sweeps)).toEqual(each(3))
  await Promise.all([sweepAll(), sweepAll()])
  expect(await countOldRows(db, sweeps)).toEqual(each(1))
})

test('a node 40 days ahead, and one 40 days behind, delete nothing more', async () => {
  await sweepAll(40 * DAY_MS)
  await sweepAll(-40 * DAY_MS)
  expect(await countOldRows(database.db, sweeps)).toEqual(each(1))
})

test('while the product time is behind, nothing is deleted that has not expired by it', async () => {
  const { db } = database
  await insertOldRows(db, sweeps, 20, await insertOwners(db))
  await sweepAll(0, -30 * DAY_MS)
  expect(await countOldRows(db, sweeps)).toEqual(each(2))
  await sweepAll(0, 30 * DAY_MS)
  expect(await countOldRows(db, sweeps)).toEqual(each(1))
})

test('a revoked token stays while one that it made is there', async () => {
  const { db } = database
  const { accountId } = await insertOwners(db)
  const revokedAt = addMs(systemRealTime(), -400 * DAY_MS)
  const maker = await insertToken(db, { homeId: accountId, revokedAt })
  const made = await insertToken(db, { homeId: accountId })
  await sql`update api_token set maker_home_id = ${accountId}, maker_id = ${maker.id}
             where id = ${made.id}`.execute(db)
  const isThere = async ({ id }: { id: string }) =>
    (await db.selectFrom('api_token').select('id').where('id', '=', id).execute()).length === 1
  await sweepAll()
  expect([await isThere(maker), await isThere(made)]).toEqual([true, true])
  await sql`update api_token set revoked_at = ${revokedAt} where id = ${made.id}`.execute(db)
  await sweepAll()
  await sweepAll()
  expect([await isThere(maker), await isThere(made)]).toEqual([false, false])
})

test('a quota request stays while a part of it is open, however old it is', async () => {
  const { db } = database
  const { subscriptionId } = await insertOwners(db)
  const { requestId } = await insertQuotaRequest(db, { subscriptionId, state: 'InProgress' })
  await sql`update quota_request set submitted_at = '2020-01-01Z' where id = ${requestId}`.execute(
    db,
  )
  await sweepAll()
  const found = db.selectFrom('quota_request').select('id').where('id', '=', requestId)
  expect(await found.execute()).toHaveLength(1)
})

test('a full batch is followed by the next', async () => {
  const { db } = database
  await sql`insert into request_key (scope_id, digest, body_digest, created_id, created_at)
            select 'old', sha256(number::text::bytea), sha256('x'), 'x', '2020-01-01Z'
              from generate_series(1, 12000) as number`.execute(db)
  await sweepAll()
  const left = db.selectFrom('request_key').select('digest').where('scope_id', '=', 'old')
  expect((await left.execute()).length).toBe(0)
})

test('each sweep is enqueued once in its period, whoever enqueues it', async () => {
  const jobs = await openJobs<JobData>(database.db, () => undefined)
  try {
    await Promise.all([enqueueSweeps(jobs, sweeps), enqueueSweeps(jobs, sweeps)])
    const { rows } = await sql<{ sweep: string }>`
      select data->>'sweep' as sweep from pgboss.job where name = 'retention.sweep'`.execute(
      database.db,
    )
    expect(rows.map(({ sweep }) => sweep).toSorted()).toEqual(names.toSorted())
  } finally {
    await jobs.stop()
  }
})

test('a sweep that only another release knows is left to it', async () => {
  const times = { productTime: systemProductTime, realTime: systemRealTime }
  const handlers = sweepJobs({ db: database.db, ...times, sweeps })
  await expect(handlers['retention.sweep']({ sweep: randomUUIDv7() })).resolves.toBeUndefined()
})
