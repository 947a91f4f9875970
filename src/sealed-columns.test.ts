import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { waitForWaiters } from '../test/support/database/locks.ts'
import { useDatabase } from '../test/support/database/use-database.ts'
import { blocksOf } from '../test/support/processes/guide.ts'
import { insertOrganization, insertPerson } from '../test/support/world/world.ts'
import { loadSigningKeys } from './identity/oauth/keys.ts'
import { signInRecords } from './identity/oauth/sealed-columns.ts'
import { loadLinkKeys } from './management-api/notifications/receivers/link-keys.ts'
import { openSeal, type Seal } from './platform/crypto/seal.ts'
import type { Db } from './platform/db/connect.ts'
import { hasKeyIds, recordKey, requireRightKey, resealColumn } from './platform/db/sealed/reseal.ts'
import { systemRealTime } from './platform/time.ts'
import { checkedColumns, sealedColumns } from './sealed-columns.ts'

const RECORDS = 1203
const database = useDatabase()
const [former, next] = [randomBytes(32), randomBytes(32)]

async function fill(seal: Seal): Promise<void> {
  const { db } = database
  await loadSigningKeys(db, seal, systemRealTime)
  const rows = Array.from({ length: RECORDS }, () => {
    const row = { kind: 'Session', id_hash: randomBytes(32) }
    return { ...row, sealed: seal.seal('record', signInRecords.labelOf(row)) }
  })
  await db.insertInto('oauth_record').values(rows).execute()
  await db
    .insertInto('quota_provider')
    .values({ key: 'a', name: 'A', locations: [], updated_at: systemRealTime() })
    .execute()
  const seals = {
    sealed_secret: seal.seal('secret', 'quota endpoint a'),
    sealed_previous_secret: seal.seal('former', 'quota endpoint a'),
  }
  const endpoint = { provider_key: 'a', url: 'https://a', updated_at: systemRealTime() }
  await db
    .insertInto('quota_endpoint')
    .values({ ...endpoint, ...seals })
    .execute()
  const { id } = await insertPerson(db)
  await db
    .insertInto('totp_secret')
    .values({
      account_id: id,
      sealed_secret: seal.seal('secret', `totp secret ${id}`),
      confirmed_at: systemRealTime(),
      last_used_step: '0',
    })
    .execute()
  await insertNotification(db, seal)
  await loadLinkKeys(db, seal, systemRealTime)
  const sealed_message = seal.seal('message', 'mail test 1')
  await db
    .insertInto('mail')
    .values({ event: 'test 1', sealed_message, created_at: systemRealTime() })
    .execute()
}

async function insertNotification(db: Db, seal: Seal): Promise<void> {
  const organization_id = (await insertOrganization(db)).id
  const subscription_id = `sub-${randomUUID()}`
  const id = randomUUID()
  const times = { created_at: systemRealTime(), updated_at: systemRealTime() }
  const subscription = { id: subscription_id, organization_id, display_name: 'One', ...times }
  await db.insertInto('subscription').values(subscription).execute()
  const label = `notification ${subscription_id} ${id}`
  await db
    .insertInto('notification')
    .values({
      ...{ subscription_id, id, name: 'one', kind: 'webhook', notices: ['events'], is_on: true },
      ...{ shown_address: 'https://a', created_by: 'x', ...times },
      sealed_address: seal.seal('address', label),
      sealed_secret: seal.seal('secret', label),
      sealed_previous_secret: seal.seal('former', label),
    })
    .execute()
  await db
    .insertInto('action_group')
    .values({
      ...{ subscription_id, id, resource_group: 'a', name: 'one', content: {}, ...times },
      sealed_addresses: seal.seal('[]', `action group ${subscription_id} ${id}`),
    })
    .execute()
  const sealed_receivers = seal.seal('[]', `alert test ${subscription_id} ${id}`)
  await db
    .insertInto('alert_test')
    .values({ subscription_id, id, sealed_receivers, created_at: systemRealTime() })
    .execute()
}

beforeEach(async () => {
  await sql`truncate oauth_signing_key, oauth_record, quota_provider, quota_endpoint, secret_key, mail,
    totp_secret, notification, mail_link_key, action_group, alert_test cascade`.execute(database.db)
})

const resealAll = async (seal: Seal) => {
  const counts = []
  for (const column of sealedColumns) counts.push(await resealColumn(database.db, seal, column))
  return counts
}

