import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSeal } from '../../src/platform/seal.ts'
import { caller } from '../http.ts'
import { useServer } from '../server.ts'
import { insertClient, insertPassword, PASSWORD, signer } from '../signed-in.ts'
import { useDatabase } from '../use-database.ts'
import { makeVisitor } from '../visitor.ts'
import { insertPerson, type Person } from '../world.ts'

const ORIGIN = 'http://binnacle.example'
const BACK = 'https://client.example/back'
const NEW_PASSWORD = 'a brand new password'
const database = useDatabase()
const setting = {
  databaseUrl: database.url,
  seal: openSeal(randomBytes(32)),
  env: { PUBLIC_URL: ORIGIN },
}
const server = useServer(setting)

let operator = ''
beforeAll(async () => {
  const { db } = database
  const ada = await insertPerson(db, 'ada')
  await db.updateTable('account').set({ is_operator: true }).where('id', '=', ada.id).execute()
  await insertPassword(db, ada.id)
  await insertClient(db, 'spa', ['implicit'], { principalId: randomUUIDv7() })
  operator = await sign().code('ada', 'portal', `${ORIGIN}/signed-in`, 'openid account')
})

let bob: Person
beforeEach(async () => {
  bob = await insertPerson(database.db, `bob-${randomUUIDv7()}`)
  await insertPassword(database.db, bob.id)
})

const sign = () => signer(ORIGIN, [server.url])
const visitor = () => makeVisitor(ORIGIN, [server.url])
const operate = (method: string, path: string, body?: unknown) =>
  caller(server)(undefined, method, `/operator/v1${path}`, body, {
    Authorization: `Bearer ${operator}`,
  })
const reset = async ({ id }: { id: string }) => {
  const { body } = await operate('POST', `/accounts/${id}/reset`)
  return new URL(body.password_link).pathname
}
const setPassword = async (link: string, password = NEW_PASSWORD) => {
  const who = visitor()
  return who.submit(await who.visit(link), 'set-password', { password, again: password })
}
const implicit = (more: object = {}) => {
  const asked = { client_id: 'spa', response_type: 'token', redirect_uri: BACK }
  return `/oauth2/auth?${new URLSearchParams({ ...asked, scope: 'user_impersonation', ...more })}`
}

describe('signed out everywhere', () => {
  test('a sign-in that was finished and not yet followed leads nowhere', async () => {
    const who = visitor()
    const page = await who.visit(implicit())
    const [, action = ''] = /action="([^"]*sign-in)"/.exec(page.text) ?? []
    const sent = [...who.cookies].map(([key, value]) => `${key.split(' ')[0]}=${value}`)
    const answer = await fetch(`${server.url}${action}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ login: bob.name, password: PASSWORD }),
      headers: { cookie: sent.join('; '), origin: ORIGIN },
    })
    const next = new URL(answer.headers.get('location') ?? '', ORIGIN)
    expect([answer.status, next.pathname]).toEqual([303, expect.stringContaining('/oauth2/auth/')])
    await setPassword(await reset(bob))
    const resumed = await who.visit(next.pathname)
    expect(resumed.text).not.toContain('/allow"')
    expect((await who.visit(implicit({ prompt: 'none' }))).url.hash).toContain('login_required')
  })

  test('a consent that was waited with leads nowhere', async () => {
    const who = visitor()
    const fields = { login: bob.name, password: PASSWORD }
    const consent = await who.submit(await who.visit(implicit()), 'sign-in', fields)
    await reset(bob)
    const allowed = await who.submit(consent, 'allow')
    expect([allowed.status, allowed.url.origin]).toEqual([400, ORIGIN])
    const left = await database.db
      .selectFrom('oauth_record')
      .select('kind')
      .where('account_id', '=', bob.id)
      .execute()
    expect(left).toEqual([])
  })
})
