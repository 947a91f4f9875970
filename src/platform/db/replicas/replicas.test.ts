import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openServerPair, type ServerPair } from '../../../../test/support/database/server-pair.ts'
import { openTcpProxy } from '../../../../test/support/database/tcp-proxy.ts'
import { connect, type Db } from '../connect.ts'
import type { ReadOutcome } from './outcomes.ts'
import { POSITION_COLUMN } from './position.ts'
import { openReplicas } from './replicas.ts'

const MAX_START_MS = 120_000
const ROLE = 'reader'
let pair: ServerPair
let primary: Db

const urlOf = (host: string, { role = ROLE, database = 'postgres' } = {}) =>
  `postgres://${role}@${host}/${database}`

beforeAll(async () => {
  pair = await openServerPair()
  for (const statement of [
    `create role ${ROLE} login`,
    `grant pg_read_all_stats to ${ROLE}`,
    'create role stranger login',
    'create database other',
    'create table counted (n int not null)',
    'insert into counted values (0)',
    `grant select, update on counted to ${ROLE}, stranger`,
  ]) {
    await pair.primary.run(statement)
  }
  primary = connect(urlOf(pair.primary.host), { maxWaitMs: 10_000 })
}, MAX_START_MS)
afterAll(async () => {
  await primary.destroy()
  await pair.remove()
}, MAX_START_MS)

const outcomes: ReadOutcome[] = []
const changes: [host: string, failure: string | undefined][] = []
beforeEach(() => {
  outcomes.length = changes.length = 0
})

function open(...urls: string[]) {
  const replicas = openReplicas(urls, primary, {
    onRead: (outcome) => void outcomes.push(outcome),
    onChange: (host, failure) => void changes.push([host, failure]),
  })
  onTestFinished(replicas.close)
  return replicas
}

async function selectValue<T>(db: Db, value: RawBuilder<T>): Promise<T | undefined> {
  const { rows } = await sql<{ value: T }>`select ${value} as value`.execute(db)
  return rows[0]?.value
}

const findPosition = () => selectValue(primary, sql<string>`${sql.raw(POSITION_COLUMN)}`)
const isOnReplica = (db: Db) => selectValue(db, sql<boolean>`pg_is_in_recovery()`)
const findCount = (db: Db) => selectValue(db, sql<number>`(select n from counted)`)

async function count(): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`
    update counted set n = n + 1 returning n`.execute(primary)
  return rows[0]?.n
}

const pauseReplay = async () => {
  await pair.standby.run('select pg_wal_replay_pause()')
  onTestFinished(async () => void (await pair.standby.run('select pg_wal_replay_resume()')))
}

test('a read runs on the replica and sees whatever was committed before its position was read', async () => {
  const { readDb } = open(urlOf(pair.standby.host))
  for (let round = 0; round < 200; round++) {
    const written = await count()
    expect(await findCount(readDb(await findPosition()))).toBe(written)
  }
  expect(await isOnReplica(readDb(await findPosition()))).toBe(true)
  expect(outcomes.filter((outcome) => outcome === 'replica').length).toBeGreaterThan(100)
})

test('without a position, or without replicas, the primary is read', async () => {
  expect(open(urlOf(pair.standby.host)).readDb(undefined)).toBe(primary)
  expect(open().readDb(await findPosition())).toBe(primary)
  expect(outcomes).toEqual([])
})

test('only single reads are possible', async () => {
  const db = open(urlOf(pair.standby.host)).readDb(await findPosition())
  await expect(sql`update counted set n = 0`.execute(db)).rejects.toThrow('single reads')
  await expect(db.transaction().execute(findCount)).rejects.toThrow('single reads')
})

test('a read that the primary refuses too is refused with its error', async () => {
  const db = open(urlOf(pair.standby.host)).readDb(await findPosition())
  await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: '22012' })
  expect(changes).toEqual([])
})

test('a replica that is behind is asked again, then the primary; after a while it is left alone until it has caught up', async () => {
  const { readDb } = open(urlOf(pair.standby.host))
  await pauseReplay()
  const written = await count()
  const position = await findPosition()
  expect(await findCount(readDb(position))).toBe(written)
  expect(outcomes).toEqual(['behind', 'behind', 'primary'])
  await delay(250)
  await findCount(readDb(position))
  outcomes.length = 0
  expect(await findCount(readDb(position))).toBe(written)
  expect(outcomes).toEqual(['primary'])
  expect(changes).toEqual([[pair.standby.host, 'behind']])
  await pair.standby.run('select pg_wal_replay_resume()')
  await vi.waitFor(() => expect(changes).toHaveLength(2), 10_000)
  expect(await isOnReplica(readDb(position))).toBe(true)
})

test('the lag of a replica is measured in bytes, and a server that is no replica is told apart', async () => {
  const nobody = urlOf('127.0.0.1:1')
  const { measure } = open(urlOf(pair.standby.host), urlOf(pair.primary.host), nobody)
  const findLag = async () => (await measure())[0]?.lagBytes
  await vi.waitFor(async () => expect(await findLag()).toBe(0), 10_000)
  await pauseReplay()
  await count()
  expect(await findLag()).toBeGreaterThan(0)
  expect((await measure()).map(({ host, ...measured }) => measured)).toEqual([
    { isReplica: true, isUsable: true, lagBytes: expect.any(Number) },
    { isReplica: false, isUsable: true, lagBytes: null },
    { isReplica: true, isUsable: false, lagBytes: null },
  ])
})

