import { expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database/use-database.ts'
import type { RealTime } from '../platform/time.ts'
import { countRefusedAttempts } from './refused-attempts.ts'

const database = useDatabase()
const START_MS = Date.parse('2030-01-01T00:00:30.000Z')
const silent = { warn: () => undefined }

const listRows = async (minuteMs: number) => {
  const rows = await database.db
    .selectFrom('audit')
    .select(['scope_id', 'source', 'after'])
    .where('at', '=', new Date(minuteMs - (minuteMs % 60_000)))
    .execute()
  return rows.map(({ after, ...row }) => ({ ...row, ...(after as { count: number }) }))
}

test('a crowd fills at most 201 rows a minute, and no attempt goes uncounted', async () => {
  let now = new Date(START_MS)
  const attempts = countRefusedAttempts(database.db, () => now as RealTime, silent)
  const note = (account: number | null, address: string) =>
    attempts.note({
      action: 'account.sign-in-failed',
      accountId: account === null ? null : `account-${account}`,
      address,
      client: 'spa',
    })
  for (let i = 0; i < 3000; i++) note(null, `10.0.${i >> 8}.${i & 255}`)
  // A flood of unknown names does not hide whose password is tried.
  for (let i = 0; i < 70; i++) note(7, `10.1.0.${i}`)
  for (let i = 0; i < 3000; i++) note(i, `10.2.${i >> 8}.${i & 255}`)
  await attempts.flush()
  const rows = await listRows(START_MS)
  expect(rows).toHaveLength(201)
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(6070)
  const ofSeven = rows.filter(({ scope_id }) => scope_id === 'account-7')
  expect(ofSeven.filter(({ source }) => source !== null)).toHaveLength(5)
  expect(ofSeven.filter(({ source }) => source === null)).toEqual([
    { scope_id: 'account-7', source: null, client: null, count: 66 },
  ])
  now = new Date(START_MS + 60_000)
  note(7, '10.1.0.1')
  await attempts.flush()
  expect(await listRows(now.getTime())).toEqual([
    { scope_id: 'account-7', source: '10.1.0.1', client: 'spa', count: 1 },
  ])
})

test('attempts on unknown names and on another account do not hide from where an account is attacked', async () => {
  const now = new Date(START_MS + 7_200_000)
  const attempts = countRefusedAttempts(database.db, () => now as RealTime, silent)
  const action = 'account.sign-in-failed'
  for (let i = 0; i < 50; i++) {
    attempts.note({ action, accountId: null, address: `10.0.0.${i}`, client: 'spa' })
    attempts.note({ action, accountId: 'bob', address: `10.0.0.${i}`, client: 'spa' })
  }
  attempts.note({ action, accountId: 'ada', address: '203.0.113.9', client: 'portal' })
  await attempts.flush()
  const ofAda = (await listRows(now.getTime())).filter(({ scope_id }) => scope_id === 'ada')
  expect(ofAda).toEqual([{ scope_id: 'ada', source: '203.0.113.9', client: 'portal', count: 1 }])
})

test('what could not be written is written later, added to what others wrote', async () => {
  const now = new Date(START_MS + 3_600_000)
  const nodes = [1, 2].map(() => countRefusedAttempts(database.db, () => now as RealTime, silent))
  const attempt = {
    action: 'account.sign-in-failed',
    accountId: 'somebody',
    address: '10.0.0.1',
    client: null,
  } as const
  for (const node of nodes) node.note(attempt)
  await database.db.schema.alterTable('audit').renameTo('lost').execute()
  await expect(nodes[0]?.flush()).rejects.toThrow('audit')
  await database.db.schema.alterTable('lost').renameTo('audit').execute()
  nodes[0]?.note(attempt)
  for (const node of nodes) await node.flush()
  expect(await listRows(now.getTime())).toMatchObject([{ count: 3 }])
})

test('more rows than one statement can have wait for the database; those beyond 10,000 are dropped and counted', async () => {
  const beginMs = START_MS + 36_000_000
  let nowMs = beginMs
  const warnings: object[] = []
  const attempts = countRefusedAttempts(database.db, () => new Date(nowMs) as RealTime, {
    warn: (fields) => void warnings.push(fields),
  })
  const action = 'account.sign-in-failed'
  await database.db.schema.alterTable('audit').renameTo('lost').execute()
  for (let minute = 0; minute < 210; minute++) {
    nowMs = beginMs + minute * 60_000
    for (let i = 0; i < 50; i++) {
      attempts.note({ action, accountId: null, address: `10.0.0.${i}`, client: 'spa' })
    }
  }
  await expect(attempts.flush()).rejects.toThrow('audit')
  await database.db.schema.alterTable('lost').renameTo('audit').execute()
  await attempts.flush()
  const { rows } = await database.db
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<string>().as('rows'))
    .where('at', '>=', new Date(beginMs - 60_000))
    .executeTakeFirstOrThrow()
  expect(Number(rows)).toBe(10_000)
  expect(warnings).toContainEqual({ dropped: 500 })
})

test('while the database is away, a node waits longer from try to try and warns once', async () => {
  const now = new Date(START_MS + 72_000_000)
  const warnings: string[] = []
  const waits: number[] = []
  let run = () => {}
  const attempts = countRefusedAttempts(
    database.db,
    () => now as RealTime,
    { warn: (_fields, message) => void warnings.push(message) },
    (task, ms) => {
      waits.push(ms)
      run = task
    },
  )
  const note = () =>
    attempts.note({
      action: 'account.sign-in-failed',
      accountId: 'late',
      address: '10.0.0.1',
      client: null,
    })
  const tryAgain = async () => {
    const scheduled = waits.length
    run()
    await expect.poll(() => waits.length, { timeout: 30_000 }).toBe(scheduled + 1)
  }
  const expectCount = (count: number) =>
    expect
      .poll(() => listRows(now.getTime()), { timeout: 30_000 })
      .toMatchObject([{ scope_id: 'late', count }])
  note()
  await database.db.schema.alterTable('audit').renameTo('lost').execute()
  for (let tries = 0; tries < 7; tries++) await tryAgain()
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30].map((seconds) => seconds * 1000))
  expect(warnings).toHaveLength(1)
  await database.db.schema.alterTable('lost').renameTo('audit').execute()
  run()
  await expectCount(1)
  await attempts.flush()
  // Another outage is another warning.
  await database.db.schema.alterTable('audit').renameTo('lost').execute()
  note()
  await tryAgain()
  await database.db.schema.alterTable('lost').renameTo('audit').execute()
  expect(waits.slice(-2)).toEqual([1000, 2000])
  expect(warnings).toHaveLength(2)
  run()
  await expectCount(2)
})
