import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { waitForWaiters } from '../../../test/support/database/locks.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertClient } from '../../../test/support/http/signed-in.ts'
import * as store from './store.ts'

const database = useDatabase()
const at = new Date()

test('a client is found by its id, unless it is disabled', async () => {
  const { db } = database
  for (const id of ['spa', 'other-spa', 'off-spa'])
    await insertClient(db, id, ['implicit'], { principalId: randomUUID() })
  for (const id of ['web', 'other-web', 'off-web'])
    await insertClient(db, id, ['client-credentials'], {
      principalId: randomUUID(),
      secret: 'secret',
    })
  await db
    .updateTable('oauth_client')
    .set({ disabled_at: at })
    .where('id', 'like', 'off-%')
    .execute()
  for (const id of ['spa', 'other-spa', 'web', 'other-web'])
    expect((await store.findClient(db, id))?.id).toBe(id)
  for (const id of ['off-spa', 'off-web', 'none'])
    expect(await store.findClient(db, id)).toBe(undefined)
})

test('a client with a secret is read after a change that is under way, one without is not waited for', async () => {
  const { db } = database
  await insertClient(db, 'page', ['implicit'], { principalId: randomUUID() })
  const [principalId, secret] = [randomUUID(), 'secret']
  await insertClient(db, 'service', ['client-credentials'], { principalId, secret })
  const trx = await db.startTransaction().execute()
  await trx.updateTable('oauth_client').set({ disabled_at: at }).execute()
  expect((await store.findClient(db, 'page'))?.id).toBe('page')
  const service = store.findClient(db, 'service')
  await waitForWaiters(db, 1)
  await trx.commit().execute()
  expect(await service).toBe(undefined)
})
