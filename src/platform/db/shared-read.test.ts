import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { administer } from '../../../test/support/database/postgres.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertAccount, insertToken } from '../../../test/support/world/samples.ts'
import { openSharedReads } from './shared-read.ts'
import { findUnavailableReason } from './unavailable.ts'

const database = useDatabase()
const server = useServer({ databaseUrl: database.url })
const hurried = useServer({ databaseUrl: database.url, readTimeoutMs: 1000 })

let token: string
beforeAll(async () => {
  const account = await insertAccount(database.db)
  token = (await insertToken(database.db, { homeId: account.id })).value
})

const get = ({ url } = server) => fetch(`${url}/v0.1/user`, { headers: { 'X-API-Token': token } })

/** Holds the token table, so that every read of it waits until `release`. */
async function holdTokens() {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('begin; lock table api_token in access exclusive mode')
  let released: Promise<void> | undefined
  return { release: () => (released ??= client.end()) }
}

/** Waits until reads other than `known` wait for the held table, and tells which connections they are on. */
async function waitForReads(known: readonly number[] = []): Promise<number[]> {
  for (let tries = 0; tries < 2000; tries++) {
    const { rows } = await administer(
      `select pid from pg_stat_activity where datname = '${database.name}'
          and application_name = 'binnacle shared reads' and wait_event_type = 'Lock'`,
    )
    const fresh = rows.map((row) => row.pid).filter((pid) => !known.includes(pid))
    if (fresh.length > 0) return fresh
    await delay(2)
  }
  throw new Error('no read ever waited for the held table')
}

const kill = (pids: readonly number[]) =>
  administer(`select pg_terminate_backend(pid) from unnest(array[${pids}]) as pid`)

let held: { release: () => Promise<void> } | undefined
afterEach(async () => {
  await held?.release()
})

describe('a batch whose connection is killed', () => {
  test('is tried once more on a new connection and answered', async () => {
    held = await holdTokens()
    const before = server.retries
    const answer = get()
    const first = await waitForReads()
    await kill(first)
    await waitForReads(first)
    await held.release()
    expect((await answer).status).toBe(200)
    expect(server.retries - before).toBe(1)
  })

  test('twice: only those waiting for it get 503, and the next batch works', async () => {
    held = await holdTokens()
    const unlucky = get()
    const first = await waitForReads()
    const bystander = get()
    const other = await waitForReads(first)
    await kill(first)
    const second = await waitForReads([...first, ...other])
    await kill(second)
    const refused = await unlucky
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(await refused.json()).toMatchObject({
      error: {
        code: 'ServiceUnavailable',
        message: expect.stringContaining('lost the connection to its database'),
      },
    })
    await held.release()
    expect((await bystander).status).toBe(200)
    expect((await get()).status).toBe(200)
  })
})

test('a read that takes longer than a second is given up, not waited for', async () => {
  held = await holdTokens()
  const startedAt = performance.now()
  const response = await get(hurried)
  expect(response.status).toBe(503)
  // Two tries of a second each, and what a busy machine adds.
  expect(performance.now() - startedAt).toBeLessThan(12_000)
})

test('requests that wait at the same moment share statements, each with its own answer', async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => insertAccount(database.db)))
  const tokens = await Promise.all(people.map(({ id }) => insertToken(database.db, { homeId: id })))
  held = await holdTokens()
  const before = server.batches.length
  const first = get()
  const busy = await waitForReads()
  const second = get()
  await waitForReads(busy)
  let arrived = 0
  server.app.server.on('request', () => arrived++)
  // Both lanes are taken: what arrives now waits, and leaves together.
  const names = tokens.map(async ({ value }) => {
    const response = await fetch(`${server.url}/v0.1/user`, { headers: { 'X-API-Token': value } })
    return ((await response.json()) as { name: string }).name
  })
  await expect.poll(() => arrived).toBe(40)
  await delay(200)
  await held.release()
  expect(await Promise.all(names)).toEqual(people.map(({ name }) => name))
  expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200])
  // A statement has 32 keys at most.
  expect(server.batches.slice(before)).toEqual([1, 1, 32, 8])
})

test('a batch tells how long its first request waited for the statements before it', async () => {
  const waits: number[] = []
  const reads = openSharedReads(database.url, {
    timeoutMs: 20_000,
    maxWaitMs: 20_000,
    onBatch: (_read, _keys, seconds) => void waits.push(seconds),
  })
  onTestFinished(() => reads.close())
  const sleep = reads.define<number, unknown>({
    name: 'sleep',
    sql: 'select pg_sleep(seconds) from unnest($1::float8[]) as seconds',
    toParameters: (keys) => [keys],
    toValue: (row) => row[0],
  })
  const first = sleep(0.4)
  await delay(50)
  const second = sleep(0.4)
  await delay(50)
  await Promise.all([first, second, sleep(0)])
  expect(waits).toHaveLength(3)
  expect(waits[2]).toBeGreaterThan(0.2)
  expect(waits[2]).toBeGreaterThan(Math.max(waits[0] ?? 0, waits[1] ?? 0))
})

test('a connection that fails under a statement is told by where it failed, whatever the code', async () => {
  const connecting = vi.spyOn(Socket.prototype, 'connect')
  onTestFinished(() => connecting.mockRestore())
  const failures: unknown[] = []
  const reads = openSharedReads(database.url, {
    timeoutMs: 20_000,
    maxWaitMs: 20_000,
    onRetry: (_name, error) => void failures.push(error),
  })
  onTestFinished(() => reads.close())
  const wait = reads.define<number, unknown>({
    name: 'wait',
    sql: 'select pg_sleep(seconds) from unnest($1::int[]) as seconds',
    toParameters: (keys) => [keys],
    toValue: (row) => row[0],
  })
  await wait(0)
  const answer = wait(3)
  const [socket] = connecting.mock.contexts as Socket[]
  const isRunning = async () =>
    (
      await administer(
        `select pid from pg_stat_activity where datname = '${database.name}' and wait_event = 'PgSleep'`,
      )
    ).rows.length
  await expect.poll(isRunning, { timeout: 10_000, interval: 20 }).toBe(1)
  socket?.destroy(Object.assign(new Error('failed'), { code: 'EIO' }))
  await answer
  expect(failures.map(findUnavailableReason)).toEqual(['interrupted'])
})
