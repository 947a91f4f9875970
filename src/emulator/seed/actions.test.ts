import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertPerson } from '../../../test/support/world/world.ts'
import { BEFORE_SEED, hasSnapshot } from '../snapshots/store.ts'
import { undoOnFailure, undoUnfinished } from './actions.ts'

const database = useDatabase()
const listNames = async () =>
  (await database.db.selectFrom('account').select('name').orderBy('name').execute()).map(
    ({ name }) => name,
  )
const rename = (from: string, to: string) =>
  sql`alter table "emulator_snapshot_before-seed".${sql.id(from)} rename to ${sql.id(to)}`.execute(
    database.db,
  )

test('if the undoing fails, the copy stays, and is restored before the next seed', async () => {
  const { db } = database
  await insertPerson(db, 'ada')
  const failed = undoOnFailure(db, async () => {
    await insertPerson(db, 'bob')
    await rename('public.account', 'elsewhere')
    throw new Error('the seed has failed')
  })
  await expect(failed).rejects.toThrow('"emulator_snapshot_before-seed.public.account"')
  expect(await listNames()).toEqual(['ada', 'bob'])
  expect(await hasSnapshot(db, BEFORE_SEED)).toBe(true)

  await rename('elsewhere', 'public.account')
  await undoOnFailure(db, async () => expect(await listNames()).toEqual(['ada']))
  expect(await hasSnapshot(db, BEFORE_SEED)).toBe(false)
})

test('a seed needs no free snapshot', async () => {
  const { db } = database
  for (let n = 0; n < 50; n++)
    await sql`create schema ${sql.id(`emulator_snapshot_full-${n}`)}`.execute(db)
  expect(await undoOnFailure(db, async () => 'loaded')).toBe('loaded')
})

test('without a seed that was interrupted, there is nothing to undo', async () => {
  const before = await listNames()
  await undoUnfinished(database.db)
  expect(await listNames()).toEqual(before)
})