test('every column that is encrypted is known', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.table_name || '.' || c.column_name as name
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name like 'sealed%'
     order by name`.execute(database.db)
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(known.sort()).toEqual(rows.map(({ name }) => name))
})

test('everything is encrypted again, in batches; then the former key is not needed', async () => {
  await fill(openSeal(former))
  const both = openSeal(next, former).withKeyIds()
  expect(await resealAll(both)).toEqual([
    { resealed: 2, unreadable: 0 },
    { resealed: RECORDS, unreadable: 0 },
    ...Array.from({ length: 10 }, () => ({ resealed: 1, unreadable: 0 })),
  ])
  expect(await resealAll(both)).toEqual(sealedColumns.map(() => ({ resealed: 0, unreadable: 0 })))
  const { db } = database
  await requireRightKey(db, openSeal(next), sealedColumns)
  await expect(requireRightKey(db, openSeal(former), sealedColumns)).rejects.toThrow(
    'SECRET_KEY_FILE: its key is not the one',
  )
  expect(await loadSigningKeys(db, openSeal(next), systemRealTime)).toHaveLength(2)
})

test('values that nodes write without a key id meanwhile do not keep it from ending', async () => {
  const { db } = database
  await fill(openSeal(next))
  const both = openSeal(next, former).withKeyIds()
  // As a node does that started before the first rotation.
  const row = { kind: 'Session', id_hash: randomBytes(32) }
  const sealed = openSeal(next).seal('record', signInRecords.labelOf(row))
  const write = () =>
    db
      .insertInto('oauth_record')
      .values({ ...row, sealed })
      .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doUpdateSet({ sealed }))
      .execute()
  let isOver = false
  const writing = (async () => {
    while (!isOver) await write()
  })()
  const { unreadable } = await resealColumn(db, both, signInRecords)
  isOver = true
  await writing
  expect(unreadable).toBe(0)
})

test('a value that a node writes meanwhile, or that was copied from another row, is left alone', async () => {
  const { db } = database
  const both = openSeal(next, former).withKeyIds()
  const row = { kind: 'Session', id_hash: randomBytes(32) }
  const label = signInRecords.labelOf(row)
  const copied = openSeal(former).seal('record', label)
  const copy = { kind: 'Session', id_hash: randomBytes(32), sealed: copied }
  await db
    .insertInto('oauth_record')
    .values([{ ...row, sealed: copied }, copy])
    .execute()
  const read = async (id_hash: Buffer) =>
    (
      await db.selectFrom('oauth_record').select('sealed').where('id_hash', '=', id_hash).execute()
    )[0]
  const written = both.seal('written meanwhile', label)
  const trx = await db.startTransaction().execute()
  await trx
    .updateTable('oauth_record')
    .set({ sealed: written })
    .where('id_hash', '=', row.id_hash)
    .execute()
  const resealing = resealColumn(db, both, signInRecords)
  await waitForWaiters(db, 1)
  await trx.commit().execute()
  expect(await resealing).toEqual({ resealed: 0, unreadable: 1 })
  expect(await read(row.id_hash)).toEqual({ sealed: written })
  await db
    .updateTable('oauth_record')
    .set({ sealed: copied })
    .where('id_hash', '=', row.id_hash)
    .execute()
  expect(await resealColumn(db, both, signInRecords)).toEqual({ resealed: 1, unreadable: 1 })
  expect(await read(copy.id_hash)).toEqual({ sealed: copied })
})

test('values of a key that is not listed are counted and left as they are', async () => {
  await fill(openSeal(former))
  const other = openSeal(randomBytes(32)).withKeyIds()
  expect(await resealColumn(database.db, other, signInRecords)).toEqual({
    resealed: 0,
    unreadable: RECORDS,
  })
  await requireRightKey(database.db, openSeal(former), sealedColumns)
})

test('any key is right for a database in which nothing is encrypted', async () => {
  await requireRightKey(database.db, openSeal(next), checkedColumns.serve)
})

test('values have the id of their key from the first rotation on', async () => {
  const { db } = database
  await fill(openSeal(former))
  expect(await hasKeyIds(db)).toBe(false)
  await recordKey(db, openSeal(next), new Date())
  expect(await hasKeyIds(db)).toBe(true)
})

const GUIDE = readFileSync('docs/guides/keys.md', 'utf8')
const tables = [...new Set(sealedColumns.map(({ table }) => table))].sort()

test('the guide lists all that is encrypted, and what to do if the key was exposed or lost', () => {
  const rows = GUIDE.split('\n').flatMap((line) => {
    const [, table, ...cells] = /^\| `(\w+)` \|(.+)\|(.+)\|(.+)\|$/.exec(line) ?? []
    return table === undefined ? [] : [{ table, cells }]
  })
  expect(rows.map(({ table }) => table).sort()).toEqual(tables)
  for (const { cells } of rows) for (const cell of cells) expect(cell.trim()).toMatch(/\w/)
})

test('of what a lost key encrypted, the statements of the guide leave what owners set again', async () => {
  const { db } = database
  await fill(openSeal(former))
  const [statements = ''] = blocksOf(GUIDE, 'sql')
  for (const statement of statements.trim().split('\n')) await sql.raw(statement).execute(db)
  const left = new Set<string>()
  for (const { table } of sealedColumns) {
    const { rows } = await sql`select from ${sql.table(table)}`.execute(db)
    if (rows.length > 0) left.add(table)
  }
  expect([...left].sort()).toEqual(['action_group', 'notification'])
})
