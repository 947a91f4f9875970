import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { caller } from '../../../../test/support/http/http.ts'
import { sendRaw } from '../../../../test/support/http/send-raw.ts'
import { forgeBearer, insertPassword } from '../../../../test/support/http/signed-in.ts'
import { PASSWORD, signer } from '../../../../test/support/http/signer.ts'
import { makeVisitor } from '../../../../test/support/http/visitor.ts'
import { useSmtp } from '../../../../test/support/mail/use-smtp.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import { insertPerson, type Person } from '../../../../test/support/world/world.ts'
import { openSeal } from '../../../platform/crypto/seal.ts'
import { systemRealTime } from '../../../platform/time.ts'
import { makePasswordLink } from '../actions.ts'

const ORIGIN = 'http://binnacle.example'
const PATH = '/oauth2/forgot-password'
const TITLE = 'Set a new password'
const NEW = 'another fine password'
const smtp = await useSmtp()
const database = useDatabase()
const seal = openSeal(randomBytes(32))
const env = { PUBLIC_URL: ORIGIN, TRUST_PROXY: '127.0.0.1', RATE_LIMITS: 'false' }
const open = (more: object, runsJobs = true) =>
  useServer({ databaseUrl: database.url, seal, runsJobs, env: { ...env, ...more } })
const server = open(smtp.env)
const withoutMail = open({}, false)

let bob: Person
let address = 0
beforeEach(async () => {
  bob = await insertPerson(database.db, `bob-${randomUUIDv7()}`)
  await insertPassword(database.db, bob.id)
  address++
})

const visitor = (node = server) => makeVisitor(ORIGIN, [node.url])
const ask = (email: string, headers: Record<string, string> = {}, node = server) =>
  visitor(node).visit(PATH, {
    method: 'POST',
    body: new URLSearchParams({ email }),
    headers: { origin: ORIGIN, 'x-forwarded-for': `198.51.100.${address}`, ...headers },
  })
const linksTo = (email: string) =>
  smtp
    .list(email)
    .filter(({ title }) => title === TITLE)
    .map(({ text }) => /https?:\S+/.exec(text)?.[0] ?? '')
async function askForLink(count = 1): Promise<string> {
  await ask(bob.email)
  await expect.poll(() => linksTo(bob.email).length).toBe(count)
  return linksTo(bob.email).at(-1) ?? ''
}
const setPassword = (link: string, password = NEW) =>
  visitor().visit(link, {
    method: 'POST',
    body: new URLSearchParams({ password, again: password }),
    headers: { origin: ORIGIN },
  })
const countLinks = async (accountId = bob.id) =>
  (
    await database.db
      .selectFrom('one_use_link')
      .select('hash')
      .where('account_id', '=', accountId)
      .execute()
  ).length
/** The queue is one after the other: when the mail of somebody else has come, nothing waits. */
async function waitForQueue(): Promise<void> {
  const eve = await insertPerson(database.db, `eve-${randomUUIDv7()}`)
  await insertPassword(database.db, eve.id)
  await ask(eve.email, { 'x-forwarded-for': '203.0.113.9' })
  await expect.poll(() => linksTo(eve.email).length).toBe(1)
}

