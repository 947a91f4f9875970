import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { waitForWaiters } from '../../../test/support/database/locks.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller } from '../../../test/support/http/http.ts'
import { insertClient, insertPassword } from '../../../test/support/http/signed-in.ts'
import { PASSWORD, signer } from '../../../test/support/http/signer.ts'
import { makeVisitor } from '../../../test/support/http/visitor.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson, type Person } from '../../../test/support/world/world.ts'
import { digestOf } from '../../platform/crypto/digest.ts'
import { openSeal } from '../../platform/crypto/seal.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { systemRealTime } from '../../platform/time.ts'
import { makePasswordLink } from '../sign-in/actions.ts'

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
const callAsOperator = (method: string, path: string, body?: unknown) =>
  caller(server)(undefined, method, `/operator/v1${path}`, body, {
    Authorization: `Bearer ${operator}`,
  })
const reset = async ({ id }: { id: string }) => {
  const { body } = await callAsOperator('POST', `/accounts/${id}/reset`)
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

describe('signing out, and whatever is under way at the same moment', () => {
  const statusOf = async (bearer = '') =>
    (
      await caller(server)(undefined, 'GET', '/v0.1/user', undefined, {
        Authorization: `Bearer ${bearer}`,
      })
    ).status
  const asked = { client_id: 'portal', redirect_uri: `${ORIGIN}/signed-in` }
  const scope = 'openid offline_access account'

  test('no access token issued while a password is being set opens anything', async () => {
    const { exchange } = await sign().begin(bob.name, { ...asked, scope })
    let latest = (await exchange()).body
    expect(await statusOf(latest.access_token)).toBe(200)
    const actor = { kind: 'process', id: 'test', at: systemRealTime() } as const
    const { secret } = await database.db
      .transaction()
      .execute((trx) => makePasswordLink(trx, actor, bob.id))
    let isSet = false
    const refreshing = (async () => {
      while (!isSet) {
        const { status, body } = await sign().refresh('portal', latest.refresh_token ?? '')
        if (status !== 200) return
        latest = body
      }
    })()
    expect((await setPassword(`/oauth2/set-password/${secret}`)).status).toBe(200)
    isSet = true
    await refreshing
    expect(await statusOf(latest.access_token)).toBe(401)
  })

  test('a session that is in use meanwhile does not come back', async () => {
    const { who } = await sign().begin(bob.name, { ...asked, scope })
    const lockSession = (trx: Trx) =>
      sql`select from oauth_record where account_id = ${bob.id} and kind = 'Session'
             for no key update`.execute(trx)
    let visiting: Promise<unknown> = Promise.resolve()
    let resetting: Promise<unknown> = Promise.resolve()
    await database.db.transaction().execute(async (trx) => {
      await lockSession(trx)
      resetting = reset(bob)
      await waitForWaiters(database.db, 1)
      visiting = who.visit(implicit({ prompt: 'none' }))
      await waitForWaiters(database.db, 2)
    })
    await Promise.all([resetting, visiting])
    const silent = await who.visit(implicit({ prompt: 'none' }))
    expect(silent.url.hash).toContain('login_required')
  })

  test('no token got while a client’s secret is being replaced opens anything', async () => {
    const made = await callAsOperator('POST', '/clients', {
      id: 'night',
      display_name: 'Night',
      flows: ['client-credentials'],
    })
    let token: Promise<string | undefined> = Promise.resolve('')
    let rotating: ReturnType<typeof callAsOperator> | undefined
    await database.db.transaction().execute(async (trx) => {
      await sql`select from oauth_client where id = 'night' for update`.execute(trx)
      rotating = callAsOperator('POST', '/clients/night/secret')
      await waitForWaiters(database.db, 1)
      token = sign().service('night', made.body.client_secret)
      await Promise.race([token, waitForWaiters(database.db, 2)])
    })
    expect((await rotating)?.status).toBe(200)
    const path = '/subscriptions/x/providers/Microsoft.ResourceHealth/events?api-version=2025-05-01'
    const headers = { Authorization: `Bearer ${await token}` }
    expect((await caller(server)(undefined, 'GET', path, undefined, headers)).status).toBe(401)
  })
})

describe('a reset', () => {
  const signsIn = async (login: string, password: string) => {
    const who = visitor()
    const next = await who.submit(await who.visit(implicit()), 'sign-in', { login, password })
    return next.text.includes('/allow"')
  }

  test('ends the old password at once, and what is left is the new link', async () => {
    const link = await reset(bob)
    expect(await signsIn(bob.name, PASSWORD)).toBe(false)
    expect((await setPassword(link)).status).toBe(200)
    expect(await signsIn(bob.name, NEW_PASSWORD)).toBe(true)
  })

  test('ends every link made before', async () => {
    const input = { name: 'eve', email: 'eve@example.com' }
    const made = (await callAsOperator('POST', '/accounts', input)).body
    const links = [new URL(made.password_link).pathname]
    for (let round = 0; round < 2; round++) links.push(await reset(made.account))
    const statuses = await Promise.all(
      links.map(async (link) => (await visitor().visit(link)).status),
    )
    expect(statuses).toEqual([404, 404, 200])
  })

  test('setting a password ends whatever other link there is', async () => {
    const other = randomBytes(32).toString('base64url')
    const link = await reset(bob)
    const expires_at = new Date(Date.now() + 60_000)
    const row = { hash: digestOf(other), account_id: bob.id, created_at: new Date(), expires_at }
    await database.db.insertInto('one_use_link').values(row).execute()
    expect((await setPassword(link)).status).toBe(200)
    expect((await visitor().visit(`/oauth2/set-password/${other}`)).status).toBe(404)
  })

  test('resets at once leave one link', async () => {
    const links = await Promise.all([reset(bob), reset(bob), reset(bob)])
    const pages = await Promise.all(links.map((link) => visitor().visit(link)))
    expect(pages.filter(({ status }) => status === 200).length).toBe(1)
  })
})
