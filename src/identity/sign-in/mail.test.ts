import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertClient, insertPassword } from '../../../test/support/http/signed-in.ts'
import { PASSWORD } from '../../../test/support/http/signer.ts'
import { makeVisitor } from '../../../test/support/http/visitor.ts'
import { useSmtp } from '../../../test/support/mail/use-smtp.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'

const ORIGIN = 'http://binnacle.example'
const smtp = await useSmtp()
const database = useDatabase()
const server = useServer({
  databaseUrl: database.url,
  seal: openSeal(randomBytes(32)),
  runsJobs: true,
  env: { ...smtp.env, PUBLIC_URL: ORIGIN, TRUST_PROXY: '127.0.0.1' },
})
beforeAll(async () => {
  await insertClient(database.db, 'spa', ['implicit'], { principalId: randomUUIDv7() })
})

const request = new URLSearchParams({
  client_id: 'spa',
  response_type: 'token',
  redirect_uri: 'https://client.example/back',
  scope: 'user_impersonation',
  prompt: 'login',
})

type Visitor = ReturnType<typeof makeVisitor>
const newBrowser = () => makeVisitor(ORIGIN, [server.url])

async function signIn(who: Visitor, login: string, password = PASSWORD): Promise<void> {
  const page = await who.visit(`/oauth2/auth?${request}`)
  const [, action = ''] = /action="([^"]*sign-in)"/.exec(page.text) ?? []
  const headers = {
    origin: ORIGIN,
    'x-forwarded-for': '192.0.2.7',
    'x-forwarded-host': 'evil.example',
  }
  await who.visit(action, {
    method: 'POST',
    body: new URLSearchParams({ login, password }),
    headers,
  })
}

test('a sign-in in an unknown browser is announced; in a known one, or a failed one, is not', async () => {
  const bob = await insertPerson(database.db, 'bob')
  await insertPassword(database.db, bob.id)
  const known = newBrowser()
  await signIn(known, 'bob')
  const [mail] = await smtp.waitFor(1, bob.email)
  expect(mail?.title).toBe('A new sign-in to your account')
  expect(mail?.text).toMatch(
    /used to sign in to the application spa from a new browser at .* UTC, from the IP address 192\.0\.2\.7\./,
  )
  expect(mail?.text).toContain(`${ORIGIN}/account`)
  expect(mail?.text).not.toContain('evil')
  await signIn(known, 'bob')
  await signIn(newBrowser(), 'bob', 'a wrong password')
  await signIn(newBrowser(), 'bob')
  await smtp.waitFor(2, bob.email)
  const { count } = await database.db
    .selectFrom('mail')
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(2)
})