describe('POST /oauth2/forgot-password', () => {
  test('200: a link by mail sets the password once, ends all sessions and no API token, and is announced', async () => {
    const { who, exchange } = await signer(ORIGIN, [server.url]).begin(bob.name, {
      client_id: 'portal',
      redirect_uri: `${ORIGIN}/signed-in`,
      scope: 'openid account',
    })
    const { access_token: bearer } = (await exchange()).body
    const link = await askForLink()
    expect(link).toMatch(/^http:\/\/binnacle\.example\/oauth2\/set-password\/[\w-]{43}$/)
    expect((await setPassword(link)).status).toBe(200)
    const answer = await caller(server)(undefined, 'GET', '/v0.1/user', undefined, {
      Authorization: `Bearer ${bearer}`,
    })
    expect(answer.status).toBe(401)
    expect((await who.visit('/oauth2/change-password')).status).toBe(403)
    expect((await caller(server)(bob.token, 'GET', '/v0.1/user')).status).toBe(200)
    await expect
      .poll(() => smtp.list(bob.email).map(({ title }) => title))
      .toContain('The password of your account was changed')
    const replayed = await setPassword(link, 'a password of the attacker')
    expect([replayed.status, replayed.text.includes('no longer valid')]).toEqual([404, true])
  })

  test('200: a second link ends the first, after an hour none works, and one of an operator stays', async () => {
    const actor = { kind: 'process', id: 'test', at: systemRealTime() } as const
    const made = await database.db
      .transaction()
      .execute((trx) => makePasswordLink(trx, actor, bob.id))
    const first = await askForLink(1)
    const second = await askForLink(2)
    expect((await visitor().visit(first)).status).toBe(404)
    expect((await visitor().visit(second)).status).toBe(200)
    expect((await visitor().visit(`/oauth2/set-password/${made.secret}`)).status).toBe(200)
    await sql`update one_use_link set expires_at = expires_at - interval '1 hour'
               where account_id = ${bob.id}`.execute(database.db)
    expect((await visitor().visit(second)).status).toBe(404)
    expect((await setPassword(second)).status).toBe(404)
  })

  test('200: a change of the e-mail address ends a link to the former one', async () => {
    const link = await askForLink()
    const operator = await insertPerson(database.db, `op-${randomUUIDv7()}`)
    await sql`update account set is_operator = true where id = ${operator.id}`.execute(database.db)
    const claims = { client_id: 'portal', aud: `${ORIGIN}/v0.1`, scope: 'account' }
    const bearer = await forgeBearer(database.db, seal, ORIGIN, { sub: operator.id, ...claims })
    const path = `/operator/v1/accounts/${bob.id}`
    const email = `new-${randomUUIDv7()}@example.com`
    const headers = { Authorization: `Bearer ${bearer}` }
    expect((await caller(server)(undefined, 'PATCH', path, { email }, headers)).status).toBe(200)
    expect((await visitor().visit(link)).status).toBe(404)
  })

  test('200: not for an account that is disabled or has no password, nor by name', async () => {
    const gone = await insertPerson(database.db, `gone-${randomUUIDv7()}`)
    await insertPassword(database.db, gone.id)
    await sql`update account set disabled_at = now() where id = ${gone.id}`.execute(database.db)
    const federated = await insertPerson(database.db, `sso-${randomUUIDv7()}`)
    for (const email of [gone.email, federated.email, bob.name, 'nobody@example.com', '']) {
      expect((await ask(email)).status).toBe(200)
    }
    await waitForQueue()
    for (const { id } of [gone, federated, bob]) expect(await countLinks(id)).toBe(0)
  })

  test('200: it is recorded, by nobody known, with the address', async () => {
    await askForLink()
    const rows = await database.db
      .selectFrom('audit')
      .select(['actor_kind', 'actor_id', 'source', 'after'])
      .where('scope_id', '=', bob.id)
      .where('action', '=', 'account.password-link')
      .execute()
    const source = `198.51.100.${address}`
    expect(rows).toEqual([
      { actor_kind: 'anonymous', actor_id: null, source, after: { isMailed: true } },
    ])
  })
})