test('a request that has read from the primary stays there, because a replica may show less', async () => {
  const { readDb } = open(urlOf(pair.standby.host))
  await pauseReplay()
  await count()
  const position = await findPosition()
  const db = readDb(position)
  expect(await isOnReplica(db)).toBe(false)
  await pair.standby.run('select pg_wal_replay_resume()')
  await vi.waitFor(async () => expect(await isOnReplica(readDb(position))).toBe(true), 10_000)
  expect(await isOnReplica(db)).toBe(false)
})

test('a replica on another timeline is not read, however far it is', async () => {
  const db = open(urlOf(pair.standby.host)).readDb('0000000A 0/1')
  expect(await isOnReplica(db)).toBe(false)
  expect(outcomes).toEqual(['other timeline', 'primary'])
})

test('a replica that was left alone is used again on the timeline that the primary has by then', async () => {
  const { readDb } = open(urlOf(pair.standby.host))
  expect(await isOnReplica(readDb('0000000A 0/1'))).toBe(false)
  const position = await findPosition()
  expect(await isOnReplica(readDb(position))).toBe(false)
  await vi.waitFor(() => expect(changes).toHaveLength(2), 10_000)
  expect(await isOnReplica(readDb(position))).toBe(true)
})

test('a read that takes too long is not started again elsewhere', async () => {
  const db = open(urlOf(pair.standby.host)).readDb(await findPosition())
  const slow = selectValue(db, sql<number>`(select 1 from pg_sleep(20))`)
  const outcome = expect(slow).rejects.toMatchObject({ code: '57014' })
  await vi.waitFor(async () => {
    const { rows } = await pair.standby.run(
      `select pg_cancel_backend(pid) from pg_stat_activity where usename = '${ROLE}' and wait_event = 'PgSleep'`,
    )
    expect(rows).toHaveLength(1)
  }, 5000)
  await outcome
  expect(outcomes).toEqual([])
})

describe('a server that cannot be read', () => {
  test.each([
    ['the primary itself', () => urlOf(pair.primary.host), 'not a replica'],
    ['without the grant', () => urlOf(pair.standby.host, { role: 'stranger' }), 'no grant'],
    ['another database', () => urlOf(pair.standby.host, { database: 'other' }), 'failed'],
    ['no server', () => urlOf('127.0.0.1:1'), 'failed'],
  ])('%s: it is left alone, and told once', async (_what, findUrl, failure) => {
    const { readDb } = open(findUrl(), urlOf(pair.standby.host))
    const position = await findPosition()
    for (let round = 0; round < 4; round++) expect(await isOnReplica(readDb(position))).toBe(true)
    expect(outcomes.filter((outcome) => outcome !== 'replica')).toEqual([failure])
    expect(changes).toEqual([[new URL(findUrl()).host, failure]])
  })
})

test('a replica that no longer answers delays a read by half a second, and later ones not at all', async () => {
  const proxy = await openTcpProxy(urlOf(pair.standby.host))
  onTestFinished(proxy.close)
  const { readDb } = open(proxy.url)
  const position = await findPosition()
  const readBoth = () => Promise.all([1, 2].map(() => isOnReplica(readDb(position))))
  expect(await readBoth()).toEqual([true, true])
  proxy.stallAll('swallow answers')
  const startedAt = performance.now()
  expect(await readBoth()).toEqual([false, false])
  expect(performance.now() - startedAt).toBeLessThan(1500)
  outcomes.length = 0
  expect(await isOnReplica(readDb(position))).toBe(false)
  expect(outcomes).toEqual(['primary'])
  await vi.waitFor(() => expect(changes).toHaveLength(2), 10_000)
  expect(await readBoth()).toEqual([true, true])
})

test('recovery cancels a read that is in its way: another replica or the primary answers', async () => {
  await pair.standby.run("alter system set max_standby_streaming_delay = '10ms'")
  await pair.standby.run('select pg_reload_conf()')
  const db = open(urlOf(pair.standby.host)).readDb(await findPosition())
  const slow = selectValue(db, sql<number>`(select n from counted, pg_sleep(3))`)
  await vi.waitFor(async () => {
    const { rows } = await pair.standby.run(
      `select from pg_stat_activity where usename = '${ROLE}' and wait_event = 'PgSleep'`,
    )
    expect(rows).toHaveLength(1)
  }, 5000)
  await count()
  await pair.primary.run('vacuum full counted')
  expect(await slow).toEqual(expect.any(Number))
  expect(outcomes.slice(0, 1)).toEqual(['canceled'])
})

/** The last test of the pair. */
test('a replica that was promoted is not read', async () => {
  const { readDb } = open(urlOf(pair.standby.host))
  const position = await findPosition()
  expect(await isOnReplica(readDb(position))).toBe(true)
  await pair.standby.run('select pg_promote()')
  const written = await count()
  expect(await findCount(readDb(await findPosition()))).toBe(written)
  expect(outcomes.at(-1)).toBe('primary')
  expect(changes).toEqual([[pair.standby.host, 'not a replica']])
})
