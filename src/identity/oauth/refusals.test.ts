import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { useWireTap } from '../../../test/support/database/wire-tap.ts'
import { caller } from '../../../test/support/http/http.ts'
import { forgeBearer, insertClient, insertPassword } from '../../../test/support/http/signed-in.ts'
import { PASSWORD } from '../../../test/support/http/signer.ts'
import { makeVisitor } from '../../../test/support/http/visitor.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson, type Person } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'

const ORIGIN = 'http://binnacle.example'
const BACK = 'https://client.example/back'
const database = useDatabase()
const seal = openSeal(randomBytes(32))
const setting = { databaseUrl: database.url, seal, env: { PUBLIC_URL: ORIGIN } }
const server = useServer(setting)

let ada: Person
beforeAll(async () => {
  const { db } = database
  ada = await insertPerson(db, 'ada')
  await insertPassword(db, ada.id)
  await insertClient(db, 'spa', ['implicit', 'code'], { principalId: randomUUIDv7() })
  await insertClient(db, 'by-code', ['code'], { principalId: randomUUIDv7() })
})

const implicit = {
  client_id: 'spa',
  response_type: 'token',
  redirect_uri: BACK,
  scope: 'user_impersonation',
}
const code = {
  ...implicit,
  response_type: 'code',
  code_challenge: randomBytes(32).toString('base64url'),
  code_challenge_method: 'S256',
}
const visit = (query: Record<string, string>) =>
  makeVisitor(ORIGIN, [server.url]).visit(`/oauth2/auth?${new URLSearchParams(query)}`)

describe('the authorization endpoint', () => {
  test('a client that is not registered for the implicit flow cannot use it', async () => {
    const refused = await visit({ ...implicit, client_id: 'by-code' })
    expect(refused.url.href).toContain('#error=invalid_request&')
    expect(refused.url.href).toContain('response_type+is+not+allowed+for+this+client')
    expect((await visit({ ...code, client_id: 'by-code' })).text).toContain('<h1>Sign in</h1>')
  })
})

test('signing out everywhere tells before from after within one second', async () => {
  const nowMs = Math.floor(Date.now() / 1000) * 1000
  const bearer = (iat_ms: number) =>
    forgeBearer(database.db, seal, ORIGIN, {
      sub: ada.id,
      client_id: 'portal',
      aud: `${ORIGIN}/v0.1`,
      scope: 'account',
      iat: nowMs / 1000,
      iat_ms,
    })
  const set = (tokens_valid_after: Date | null) =>
    database.db
      .updateTable('account')
      .set({ tokens_valid_after })
      .where('id', '=', ada.id)
      .execute()
  await set(new Date(nowMs + 500))
  const ask = async (token: string) =>
    (
      await caller(server)(undefined, 'GET', '/v0.1/user', undefined, {
        Authorization: `Bearer ${token}`,
      })
    ).status
  expect([await ask(await bearer(nowMs + 499)), await ask(await bearer(nowMs + 500))]).toEqual([
    401, 200,
  ])
  await set(null)
})

describe('while the database is away', () => {
  const tap = useWireTap(database.url)
  const cut = useServer({
    ...setting,
    get databaseUrl() {
      return tap.url
    },
  })

  test('pages and endpoints say 503 and when to try again', async () => {
    const who = makeVisitor(ORIGIN, [cut.url])
    const page = await who.visit(`/oauth2/auth?${new URLSearchParams(implicit)}`)
    expect(page.status).toBe(200)
    tap.cut()
    const refresh = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'portal' }
    const answers = [
      await who.visit(`/oauth2/auth?${new URLSearchParams(implicit)}`),
      await who.visit('/oauth2/token', { method: 'POST', body: new URLSearchParams(refresh) }),
      await who.submit(page, 'sign-in', { login: 'ada', password: PASSWORD }),
    ]
    for (const { status, headers } of answers) {
      expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    }
    expect(answers[0]?.text).toContain('lost the connection to its database')
  })
})
