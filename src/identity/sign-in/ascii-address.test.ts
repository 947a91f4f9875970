import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertClient, insertPassword } from '../../../test/support/http/signed-in.ts'
import { PASSWORD } from '../../../test/support/http/signer.ts'
import { makeVisitor } from '../../../test/support/http/visitor.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'

const ORIGIN = 'http://binnacle.example'
const database = useDatabase()
let now = new Date()
const server = useServer({
  databaseUrl: database.url,
  seal: openSeal(randomBytes(32)),
  realTime: () => now,
  env: { PUBLIC_URL: ORIGIN },
})

test('403: an account with an e-mail address beyond ASCII is told why, until it is changed', async () => {
  const ada = await insertPerson(database.db, 'ada')
  await insertPassword(database.db, ada.id)
  await insertClient(database.db, 'spa', ['implicit'], { principalId: randomUUIDv7() })
  const setEmail = (email: string) =>
    database.db.updateTable('account').set({ email }).where('id', '=', ada.id).execute()
  const request = new URLSearchParams({
    client_id: 'spa',
    response_type: 'token',
    redirect_uri: 'https://client.example/back',
    scope: 'user_impersonation',
  })
  const signIn = async (password: string) => {
    const who = makeVisitor(ORIGIN, [server.url])
    const page = await who.visit(`/oauth2/auth?${request}`)
    return who.submit(page, 'sign-in', { login: 'ada', password })
  }

  await setEmail('ad\u00e4@example.com')
  const wrong = await signIn('no')
  expect([wrong.status, wrong.text.includes('ASCII')]).toEqual([401, false])
  const right = await signIn(PASSWORD)
  expect(right.status).toBe(403)
  expect(right.text).toContain('Ask an operator to change it')
  await setEmail('ada@example.com')
  now = new Date(now.getTime() + 60_000)
  expect((await signIn(PASSWORD)).text).toContain('Allow access')
})
