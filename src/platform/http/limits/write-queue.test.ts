import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockOwner, waitForWaiters } from '../../../../test/support/database/locks.ts'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { NEW_TOKEN } from '../../../../test/support/http/http.ts'
import { type Serving, serve } from '../../../../test/support/processes/processes.ts'
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
