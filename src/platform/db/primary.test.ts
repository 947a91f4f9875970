import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openServerPair, type ServerPair } from '../../../test/support/database/server-pair.ts'
import { openSilentHost } from '../../../test/support/database/silent-host.ts'
import { runBinnacle } from '../../../test/support/processes/processes.ts'
import { jobQueues } from '../../jobs.ts'
import { readConfig } from '../../settings.ts'
import { type ConnectOptions, connect, type Db } from './connect.ts'
import { migrate } from './migrate.ts'
import { openSharedReads } from './shared-read.ts'
import { findUnavailableReason } from './unavailable.ts'

const MAX_START_MS = 120_000
let pair: ServerPair

beforeAll(async () => {
  pair = await openServerPair()
}, MAX_START_MS)
afterAll(() => pair.remove(), MAX_START_MS)

const urlOf = (...hosts: string[]) => `postgres://postgres@${hosts.join(',')}/postgres`

function open(databaseUrl: string, options: ConnectOptions = {}): Db {
  const db = connect(databaseUrl, { size: 2, maxWaitMs: 10_000, ...options })
  onTestFinished(() => db.destroy())
  return db
}

async function isOnStandby(db: Db): Promise<boolean | undefined> {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)
  return rows[0]?.is
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

function openReads(databaseUrl: string, timeoutMs = 10_000) {
  const reads = openSharedReads(databaseUrl, { timeoutMs, maxWaitMs: timeoutMs })
  onTestFinished(() => reads.close())
  return reads.define<number, boolean>({
    name: 'is on standby',
    sql: 'select pg_is_in_recovery() from unnest($1::int[])',
    toParameters: (keys) => [keys],
    toValue: ([value]) => value as boolean,
  })
}

describe('several hosts', () => {
  test('the primary is chosen, wherever it is in the list', async () => {
    const { primary, standby } = pair
    expect(await isOnStandby(open(urlOf(primary.host, standby.host)))).toBe(false)
    expect(await isOnStandby(open(urlOf(standby.host, primary.host)))).toBe(false)
    expect(await openReads(urlOf(standby.host, primary.host))(1)).toBe(false)
  })

  test('a host that does not answer leaves enough time for the others', async () => {
    const url = urlOf(await openSilentHost(), pair.standby.host, pair.primary.host)
    expect(await isOnStandby(open(url, { maxWaitMs: 6000 }))).toBe(false)
    expect(await openReads(url, 6000)(1)).toBe(false)
  })

  test('a migration and its job queues find the primary too', async () => {
    await pair.primary.run('create database migrated')
    const { primary, standby } = pair
    const url = `postgres://postgres@${standby.host},${primary.host}/migrated`
    await migrate(url, jobQueues)
    const db = open(url)
    const { rows } = await sql`select 1 as one from pgboss.queue limit 1`.execute(db)
    expect(rows).toEqual([{ one: 1 }])
  })
})

describe('standbys only', () => {
  test('a request gets 503, and the cause names each host', async () => {
    const reasons: string[] = []
    const db = open(urlOf(pair.standby.host, '127.0.0.1:1'), {
      onUnavailable: (reason) => void reasons.push(reason),
    })
    const failed = await failureOf(sql`select 1`.execute(db))
    expect(findUnavailableReason(failed)).toBe('read-only')
    expect(reasons).toEqual(['read-only'])
    const { cause } = failed as Error & { cause: Error }
    expect(cause.message).toContain(`${pair.standby.host} is a standby; 127.0.0.1:1: `)
    const read = await failureOf(openReads(urlOf(pair.standby.host))(1))
    expect(findUnavailableReason(read)).toBe('read-only')
  })

  test.each(['serve', 'work', 'migrate'])('binnacle %s does not start', async (word) => {
    const env = {
      DATABASE_URL: urlOf(pair.standby.host),
      PORT: '0',
      METRICS_ADDRESS: '127.0.0.1:0',
    }
    const { code, stderr } = await runBinnacle([word], env)
    expect(code).toBe(1)
    expect(stderr).toContain(`${pair.standby.host} is a standby. Binnacle writes to the primary`)
  })
})

test('with read-write, a primary that is read-only by its settings is not used', async () => {
  await pair.primary.run(
    `create role reader login; alter role reader set default_transaction_read_only = on`,
  )
  const url = `postgres://reader@${pair.primary.host}/postgres`
  expect(await isOnStandby(open(url))).toBe(false)
  const db = open(`${url}?target_session_attrs=read-write`)
  expect(findUnavailableReason(await failureOf(sql`select 1`.execute(db)))).toBe('read-only')
})

test('an unsupported target_session_attrs is refused when settings are read', () => {
  expect(() =>
    readConfig({ DATABASE_URL: 'postgres://h1,h2/db?target_session_attrs=prefer-standby' }),
  ).toThrow('DATABASE_URL: target_session_attrs=prefer-standby is not supported. Use primary or')
})

test('a commit that no standby has confirmed is not acknowledged', async () => {
  await pair.primary.run('create table confirmed (word text)')
  await pair.primary.run(`alter system set synchronous_standby_names = 'absent'`)
  onTestFinished(async () => {
    await pair.primary.run('alter system reset synchronous_standby_names')
    await pair.primary.run('select pg_reload_conf()')
  })
  await pair.primary.run('select pg_reload_conf()')
  const db = open(urlOf(pair.primary.host), { statementTimeoutMs: 500 })
  await expect.poll(() => findStandbyNames(db), { timeout: 20_000 }).toBe('absent')
  // Commits wait as soon as the checkpointer has read the setting, which can be later.
  const early = sql`insert into confirmed values ('early')`
  await expect.poll(() => failureOf(early.execute(db)), { timeout: 20_000 }).toBeDefined()
  const inTransaction = db
    .transaction()
    .execute((trx) => sql`insert into confirmed values ('one')`.execute(trx))
  expect(findUnavailableReason(await failureOf(inTransaction))).toBe('interrupted')
  const alone = sql`insert into confirmed values ('two')`.execute(db)
  expect(findUnavailableReason(await failureOf(alone))).toBe('interrupted')
})

async function findStandbyNames(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ names: string }>`
    select current_setting('synchronous_standby_names') as names`.execute(db)
  return rows[0]?.names
}

test('after a switch, the same pool and the same reads use the new primary', async () => {
  const url = urlOf(pair.primary.host, pair.standby.host)
  const db = open(url)
  const read = openReads(url)
  await sql`create table switched (word text)`.execute(db)
  expect(await read(1)).toBe(false)
  await pair.primary.end('SIGKILL')
  const failed = await failureOf(sql`insert into switched values ('none')`.execute(db))
  expect(findUnavailableReason(failed)).toBeDefined()
  await pair.standby.run('select pg_promote()')
  await expect
    .poll(() => failureOf(sql`insert into switched values ('there')`.execute(db)), {
      timeout: 20_000,
    })
    .toBeUndefined()
  expect(await read(2)).toBe(false)
  expect((await pair.standby.run('select word from switched')).rows).toEqual([{ word: 'there' }])
})
