import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../support/database/use-database.ts'
import { findKeyViolations } from './catalogue.ts'

const database = useDatabase()

test('every key of a row that belongs to somebody begins with whom it belongs to', async () => {
  expect(await findKeyViolations(database.db)).toEqual([])
})

describe('the check itself notices', () => {
  afterEach(async () => {
    await sql`drop table stray`.execute(database.db)
  })

  test.each([
    [
      'a key that begins with the row’s own id',
      'create table stray (id uuid primary key, owner_id uuid)',
      'stray_pkey of stray begins with id',
    ],
    [
      'the right columns in the wrong order',
      'create table stray (id uuid, owner_id uuid, primary key (id, owner_id))',
      'stray_pkey of stray begins with id',
    ],
    [
      'a unique index without the home',
      'create table stray (owner_id uuid, id uuid, name text unique, primary key (owner_id, id))',
      'stray_name_key of stray begins with name',
    ],
    [
      'an expression in front',
      'create table stray (owner_id uuid, id uuid, name text, primary key (owner_id, id)); create unique index stray_name on stray (lower(name), owner_id)',
      'stray_name of stray begins with lower(name)',
    ],
    ['a table without a key', 'create table stray (owner_id uuid)', 'stray has no key'],
    [
      'a sequence',
      'create table stray (owner_id uuid, id serial, primary key (owner_id, id))',
      'stray_id_seq is a sequence: ids are made by us',
    ],
  ])('%s', async (_what, statement, violation) => {
    await sql.raw(statement).execute(database.db)
    expect(await findKeyViolations(database.db)).toEqual([violation])
  })
})
