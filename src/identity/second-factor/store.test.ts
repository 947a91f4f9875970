import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertOrganization, insertPerson } from '../../../test/support/world/world.ts'
import { addMs, systemRealTime } from '../../platform/time.ts'
import { mustHaveSecondFactor } from './rules.ts'
import {
  copySecondFactorUse,
  findSecondFactorNeed,
  findSecondFactorUse,
  hasSecondFactor,
  recordSecondFactor,
} from './store.ts'

const database = useDatabase()

test('the latest use of a session counts, in whichever order uses are recorded', async () => {
  const { db } = database
  const { id: accountId } = await insertPerson(db)
  const [sessionId, grantId] = [randomUUID(), randomUUID()]
  const at = systemRealTime()
  const use = { accountId, sessionId, method: 'totp', at } as const
  expect(await findSecondFactorUse(db, accountId, sessionId)).toBe(undefined)
  await recordSecondFactor(db, use)
  await recordSecondFactor(db, { ...use, method: 'recovery-code', at: addMs(at, -1000) })
  expect(await findSecondFactorUse(db, accountId, sessionId)).toEqual({
    method: 'totp',
    usedAt: at,
  })
  await recordSecondFactor(db, { ...use, method: 'passkey', at: addMs(at, 1000) })
  await copySecondFactorUse(db, accountId, sessionId, grantId)
  const latest = { method: 'passkey', usedAt: addMs(at, 1000) }
  expect(await findSecondFactorUse(db, accountId, grantId)).toEqual(latest)
  const { id: stranger } = await insertPerson(db)
  expect(await findSecondFactorUse(db, stranger, sessionId)).toBe(undefined)
})

test('operators and members of an organization that requires it must have a second factor', async () => {
  const { db } = database
  const { id } = await insertPerson(db)
  const need = async () => (await findSecondFactorNeed(db, id)) ?? expect.unreachable()
  const none = { isOperator: false, isRequiredByOrganization: false, hasSecondFactor: false }
  const { id: organizationId } = await insertOrganization(db, { [id]: 'member' })
  expect(await need()).toEqual(none)
  expect(mustHaveSecondFactor(await need(), 'required')).toBe(false)
  await db
    .updateTable('organization')
    .set({ requires_second_factor: true })
    .where('id', '=', organizationId)
    .execute()
  expect(await need()).toEqual({ ...none, isRequiredByOrganization: true })
  expect(mustHaveSecondFactor(await need(), 'optional')).toBe(true)
  await db.deleteFrom('organization_member').where('account_id', '=', id).execute()
  await db.updateTable('account').set({ is_operator: true }).where('id', '=', id).execute()
  expect(mustHaveSecondFactor(await need(), 'optional')).toBe(false)
  expect(mustHaveSecondFactor(await need(), 'required')).toBe(true)
  expect(await hasSecondFactor(db, id)).toBe(false)
})
