import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller } from '../../../test/support/http/http.ts'
import { insertPassword } from '../../../test/support/http/signed-in.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertApp, insertPerson } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'

const database = useDatabase()
const seal = openSeal(randomBytes(32))
const withSignIn = useServer({ databaseUrl: database.url, seal })
const elsewhere = useServer({ databaseUrl: database.url, seal, env: { BUNDLED_SIGN_IN: 'false' } })

test('can_change_password is true only of oneself, with a password, where the sign-in is on', async () => {
  const ada = await insertPerson(database.db)
  const bob = await insertPerson(database.db)
  await insertPassword(database.db, ada.id)
  const call = caller(withSignIn)
  const ask = async (send: typeof call, token: string, method = 'GET', body?: object) =>
    (await send(token, method, '/v0.1/user', body)).body.can_change_password
  expect(await ask(call, ada.token)).toBe(true)
  expect(await ask(call, ada.token, 'PATCH', { display_name: 'Ada L.' })).toBe(true)
  expect(await ask(call, bob.token)).toBe(false)
  expect(await ask(caller(elsewhere), ada.token)).toBe(false)
  const app = await insertApp(database.db, { ...ada, kind: 'user' }, { [bob.id]: 'viewer' })
  const users = (await call(bob.token, 'GET', `${app.path}/users`)).body
  const seen = users.find(({ name }: { name: string }) => name === ada.name)
  expect(seen.can_change_password).toBe(false)
  await database.db.deleteFrom('account_password').where('account_id', '=', ada.id).execute()
  expect(await ask(call, ada.token)).toBe(false)
})
