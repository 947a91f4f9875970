import { expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import { insertAccount, insertToken } from '../../../../test/support/world/samples.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
} from '../../../../test/support/world/world.ts'
import { tokensAt } from './rate-limit.ts'

const bucket = { burst: 10, perSecond: 2 }

test.each([
  [0, 0, 0],
  [0, 500, 1],
  [0, 60_000, 10],
  [9, 5_000, 10],
  [3, -1_000, 3],
])('a bucket with %d in it holds after %d ms: %d', (tokens, laterMs, expected) => {
  expect(tokensAt({ tokens, atMs: 1_000_000 }, bucket, 1_000_000 + laterMs)).toBe(expected)
})

const database = useDatabase()
let now = new Date('2026-06-01T12:00:00Z')
const server = useServer({
  databaseUrl: database.url,
  realTime: () => now,
  env: {
    RATE_LIMITS: 'readBurst=2,readsPerSecond=1,writeBurst=1,writesPerSecond=0.1',
  },
})
const twenty = useServer({
  databaseUrl: database.url,
  realTime: () => now,
  env: { ORG_TOKENS: 'true', RATE_LIMITS: 'readBurst=20' },
})
const unset = useServer({ databaseUrl: database.url, realTime: () => now })
const off = useServer({ databaseUrl: database.url, env: { RATE_LIMITS: 'false' } })

async function newCaller() {
  const { id } = await insertAccount(database.db)
  const tokens = [
    await insertToken(database.db, { homeId: id }),
    await insertToken(database.db, { homeId: id }),
  ]
  return async (method = 'GET', which = 0, { url } = server) => {
    const headers = {
      'X-API-Token': tokens[which]?.value ?? '',
      'content-type': 'application/json',
    }
    const response = await fetch(`${url}/v0.1/user`, {
      method,
      headers,
      ...(method !== 'GET' && { body: '{}' }),
    })
    return {
      status: response.status,
      left: response.headers.get('x-ms-ratelimit-remaining-tenant-reads'),
      leftToWrite: response.headers.get('x-ms-ratelimit-remaining-tenant-writes'),
      wait: response.headers.get('retry-after'),
      body: await response.json(),
    }
  }
}

test('the last of the allowance is told, then refused with the time to wait, then given back', async () => {
  const call = await newCaller()
  expect(await call()).toMatchObject({ status: 200, left: '1' })
  expect(await call()).toMatchObject({ status: 200, left: '0' })
  expect(await call()).toMatchObject({
    status: 429,
    wait: '1',
    body: { error: { code: 'TooManyRequests', message: expect.stringContaining('Wait 1 s') } },
  })
  now = new Date(+now + 1000)
  expect(await call()).toMatchObject({ status: 200 })
})

test('two tokens of one person share an allowance, two people do not, nor do reads and writes', async () => {
  const [ada, bob] = [await newCaller(), await newCaller()]
  expect((await ada('GET', 0)).status).toBe(200)
  expect((await ada('GET', 1)).status).toBe(200)
  expect((await ada('GET', 1)).status).toBe(429)
  expect((await bob()).status).toBe(200)
  expect((await ada('POST')).status).toBe(404)
  expect(await ada('POST')).toMatchObject({ status: 429, wait: '10' })
})

test('a person has 20 reads, also with tokens of five apps and of an organization', async () => {
  const { db } = database
  const person = await insertPerson(db)
  const { id: homeId } = await insertOrganization(db, { [person.id]: 'admin' })
  const createdBy = person.id
  const tokens = [person.token]
  tokens.push((await insertToken(db, { kind: 'org', homeId, createdBy })).value)
  for (let app = 0; app < 5; app++) {
    const owner = await insertOrganization(db, { [person.id]: 'admin' })
    const { id: appId } = await insertApp(db, owner)
    tokens.push((await insertToken(db, { kind: 'app', homeId: owner.id, appId, createdBy })).value)
  }
  const asked = Array.from({ length: 4 }, () => tokens).flat()
  const statuses = await Promise.all(
    asked.map(async (token) => {
      const response = await fetch(`${twenty.url}/v0.1/apps`, { headers: { 'X-API-Token': token } })
      await response.text()
      return response.status
    }),
  )
  expect(statuses.toSorted()).toEqual([...Array(20).fill(200), ...Array(8).fill(429)])
})

test('without a setting a caller has 1,000 reads at once and 200 a second, 500 writes and 50', async () => {
  const call = await newCaller()
  const calls = (count: number, method: string) =>
    Promise.all(Array.from({ length: count }, () => call(method, 0, unset)))
  expect(await call('GET', 0, unset)).toMatchObject({ status: 200, left: '999' })
  expect(await call('POST', 0, unset)).toMatchObject({ status: 404, leftToWrite: '499' })
  await calls(300, 'GET')
  await calls(100, 'POST')
  now = new Date(+now + 1000)
  expect(await call('GET', 0, unset)).toMatchObject({ left: '898' })
  expect(await call('POST', 0, unset)).toMatchObject({ leftToWrite: '448' })
})

test('RATE_LIMITS=false switches them off', async () => {
  const call = await newCaller()
  expect(await call('GET', 0, off)).toMatchObject({ status: 200, left: null })
})
