import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../../../test/support/database/use-database.ts'
import { caller } from '../../../../../test/support/http/http.ts'
import { useServer } from '../../../../../test/support/server/server.ts'
import { insertToken } from '../../../../../test/support/world/samples.ts'
import { insertPerson, type Person } from '../../../../../test/support/world/world.ts'
import { sweepsOf } from '../../../../jobs.ts'
import { sweepJobs } from '../../../../platform/sweeps.ts'
import { systemProductTime, systemRealTime } from '../../../../platform/time.ts'
import { readConfig } from '../../../../settings.ts'

const database = useDatabase()
const server = useServer({ databaseUrl: database.url })
const call = caller(server)
const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

const sweepsWith = (settings: object) =>
  sweepsOf(readConfig({ DATABASE_URL: database.url, ...settings }))

async function sweep(): Promise<void> {
  const { db } = database
  const sweeps = sweepsWith({ TOKEN_DAYS: 'idle=30' })
  const times = { productTime: systemProductTime, realTime: systemRealTime }
  await sweepJobs({ db, ...times, sweeps })['retention.sweep']({ sweep: 'idle tokens' })
}

type Ages = Readonly<{ created: number; used?: number; expiresAt?: Date }>

async function insertOld({ id: homeId }: Person, { created, used, expiresAt }: Ages) {
  const { db } = database
  const token = await insertToken(db, { homeId, ...(expiresAt && { expiresAt }) })
  await sql`
    update api_token set created_at = ${daysAgo(created)},
                         last_used_at = ${used === undefined ? null : daysAgo(used)}
     where id = ${token.id}`.execute(db)
  await sql`update account set token_count = token_count + 1 where id = ${homeId}`.execute(db)
  return token
}

test('without the setting, there is no such job', () => {
  expect(sweepsWith({})).not.toHaveProperty('idle tokens')
  expect(sweepsWith({ TOKEN_DAYS: 'idle=30' })['idle tokens']?.keepDays).toBe(30)
})

test.each([
  ['used yesterday, created long ago', true, { created: 400, used: 1 }],
  ['not used for 30 days, within the day that is added', true, { created: 400, used: 30.5 }],
  ['not used for 31 days', false, { created: 400, used: 31.1 }],
  ['never used, created 20 days ago', true, { created: 20 }],
  ['never used, created 40 days ago', false, { created: 40 }],
] as const)('%s: good afterwards %s', async (_what, isGood, ages) => {
  const ada = await insertPerson(database.db)
  const { value } = await insertOld(ada, ages)
  await sweep()
  expect((await call(value, 'GET', '/v0.1/user')).status).toBe(isGood ? 200 : 401)
})

test('one that ends is counted no more, and the audit trail says why', async () => {
  const ada = await insertPerson(database.db)
  const { id } = await insertOld(ada, { created: 40 })
  await sweep()
  await sweep()
  const { db } = database
  const counted = db.selectFrom('account').select('token_count').where('id', '=', ada.id)
  expect(await counted.executeTakeFirst()).toEqual({ token_count: 1 })
  const rows = await db
    .selectFrom('audit')
    .select(['actor_kind', 'actor_id', 'action', 'after'])
    .where('scope_id', '=', ada.id)
    .where('target', '=', `token ${id}`)
    .execute()
  expect(rows).toEqual([
    {
      actor_kind: 'process',
      actor_id: 'retention.sweep',
      action: 'token.revoke',
      after: { reason: 'not used for 30 days' },
    },
  ])
})

test('an expired token stays in its list', async () => {
  const ada = await insertPerson(database.db)
  const { id } = await insertOld(ada, { created: 90, expiresAt: daysAgo(50) })
  await sweep()
  const { body } = await call(ada.token, 'GET', '/v0.1/api_tokens')
  expect(body.map((token: { id: string }) => token.id)).toContain(id)
})

test('a token whose row somebody holds is left for the next run', async () => {
  const { db } = database
  const ada = await insertPerson(db)
  const { id, value } = await insertOld(ada, { created: 40 })
  await db.transaction().execute(async (trx) => {
    await sql`select from api_token where id = ${id} for update`.execute(trx)
    await sweep()
  })
  expect((await call(value, 'GET', '/v0.1/user')).status).toBe(200)
})

test('more than a batch ends in one run', async () => {
  const { db } = database
  const ada = await insertPerson(db)
  await sql`
    insert into api_token (home_id, id, hash, kind, access, created_by, created_at)
    select ${ada.id}::uuid, gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), 'user',
           'viewer', ${ada.id}::uuid, ${daysAgo(60)} from generate_series(1, 1200)`.execute(db)
  await sql`update account set token_count = token_count + 1200 where id = ${ada.id}`.execute(db)
  await sweep()
  const counted = db.selectFrom('account').select('token_count').where('id', '=', ada.id)
  expect(await counted.executeTakeFirst()).toEqual({ token_count: 1 })
})
