import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { waitForWaiters } from '../../../test/support/database/locks.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller } from '../../../test/support/http/http.ts'
import { insertClient, insertPassword } from '../../../test/support/http/signed-in.ts'
import { PASSWORD, signer } from '../../../test/support/http/signer.ts'
import { makeVisitor } from '../../../test/support/http/visitor.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson, type Person } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'

const ORIGIN = 'http://binnacle.example'
const BACK = 'https://client.example/back'
const START_MS = Date.parse('2030-01-01T00:00:00.000Z')
const database = useDatabase()
let now = new Date(START_MS)
const setting = {
  databaseUrl: database.url,
  seal: openSeal(randomBytes(32)),
  realTime: () => now,
  env: { PUBLIC_URL: ORIGIN, TRUST_PROXY: '127.0.0.1' },
}
const [one, two] = [useServer(setting), useServer(setting)]

let minutes = 0
let bob: Person
beforeAll(async () => {
  await insertClient(database.db, 'spa', ['implicit'], { principalId: randomUUIDv7() })
})
beforeEach(async () => {
  // A minute of its own for each test, which begins in the middle of it.
  now = new Date(START_MS + ++minutes * 3_600_000 + 30_000)
  bob = await insertPerson(database.db, `bob-${minutes}`)
  await insertPassword(database.db, bob.id)
})

const visitor = () => makeVisitor(ORIGIN, [one.url])
const request = new URLSearchParams({
  client_id: 'spa',
  response_type: 'token',
  redirect_uri: BACK,
  scope: 'user_impersonation',
})
const minute = () => new Date(Math.floor(now.getTime() / 60_000) * 60_000)

async function signIn(source: string, fields: object, node = one) {
  const who = makeVisitor(ORIGIN, [node.url])
  const page = await who.visit(`/oauth2/auth?${request}`)
  const [, action = ''] = /action="([^"]*sign-in)"/.exec(page.text) ?? []
  const body = new URLSearchParams({ login: bob.name, password: PASSWORD, ...fields })
  const headers = { origin: ORIGIN, 'x-forwarded-for': source }
  return { who, page: await who.visit(action, { method: 'POST', body, headers }) }
}

const listAudit = (action: string, scope: string = bob.id) =>
  database.db
    .selectFrom('audit')
    .select(['at', 'actor_kind', 'actor_id', 'target', 'after', 'source', 'request_id'])
    .where('scope_id', '=', scope)
    .where('action', '=', action)
    .where('at', '>=', minute())
    .orderBy('id')
    .execute()
const countOf = ({ after }: { after: unknown }) => (after as { count: number }).count
/** Counts are written behind the answers. */
const untilAudit = (action: string, scope?: string) => expect.poll(() => listAudit(action, scope))

describe('signing in', () => {
  test('is recorded with the address and the client, and so is the consent', async () => {
    const { who, page } = await signIn('192.0.2.7', {})
    const row = {
      at: now,
      actor_kind: 'account',
      actor_id: bob.id,
      target: `account ${bob.id}`,
      source: '192.0.2.7',
      request_id: expect.any(String),
    }
    expect(await listAudit('account.sign-in')).toEqual([{ ...row, after: { client: 'spa' } }])
    expect(await listAudit('account.consent')).toEqual([])
    expect((await who.submit(page, 'allow')).url.hash).toContain('access_token=')
    const after = { client: 'spa', scopes: ['openid', 'user_impersonation'] }
    expect(await listAudit('account.consent')).toEqual([{ ...row, source: '127.0.0.1', after }])
  })

  test('and a consent that is not given', async () => {
    const { who, page } = await signIn('192.0.2.7', {})
    expect((await who.submit(page, 'cancel')).url.hash).toContain('error=access_denied')
    const [row, ...more] = await listAudit('account.consent-refused')
    expect([row, more]).toMatchObject([
      { actor_id: bob.id, source: '127.0.0.1', after: { client: 'spa' } },
      [],
    ])
  })

  test('waits for a sign-out that is under way, and is not recorded if it lost', async () => {
    const pending = await database.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('account')
        .set({ tokens_valid_after: now })
        .where('id', '=', bob.id)
        .execute()
      const started = signIn('192.0.2.7', {})
      await waitForWaiters(database.db, 1)
      return { started }
    })
    expect((await pending.started).page.status).toBe(401)
    expect(await listAudit('account.sign-in')).toEqual([])
  })
})