describe('attacks', () => {
  test('enumeration by the answer: it is the same in every byte', async () => {
    const known = await ask(bob.email)
    const unknown = await ask('nobody@example.com')
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
    const names = (headers: Headers) => [...headers.keys()].toSorted()
    expect(names(known.headers)).toEqual(names(unknown.headers))
    expect(known.headers.get('content-length')).toBe(unknown.headers.get('content-length'))
  })

  test('enumeration by time: the answer does not wait for what is done for an account', async () => {
    await database.db.transaction().execute(async (trx) => {
      await sql`select from account where id = ${bob.id} for update`.execute(trx)
      expect((await ask(bob.email)).status).toBe(200)
      expect(linksTo(bob.email)).toEqual([])
    })
    await expect.poll(() => linksTo(bob.email).length).toBe(1)
  })

  test('host header: the link leads to PUBLIC_URL', async () => {
    const body = new URLSearchParams({ email: bob.email }).toString()
    // `fetch` does not send another host.
    const answer = await sendRaw(
      server.url,
      [
        `POST ${PATH} HTTP/1.1`,
        'Host: evil.example',
        'X-Forwarded-Host: evil.example',
        'Forwarded: host=evil.example',
        `Origin: ${ORIGIN}`,
        'Content-Type: application/x-www-form-urlencoded',
        `Content-Length: ${body.length}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    await expect.poll(() => linksTo(bob.email).length).toBe(1)
    expect(linksTo(bob.email)[0]).toMatch(/^http:\/\/binnacle\.example\//)
    expect(JSON.stringify(smtp.list(bob.email))).not.toContain('evil')
  })

  test('flooding of one address: five mails a day, and the last link stays good', async () => {
    for (let n = 0; n < 8; n++) await ask(bob.email, { 'x-forwarded-for': `192.0.2.${n}` })
    await waitForQueue()
    await expect.poll(() => linksTo(bob.email).length).toBe(5)
    const good = await Promise.all(linksTo(bob.email).map((link) => visitor().visit(link)))
    expect(good.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await countLinks()).toBe(1)
  })

  test('flooding from one address: fifty mails a day', async () => {
    const people: Person[] = []
    for (let n = 0; n < 52; n++) {
      const person = await insertPerson(database.db, `p${n}-${randomUUIDv7()}`)
      await sql`insert into account_password (account_id, salt, hash, updated_at)
                select ${person.id}, salt, hash, updated_at from account_password
                 where account_id = ${bob.id}`.execute(database.db)
      people.push(person)
    }
    for (const { email } of people) await ask(email)
    await waitForQueue()
    const counts = await Promise.all(people.map(({ id }) => countLinks(id)))
    expect(counts.filter((count) => count === 1)).toHaveLength(50)
  })

  test('a form of another site asks for nothing', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
      expect((await ask(bob.email, headers)).status).toBe(403)
    }
    await waitForQueue()
    expect(await countLinks()).toBe(0)
  })

  test('a guessed link is none', async () => {
    await askForLink()
    for (const secret of ['x', randomBytes(32).toString('base64url'), '%00', `${'A'.repeat(43)}`]) {
      expect((await visitor().visit(`/oauth2/set-password/${secret}`)).status).toBe(404)
    }
  })
})

describe('the sign-in page', () => {
  const query = new URLSearchParams({
    client_id: 'portal',
    redirect_uri: `${ORIGIN}/signed-in`,
    scope: 'openid account',
    response_type: 'code',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })

  test('with mail, it has a link; a wrong password points to it', async () => {
    const who = visitor()
    const page = await who.visit(`/oauth2/auth?${query}`)
    expect(page.text).toContain('<a href="/oauth2/forgot-password">Forgot your password?</a>')
    const wrong = await who.submit(page, 'sign-in', { login: bob.name, password: `${PASSWORD}x` })
    expect(wrong.text).toContain('choose “Forgot your password?”')
    expect((await who.visit(PATH)).text).toContain('action="/oauth2/forgot-password"')
  })

  test('without mail, it says whom to ask', async () => {
    const page = await visitor(withoutMail).visit(`/oauth2/auth?${query}`)
    expect(page.text).not.toContain('href="/oauth2/forgot-password"')
    expect(page.text).toContain('Ask an operator for a link to set a new one.')
    for (const shown of [
      await visitor(withoutMail).visit(PATH),
      await ask(bob.email, {}, withoutMail),
    ]) {
      expect(shown.text).toContain('This installation does not send e-mail.')
    }
  })
})
