import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  administer,
  databaseUrl,
  newDatabaseName,
} from '../../../test/support/database/postgres.ts'
import { migrate } from '../../platform/db/migrate.ts'

let name: string
const source = fileURLToPath(new URL('../../../migrations/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'binnacle-migrations-'))
const names: string[] = []
beforeEach(async () => {
  name = newDatabaseName()
  names.push(name)
  await administer(`create database ${name}`)
  await run('0076')
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  for (const each of names) await administer(`drop database ${each} with (force)`)
})

/** With the migrations up to this one. */
function run(last: string) {
  rmSync(folder, { recursive: true, force: true })
  for (const file of readdirSync(source).filter((each) => each <= `${last}.sql`))
    cpSync(join(source, file), join(folder, file))
  return migrate(databaseUrl(name), {}, { folder: pathToFileURL(`${folder}/`) })
}

const sql = (text: string) => administer(text, name)

test('an unverified address stops the migration, which names it, until it is set', async () => {
  await sql(`
    insert into account (id, name, display_name, email, unverified_email, created_at, updated_at)
    values (gen_random_uuid(), 'ada', 'Ada', 'ada@unverified.invalid', 'ada@example.com', now(), now()),
           (gen_random_uuid(), 'bob', 'Bob', 'bob@example.com', null, now(), now())`)
  await expect(run('0077-verified-addresses')).rejects.toMatchObject({
    cause: {
      message: expect.stringContaining('unverified e-mail address: ada (ada@example.com).'),
    },
  })
  const { rows } = await sql(`select 1 from account where unverified_email is not null`)
  expect(rows).toHaveLength(1)
  await sql(
    `update account set email = 'ada@example.com', unverified_email = null where name = 'ada'`,
  )
  expect(await run('0077-verified-addresses')).toEqual(['0077-verified-addresses'])
  expect((await sql('select name from account')).rows).toHaveLength(2)
})

test('an account that is written while the migration begins stops it too', async () => {
  const writer = new pg.Client({ connectionString: databaseUrl(name) })
  await writer.connect()
  await writer.query(`
    begin;
    insert into account (id, name, display_name, email, unverified_email, created_at, updated_at)
    values (gen_random_uuid(), 'cyd', 'Cyd', 'cyd@unverified.invalid', 'cyd@example.com', now(), now())`)
  const refused = expect(run('0077-verified-addresses')).rejects.toMatchObject({
    cause: {
      message: expect.stringContaining('unverified e-mail address: cyd (cyd@example.com).'),
    },
  })
  const waiting = 'select from pg_locks where not granted and relation = $1::regclass'
  await expect.poll(async () => (await writer.query(waiting, ['account'])).rowCount).toBe(1)
  await writer.query('commit')
  await writer.end()
  await refused
})
