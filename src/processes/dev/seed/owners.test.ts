import { expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { insertPerson } from '../../../../test/support/world/world.ts'
import { systemProductTime } from '../../../platform/time.ts'
import type { SeedDeps } from './calls.ts'
import { loadAccount } from './owners.ts'

const database = useDatabase()

test('a password that a seed sets is on record, also that of an account which exists', async () => {
  const { db } = database
  const { id } = await insertPerson(db, 'ada')
  const deps = { db, productTime: systemProductTime } as SeedDeps
  const listActions = async () =>
    (await db.selectFrom('audit').select(['action', 'scope_id']).execute()).filter(
      ({ action }) => action === 'account.set-password',
    )
  await loadAccount(deps, {}, { name: 'ada' })
  expect(await listActions()).toEqual([])
  const { accounts } = await loadAccount(deps, {}, { name: 'ada', password: 'known-to-everybody' })
  expect(accounts).toEqual([{ name: 'ada', password: 'known-to-everybody', role: 'account' }])
  expect(await listActions()).toEqual([{ action: 'account.set-password', scope_id: id }])
})