describe('failed sign-ins', () => {
  test('are one row per minute, account and address, with a count, over all nodes', async () => {
    for (const node of [one, two, one]) {
      const { page } = await signIn('192.0.2.10', { password: 'wrong' }, node)
      expect(page.status).toBe(401)
    }
    await signIn('192.0.2.11', { password: 'wrong' })
    const row = {
      at: minute(),
      actor_kind: 'anonymous',
      actor_id: null,
      target: `account ${bob.id}`,
      request_id: null,
    }
    const of = (source: string, count: number) => ({
      ...row,
      source,
      after: { client: 'spa', count },
    })
    await untilAudit('account.sign-in-failed').toHaveLength(2)
    await untilAudit('account.sign-in-failed').toEqual(
      expect.arrayContaining([of('192.0.2.10', 3), of('192.0.2.11', 1)]),
    )
    now = new Date(now.getTime() + 60_000)
    await signIn('192.0.2.10', { password: 'wrong' })
    await untilAudit('account.sign-in-failed').toEqual(
      [of('192.0.2.10', 1)].map((later) => ({ ...later, at: minute() })),
    )
  })

  test('of a name that nobody has keep nothing of what was typed', async () => {
    const typed = `my secret ${randomUUIDv7()}`
    expect((await signIn('192.0.2.12', { login: typed })).page.status).toBe(401)
    await untilAudit('account.sign-in-failed', 'platform').toMatchObject([
      { target: 'unknown account', source: '192.0.2.12', after: { client: 'spa', count: 1 } },
    ])
    const rows = await database.db.selectFrom('audit').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(typed)
  })

  test('of an address that has to wait are counted apart: no password was looked at', async () => {
    for (let tries = 0; tries < 5; tries++) await signIn('192.0.2.13', { password: 'wrong' })
    for (let tries = 0; tries < 3; tries++) {
      expect((await signIn('192.0.2.13', {})).page.status).toBe(429)
    }
    await untilAudit('account.sign-in-throttled', 'platform').toMatchObject([
      { target: 'unknown account', source: '192.0.2.13', after: { client: null, count: 3 } },
    ])
    expect((await listAudit('account.sign-in-failed')).map(countOf)).toEqual([5])
    expect(await listAudit('account.sign-in')).toEqual([])
  })

  test('of one IPv6 network are one row, as they are slowed down as one', async () => {
    for (const host of [1, 2, 3]) await signIn(`2001:db8:5:5::${host}`, { password: 'wrong' })
    await untilAudit('account.sign-in-failed').toMatchObject([
      { source: '2001:db8:5:5::/64', after: { count: 3 } },
    ])
  })
})

describe('signing out', () => {
  test('of a browser names the session and the clients in it', async () => {
    const { who } = await signer(ORIGIN, [one.url]).begin(bob.name, {
      client_id: 'portal',
      redirect_uri: `${ORIGIN}/signed-in`,
      scope: 'openid account',
    })
    const headers = { origin: ORIGIN, 'x-forwarded-for': '192.0.2.20' }
    const leave = () => who.visit('/oauth2/sign-out', { method: 'POST', headers })
    await leave()
    const row = {
      actor_kind: 'account',
      actor_id: bob.id,
      target: expect.stringMatching(/^session [\da-f-]{36}$/),
      source: '192.0.2.20',
      after: { clients: ['portal'] },
    }
    expect(await listAudit('account.sign-out')).toMatchObject([row])
    await leave()
    expect(await listAudit('account.sign-out')).toHaveLength(1)
  })

  test('of a client that revokes its refresh token names the client', async () => {
    const { exchange } = await signer(ORIGIN, [one.url]).begin(bob.name, {
      client_id: 'portal',
      redirect_uri: `${ORIGIN}/signed-in`,
      scope: 'openid offline_access account',
    })
    const { refresh_token = '' } = (await exchange()).body
    const revoke = (client_id: string) =>
      fetch(`${one.url}/oauth2/token/revocation`, {
        method: 'POST',
        body: new URLSearchParams({ client_id, token: refresh_token }),
        headers: { 'x-forwarded-for': '192.0.2.21' },
      })
    await revoke('cli')
    expect(await listAudit('account.sign-out')).toEqual([])
    expect((await revoke('portal')).status).toBe(200)
    expect((await revoke('portal')).status).toBe(200)
    expect(await listAudit('account.sign-out')).toMatchObject([
      { actor_id: bob.id, target: 'client portal', source: '192.0.2.21' },
    ])
  })
})

test('a reset, the link it makes and the use of that link are recorded, without the link', async () => {
  // Access tokens are checked by the clock of the library too.
  now = new Date()
  const ada = await insertPerson(database.db, `ada-${minutes}`)
  await database.db
    .updateTable('account')
    .set({ is_operator: true })
    .where('id', '=', ada.id)
    .execute()
  await insertPassword(database.db, ada.id)
  const scope = 'openid account'
  const token = await signer(ORIGIN, [one.url]).code(
    ada.name,
    'portal',
    `${ORIGIN}/signed-in`,
    scope,
  )
  const { body } = await caller(one)(
    undefined,
    'POST',
    `/operator/v1/accounts/${bob.id}/reset`,
    undefined,
    { Authorization: `Bearer ${token}` },
  )
  const by = { actor_kind: 'account', actor_id: ada.id, source: '127.0.0.1' }
  expect(await listAudit('account.reset')).toMatchObject([by])
  expect(await listAudit('account.password-link')).toMatchObject([by])
  const link = new URL(body.password_link).pathname
  const who = visitor()
  const fields = { password: PASSWORD, again: PASSWORD }
  await who.submit(await who.visit(link), 'set-password', fields)
  expect(await listAudit('account.set-password')).toMatchObject([{ ...by, actor_id: bob.id }])
  const rows = await database.db.selectFrom('audit').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(link.split('/').at(-1))
})

test('refused attempts are counted by reason', async () => {
  const countRefused = async () => {
    const { values } = await one.metrics.refusedSignIns.get()
    return Object.fromEntries(values.map(({ labels, value }) => [labels.reason, value]))
  }
  const before = await countRefused()
  for (let n = 0; n < 6; n++) await signIn('192.0.2.77', { password: 'wrong' })
  const after = await countRefused()
  expect(after.failed).toBe((before.failed ?? 0) + 5)
  expect(after.throttled).toBe((before.throttled ?? 0) + 1)
})
