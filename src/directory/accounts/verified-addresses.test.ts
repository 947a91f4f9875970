import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import {
  administer,
  databaseUrl,
  newDatabaseName,
} from '../../../test/support/database/postgres.ts'
import { migrate } from '../../platform/db/migrate.ts'

const name = newDatabaseName()
const source = fileURLToPath(new URL('../../../migrations/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'binnacle-migrations-'))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await administer(`drop database ${name} with (force)`)
})

/** With the migrations up to this one. */
function run(last: string) {
  for (const file of readdirSync(source).filter((each) => each <= `${last}.sql`))
    cpSync(join(source, file), join(folder, file))
  return migrate(databaseUrl(name), {}, { folder: pathToFileURL(`${folder}/`) })
}

const sql = (text: string) => administer(text, name)

test('an unverified address stops the migration, which names it, until it is set', async () => {
  await administer(`create database ${name}`)
  await run('0076')
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
