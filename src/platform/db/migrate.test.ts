import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import {
  administer,
  databaseUrl,
  newDatabaseName,
} from '../../../test/support/database/postgres.ts'
import { migrate } from './migrate.ts'

const folder = mkdtempSync(join(tmpdir(), 'binnacle-migrations-'))
const created: string[] = []
afterAll(async () => {
  rmSync(folder, { recursive: true })
  for (const name of created) await administer(`drop database ${name} with (force)`)
})

async function newDatabase(): Promise<string> {
  const name = newDatabaseName()
  await administer(`create database ${name}`)
  created.push(name)
  return name
}

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const run = (name: string, onWait?: (message: string) => void) =>
  migrate(databaseUrl(name), {}, { folder: pathToFileURL(`${folder}/`), ...(onWait && { onWait }) })

test('each file is a transaction of its own; what begins with "no transaction" runs outside one', async () => {
  write('0001-first.sql', 'create table first (id int primary key);')
  // Refused by PostgreSQL inside a transaction.
  write('0002-index.sql', '-- no transaction\ncreate index concurrently first_by_id on first (id);')
  const name = await newDatabase()
  expect(await run(name)).toEqual(['0001-first', '0002-index'])
  expect(await run(name)).toEqual([])

  write('0003-broken.sql', 'create table half (id int); select 1 / 0;')
  write('0004-never.sql', 'create table never (id int);')
  await expect(run(name)).rejects.toThrow('Migration 0003-broken failed')
  const { rows } = await administer(
    "select tablename from pg_tables where tablename in ('first', 'half', 'never')",
    name,
  )
  expect(rows).toEqual([{ tablename: 'first' }])
  rmSync(join(folder, '0003-broken.sql'))
  rmSync(join(folder, '0004-never.sql'))
})

describe('a run that was interrupted while it built an index', () => {
  const duplicate = 'create table second (id int); insert into second values (1), (1);'
  const unique = 'create unique index concurrently'
  const isValid = async (name: string) =>
    (
      await administer(
        `select indisvalid from pg_index where indexrelid = 'second_by_id'::regclass`,
        name,
      )
    ).rows

  afterEach(() => {
    for (const file of ['0003-table.sql', '0004-index.sql']) rmSync(join(folder, file))
  })

  test.each([unique, `${unique} if not exists`])(
    '%s: an invalid index is built again',
    async (create) => {
      write('0003-table.sql', duplicate)
      write('0004-index.sql', `-- no transaction\n${create} second_by_id on second (id);`)
      const name = await newDatabase()
      await expect(run(name)).rejects.toThrow('Migration 0004-index failed')
      expect(await isValid(name)).toEqual([{ indisvalid: false }])
      // As often as it fails, it is not recorded.
      await expect(run(name)).rejects.toThrow('Migration 0004-index failed')
      await administer('delete from second', name)
      expect(await run(name)).toEqual(['0004-index'])
      expect(await isValid(name)).toEqual([{ indisvalid: true }])
    },
  )

  test('an index that was built and not recorded is taken as it is', async () => {
    write(
      '0003-table.sql',
      'create table second (id int); create index second_by_id on second (id);',
    )
    write(
      '0004-index.sql',
      '-- no transaction\ncreate index concurrently second_by_id on second (id);',
    )
    expect(await run(await newDatabase())).toEqual(expect.arrayContaining(['0004-index']))
  })
})

test('a database that a later release has migrated is left alone', async () => {
  const name = await newDatabase()
  await run(name)
  await administer("insert into migration (name, timestamp) values ('9999-later', '')", name)
  write('0003-table.sql', 'create table third (id int);')
  await expect(run(name)).rejects.toThrow(
    'were applied to the database: 9999-later. Run the release',
  )
  rmSync(join(folder, '0003-table.sql'))
  const { rows } = await administer("select to_regclass('third') as third", name)
  expect(rows).toEqual([{ third: null }])
})

test('two runs at once do not get in each other’s way', async () => {
  const name = await newDatabase()
  const applied = await Promise.all([run(name), run(name), run(name)])
  expect(applied.flat().sort()).toEqual(['0001-first', '0002-index'])
})

test('a migration lets traffic pass while somebody holds its table, and says who does', async () => {
  const name = await newDatabase()
  await run(name)
  write('0003-column.sql', 'alter table first add column word text;')
  const holder = new pg.Client({
    connectionString: databaseUrl(name),
    application_name: 'a report',
  })
  await holder.connect()
  await holder.query('begin; select * from first')
  const messages: string[] = []
  const migrated = run(name, (message) => void messages.push(message))
  await expect.poll(() => messages.length, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(messages[0]).toMatch(
    /^Migration 0003-column waits for a lock that is held by process \d+ \(a report, idle in transaction\)\.$/,
  )
  // Waits behind the migration, which gives way after two seconds.
  const startedAt = performance.now()
  await administer('select * from first', name)
  expect(performance.now() - startedAt).toBeLessThan(20_000)
  await holder.end()
  expect(await migrated).toEqual(['0003-column'])
  rmSync(join(folder, '0003-column.sql'))
})
