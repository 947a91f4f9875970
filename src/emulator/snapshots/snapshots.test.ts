import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { waitForWaiters } from '../../../test/support/database/locks.ts'
import { NEW_TOKEN } from '../../../test/support/http/http.ts'
import { useEmulator } from '../../../test/support/server/emulator.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import { insertApp, insertPerson, type Person } from '../../../test/support/world/world.ts'
import { takeStartSnapshot } from './actions.ts'

const { database, call, control, health } = useEmulator({ PUBLIC_URL: ORIGIN })

let ada: Person
let reader: Awaited<ReturnType<typeof health.addReader>>
beforeAll(async () => {
  ada = await insertPerson(database.db, 'ada')
  await insertApp(database.db, { ...ada, kind: 'user' }, {}, 'tide')
  await health.addOperator()
  reader = await health.addReader('reader')
  await health.addSubscription('sub-1', { [reader.id]: 'owner' })
  await health.callAsOperator('POST', '/events', EVENT)
  await takeStartSnapshot(database.db)
})

const EVENT = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue' }
const listTokens = async () =>
  (await call(ada.token, 'GET', '/v0.1/api_tokens')).body.map(({ id }: { id: string }) => id)
const addToken = async () =>
  (await call(ada.token, 'POST', '/v0.1/api_tokens', NEW_TOKEN)).body as Record<'id', string>
const countEvents = async () => {
  const path = '/subscriptions/sub-1/providers/Microsoft.ResourceHealth/events'
  const headers = { authorization: `Bearer ${reader.bearer}` }
  const query = 'api-version=2025-05-01'
  const { status, body } = await call(undefined, 'GET', `${path}?${query}`, undefined, headers)
  return status === 200 ? body.value.length : status
}

/** Every row of every table, as text. */
async function readAll() {
  const rows: Record<string, unknown[]> = {}
  for (const table of [
    'account',
    'api_token',
    'app',
    'audit',
    'event',
    'event_revision',
  ] as const) {
    rows[table] = await database.db.selectFrom(table).selectAll().execute()
    rows[table].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
  }
  return rows
}

test('a snapshot is restored as often as one likes', async () => {
  const kept = await addToken()
  expect((await control('POST', '/snapshots', { name: 'one_token' })).status).toBe(201)
  const before = await readAll()
  for (let round = 0; round < 2; round++) {
    const later = await addToken()
    await call(ada.token, 'DELETE', `/v0.1/api_tokens/${kept.id}`)
    await health.callAsOperator('POST', '/events', EVENT)
    expect(await listTokens()).toEqual(expect.not.arrayContaining([kept.id]))
    expect(await countEvents()).toBe(2)
    expect((await control('POST', '/snapshots/one_token/restore')).status).toBe(204)
    expect(await readAll()).toEqual(before)
    expect(await listTokens()).toEqual(expect.not.arrayContaining([later.id]))
    expect(await countEvents()).toBe(1)
  }
  expect((await control('GET', '/snapshots')).body.value).toEqual([
    { name: 'start' },
    { name: 'one_token' },
  ])
  expect((await control('DELETE', '/snapshots/one_token')).status).toBe(204)
})

test('a reset: data of the start, real time, no faults, no requests', async () => {
  await addToken()
  await health.callAsOperator('POST', '/events', EVENT)
  await control('POST', '/clock/advance', { seconds: 86_400 })
  await control('POST', '/faults', { match: { path: '/none' }, effect: { kind: 'cut' } })
  expect((await control('POST', '/reset')).status).toBe(204)
  expect((await control('GET', '/clock')).body.isMoved).toBe(false)
  expect((await control('GET', '/faults')).body.value).toEqual([])
  expect((await control('GET', '/requests')).body.value).toEqual([])
  expect(await countEvents()).toBe(1)
})

test('a reset after somebody has signed out, who stays signed out', async () => {
  const { db } = database
  const at = new Date()
  const later = await insertPerson(db, 'later')
  const ended = [ada, later].map(({ id }) => ({ account_id: id, id, ended_at: at, expires_at: at }))
  await db.insertInto('ended_session').values(ended).execute()
  expect((await control('POST', '/reset')).status).toBe(204)
  const left = await db.selectFrom('ended_session').select('account_id').execute()
  expect(left).toEqual([{ account_id: ada.id }])
})

test('a snapshot waits for a write that has locked a row; one that deadlocks is tried again', async () => {
  const { db } = database
  let taken: ReturnType<typeof control> | undefined
  await db.transaction().execute(async (trx) => {
    await sql`select from account where id = ${ada.id} for update`.execute(trx)
    taken = control('POST', '/reset')
    await waitForWaiters(db, 1)
    await sql`update api_token set description = 'changed' where home_id = ${ada.id}`.execute(trx)
  })
  expect((await taken)?.status).toBe(204)
})

test('names: taken, unknown, invalid', async () => {
  const start = await control('DELETE', '/snapshots/start')
  expect([start.status, start.body.error.code]).toEqual([409, 'SnapshotNeeded'])
  expect((await control('POST', '/snapshots', { name: 'start' })).status).toBe(409)
  expect((await control('POST', '/snapshots/nowhere/restore')).status).toBe(404)
  expect((await control('DELETE', '/snapshots/nowhere')).status).toBe(404)
  for (const name of ['', 'A b', "x'; drop schema public", 'a'.repeat(41)]) {
    expect((await control('POST', '/snapshots', { name })).status).toBe(400)
  }
})

test('every table of the product is copied, in an order in which it can be restored', async () => {
  const tables = await database.db.introspection.getTables()
  const own = tables
    .filter(({ schema, isView }) => schema === 'public' && !isView)
    .map(({ name }) => name)
  const copies = tables.filter(({ schema }) => schema === 'emulator_snapshot_start')
  const left = own.filter((name) => !copies.some((copy) => copy.name === `public.${name}`))
  expect(left.sort()).toEqual([
    'ended_session',
    'mail_link_key',
    'migration',
    'oauth_record',
    'oauth_signing_key',
    'secret_key',
  ])
})
