import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { lockOwner, waitForWaiters } from '../../../../test/support/database/locks.ts'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { NEW_TOKEN } from '../../../../test/support/http/http.ts'
import { type Serving, serve } from '../../../../test/support/processes/processes.ts'
import { insertToken } from '../../../../test/support/world/samples.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../../test/support/world/world.ts'

const CONNECTIONS = 150
const database = useDatabase()
let serving: Serving

beforeAll(async () => {
  serving = await serve({ DATABASE_URL: database.url, RATE_LIMITS: 'false' })
}, 120_000)
afterAll(async () => {
  await serving.stop()
})

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS + 10 })

/** The answer is read and thrown away: only its status and its time are looked at. */
function send(
  token: string,
  method: string,
  path: string,
  body?: object | string,
): Promise<number> {
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  return new Promise((resolve, reject) => {
    const headers = { 'X-API-Token': token, ...(text && { 'Content-Type': 'application/json' }) }
    request(`${serving.addresses[0]}${path}`, { agent, method, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end(text)
  })
}

type Measured = Readonly<{ statuses: number[]; p50Ms: number }>

async function measureReads(person: Person): Promise<Measured> {
  const statuses: number[] = []
  const times: number[] = []
  for (let i = 0; i < 60; i++) {
    const start = performance.now()
    statuses.push(await send(person.token, 'GET', '/v0.1/apps'))
    times.push(performance.now() - start)
  }
  return { statuses, p50Ms: times.toSorted((a, b) => a - b)[30] ?? 0 }
}

/** While every connection writes as fast as it is answered. */
async function measureBeside(writes: readonly (() => Promise<number>)[], person: Person) {
  let isOver = false
  const statuses: number[] = []
  const load = writes.map(async (write) => {
    while (!isOver) statuses.push(await write())
  })
  const measured = await measureReads(person)
  isOver = true
  await Promise.all(load)
  return { ...measured, written: statuses }
}

test('while an owner is locked, thirty writes to it take one connection, whichever they are', async () => {
  const { db } = database
  const [ada, bob] = [await insertPerson(db), await insertPerson(db)]
  const [from, to] = [
    await insertOrganization(db, { [ada.id]: 'admin', [bob.id]: 'admin' }),
    await insertOrganization(db, { [ada.id]: 'admin', [bob.id]: 'admin' }),
  ]
  const app = await insertApp(db, from)
  const other = await insertApp(db, to)
  let pending: Promise<number>[] = []
  await db.transaction().execute(async (trx) => {
    await lockOwner(to.id)(trx)
    pending = [
      send(ada.token, 'POST', `${app.path}/transfer/${to.name}`, {}),
      ...Array.from({ length: 10 }, () => send(bob.token, 'PATCH', other.path, {})),
      ...Array.from({ length: 10 }, () =>
        send(bob.token, 'POST', `${other.path}/api_tokens`, NEW_TOKEN),
      ),
      ...Array.from({ length: 9 }, () => send(ada.token, 'PATCH', `/v0.1/orgs/${to.name}`, {})),
    ]
    await waitForWaiters(db, 1)
    expect(await send(bob.token, 'GET', '/v0.1/apps')).toBe(200)
    await waitForWaiters(db, 1)
  })
  expect(only(await Promise.all(pending)).toSorted()).toEqual([200, 201])
}, 120_000)

test('while twenty owners are locked, writes to them leave connections to reads', async () => {
  const { db } = database
  const owners: { writer: Person; app: Awaited<ReturnType<typeof insertApp>> }[] = []
  for (let i = 0; i < 20; i++) {
    const writer = await insertPerson(db)
    owners.push({ writer, app: await insertApp(db, { ...writer, kind: 'user' }) })
  }
  const reader = await insertPerson(db)
  let pending: Promise<number>[] = []
  await db.transaction().execute(async (trx) => {
    for (const { writer } of owners) await lockOwner(writer.id)(trx)
    pending = owners.map(({ writer, app }) => send(writer.token, 'PATCH', app.path, {}))
    await waitForWaiters(db, 6)
    const reads = Array.from({ length: 10 }, () => send(reader.token, 'GET', '/v0.1/apps'))
    expect(only(await Promise.all(reads))).toEqual([200])
    await waitForWaiters(db, 6)
  })
  expect(only(await Promise.all(pending))).toEqual([200])
}, 120_000)

test('503: what waits for one caller is counted by its size', async () => {
  const { db } = database
  const ada = await insertPerson(db)
  const app = await insertApp(db, { ...ada, kind: 'user' })
  const large = `{${' '.repeat(120_000)}}`
  const sent: number[] = []
  let pending: Promise<unknown>[] = []
  await db.transaction().execute(async (trx) => {
    await lockOwner(ada.id)(trx)
    const first = send(ada.token, 'PATCH', app.path, {})
    await waitForWaiters(db, 1)
    // 500 may wait, and each of these counts for 8.
    pending = Array.from({ length: 63 }, async () => {
      sent.push(await send(ada.token, 'PATCH', app.path, large))
    })
    await vi.waitFor(() => expect(sent).toEqual([503]), { timeout: 60_000 })
    pending.push(first)
  })
  await Promise.all(pending)
  expect(sent.toSorted()).toEqual([...Array(62).fill(200), 503])
}, 120_000)

const only = (statuses: readonly number[]) => [...new Set(statuses)]

test('150 connections that PATCH one app, of one person or of 150: nobody is refused, and a read of another is not slowed down', async () => {
  const { db } = database
  const reader = await insertPerson(db)
  await insertApp(db, { ...reader, kind: 'user' })
  const people: Person[] = []
  while (people.length < CONNECTIONS) people.push(await insertPerson(db))
  const org = await insertOrganization(db)
  const managers = Object.fromEntries(people.map(({ id }) => [id, 'manager' as const]))
  const app = await insertApp(db, org, managers)
  const change =
    ({ token }: Person, i: number) =>
    () =>
      send(token, 'PATCH', app.path, { description: `from ${i}` })

  await measureReads(reader)
  const quiet = await measureReads(reader)
  const oneWriter = people.map((_person, i) => change(people[0] as Person, i))
  const byOne = await measureBeside(oneWriter, reader)
  const byMany = await measureBeside(people.map(change), reader)

  for (const { written, statuses, p50Ms } of [byOne, byMany]) {
    expect(only(written)).toEqual([200])
    expect(written.length).toBeGreaterThanOrEqual(CONNECTIONS)
    expect(only(statuses)).toEqual([200])
    expect(p50Ms).toBeLessThan(5 * quiet.p50Ms)
  }
}, 120_000)

test('150 app tokens of one person that PATCH an app of an owner each: a read of another is not slowed down', async () => {
  const { db } = database
  const [reader, maker] = [await insertPerson(db), await insertPerson(db)]
  await insertApp(db, { ...reader, kind: 'user' })
  const writes: (() => Promise<number>)[] = []
  while (writes.length < CONNECTIONS) {
    const owner = await insertOrganization(db, { [maker.id]: 'admin' })
    const { id: appId, path } = await insertApp(db, owner)
    const token = { kind: 'app', homeId: owner.id, appId, createdBy: maker.id } as const
    const { value } = await insertToken(db, token)
    writes.push(() => send(value, 'PATCH', path, { description: 'changed' }))
  }
  await measureReads(reader)
  const quiet = await measureReads(reader)
  const { written, statuses, p50Ms } = await measureBeside(writes, reader)
  expect([only(written), only(statuses)]).toEqual([[200], [200]])
  expect(p50Ms).toBeLessThan(5 * quiet.p50Ms)
}, 120_000)
