import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { administer, databaseUrl, newDatabaseName } from '../../../test/postgres.ts'
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
const run = (name: string) => migrate(databaseUrl(name), pathToFileURL(`${folder}/`))

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

test('two runs at once do not get in each other’s way', async () => {
  const name = await newDatabase()
  const applied = await Promise.all([run(name), run(name), run(name)])
  expect(applied.flat().sort()).toEqual(['0001-first', '0002-index'])
})
