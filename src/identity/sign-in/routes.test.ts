import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertClient, insertPassword } from '../../../test/support/http/signed-in.ts'
import { makeVisitor } from '../../../test/support/http/visitor.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson, type Person } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'
import { systemRealTime } from '../../platform/time.ts'
import { makePasswordLink } from './actions.ts'
import { hashPassword } from './passwords.ts'

const ORIGIN = 'http://binnacle.example'
const PASSWORD = 'correct horse battery'
const BACK = 'https://client.example/back'
const database = useDatabase()
let now = new Date()
const server = useServer({
  databaseUrl: database.url,
  seal: openSeal(randomBytes(32)),
  realTime: () => now,
  env: { PUBLIC_URL: ORIGIN, TRUST_PROXY: '127.0.0.1' },
})

let ada: Person
beforeAll(async () => {
  ada = await insertPerson(database.db, 'ada')
  await insertPerson(database.db, 'without-password')
  const { id: account_id } = ada
  const hashed = await hashPassword(PASSWORD)
  const password = { account_id, ...hashed, updated_at: now }
  await database.db.insertInto('account_password').values(password).execute()
  await database.db
    .insertInto('oauth_client')
    .values({
      id: 'spa',
      principal_id: randomUUIDv7(),
      display_name: 'A <b>client</b>',
      redirect_uris: [BACK],
      flows: ['implicit'],
      created_at: now,
      updated_at: now,
    })
    .execute()
  await insertClient(database.db, 'web', ['code'], { principalId: randomUUIDv7() })
})
beforeEach(() => {
  now = new Date()
})

const request = new URLSearchParams({
  client_id: 'spa',
  response_type: 'token',
  redirect_uri: BACK,
  scope: 'user_impersonation',
})
const code = {
  request: {
    client_id: 'web',
    response_type: 'code',
    redirect_uri: BACK,
    scope: 'openid offline_access user_impersonation',
    code_challenge: randomBytes(32).toString('base64url'),
    code_challenge_method: 'S256',
  },
}
const open = async () => {
  const who = makeVisitor(ORIGIN, [server.url])
  return { who, page: await who.visit(`/oauth2/auth?${request}`) }
}

describe('the sign-in page', () => {
  test('says who asks, escaped; nothing can run on it, frame it or take its form away', async () => {
    const { page } = await open()
    expect(page.text).toContain('A &#60;b&#62;client&#60;/b&#62;')
    expect(page.text).not.toContain('<script')
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self' https://client.example; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(page.headers.get('x-frame-options')).toBe('DENY')
  })

  test.each([
    ['a wrong password', 'ada', 'wrong horse battery'],
    ['an unknown name', 'nobody', PASSWORD],
    ['an account without a password', 'without-password', ''],
    ['nothing', '', ''],
  ])('%s: the same sentence, and no way in', async (_what, login, password) => {
    const { who, page } = await open()
    const again = await who.submit(page, 'sign-in', { login, password })
    expect(again.status).toBe(401)
    expect(again.text).toContain('is not correct')
  })

  test('by name or e-mail, in any case', async () => {
    for (const login of ['ada', 'ADA', ' ada@Example.com ']) {
      const { who, page } = await open()
      const next = await who.submit(page, 'sign-in', { login, password: PASSWORD })
      expect(next.text).toContain('Allow access')
      expect(next.text).toContain('View service health and manage quota')
      expect(next.text).toContain('https://client.example')
    }
  })

  test('a disabled account does not come in, and a session of one ends', async () => {
    const { who, page } = await open()
    await who.submit(page, 'sign-in', { login: 'ada', password: PASSWORD })
    const set = (disabled_at: Date | null) =>
      database.db.updateTable('account').set({ disabled_at }).where('id', '=', ada.id).execute()
    await set(now)
    expect((await who.visit(`/oauth2/auth?${request}`)).text).toContain('<h1>Sign in</h1>')
    const silent = await who.visit(`/oauth2/auth?${request}&prompt=none`)
    expect(silent.url.hash).toContain('error=login_required')
    const other = await open()
    const fields = { login: 'ada', password: PASSWORD }
    expect((await other.who.submit(other.page, 'sign-in', fields)).status).toBe(401)
    await set(null)
  })
})

describe('prompts', () => {
  test.each(['login', 'consent', 'login consent'])(
    '%s: who signs in and allows it is asked each once',
    async (prompt) => {
      const { who, page } = await open()
      const fields = { login: 'ada', password: PASSWORD }
      const first = await who.submit(await who.submit(page, 'sign-in', fields), 'allow')
      expect(first.url.hash).toContain('access_token=')
      let next = await who.visit(`/oauth2/auth?${new URLSearchParams({ ...code.request, prompt })}`)
      if (prompt.includes('login')) next = await who.submit(next, 'sign-in', fields)
      next = await who.submit(next, 'allow')
      expect(next.url.searchParams.get('code')).toEqual(expect.any(String))
    },
  )
})

describe('throttling', () => {
  const from = async (source: string, password: string) => {
    const { who, page } = await open()
    const [, action = ''] = /action="([^"]*sign-in)"/.exec(page.text) ?? []
    const init = {
      method: 'POST',
      body: new URLSearchParams({ login: 'ada', password }),
      headers: { origin: ORIGIN, 'x-forwarded-for': source },
    }
    return who.visit(action, init)
  }

  test('after five failures an address has to wait, longer each time; others do not', async () => {
    for (let tries = 0; tries < 5; tries++) expect((await from('10.0.0.1', 'x')).status).toBe(401)
    const started = performance.now()
    const refused = await from('10.0.0.1', PASSWORD)
    expect(performance.now() - started).toBeGreaterThan(499)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect(refused.text).toContain('Wait 1 second and try again')
    expect(refused.text).toMatch(/<a href="\/oauth2\/interaction\/[\w-]+">Back to the form/)
    expect((await from('10.0.0.2', PASSWORD)).status).toBe(200)
    now = new Date(now.getTime() + 1000)
    expect((await from('10.0.0.1', 'x')).status).toBe(401)
    expect((await from('10.0.0.1', 'x')).headers.get('retry-after')).toBe('2')
    now = new Date(now.getTime() + 2000)
    expect((await from('10.0.0.1', PASSWORD)).status).toBe(200)
    // Who has shown to know the password starts afresh.
    expect((await from('10.0.0.1', 'x')).status).toBe(401)
  })
})

describe('a crowd that guesses', () => {
  const guess = async (opened: ReturnType<typeof open>, source: string, fields: object) => {
    const { who, page } = await opened
    const [, action = ''] = /action="([^"]*sign-in)"/.exec(page.text) ?? []
    const body = new URLSearchParams({ login: 'ada', password: 'x', ...fields })
    const headers = { origin: ORIGIN, 'x-forwarded-for': source }
    return who.visit(action, { method: 'POST', body, headers })
  }

  test('from one IPv6 /64 is slowed as one, and the owner’s browser among them is not', async () => {
    const owner = await open()
    const right = { password: PASSWORD }
    const first = await guess(Promise.resolve(owner), '2001:db8:7:7::1', right)
    expect(first.text).toContain('Allow access')
    expect([...owner.who.cookies.keys()]).toContain('_known /oauth2/interaction')
    for (let i = 2; i < 7; i++) {
      expect((await guess(open(), `2001:db8:7:7::${i}`, {})).status).toBe(401)
    }
    expect((await guess(open(), '2001:db8:7:7::8', {})).status).toBe(429)
    const page = await owner.who.visit(`/oauth2/auth?${request}&prompt=login`)
    const again = await guess(Promise.resolve({ ...owner, page }), '2001:db8:7:7::9', right)
    expect(again.text).toContain('Allow access')
  })

  test('from ever new networks is slowed by what it types; a browser with a new password is not', async () => {
    const eve = await insertPerson(database.db, 'eve')
    await insertPassword(database.db, eve.id)
    for (const login of ['eve', 'no-such-person']) {
      for (let i = 0; i < 10; i++) {
        expect((await guess(open(), `10.20.${i}.1`, { login })).status).toBe(401)
      }
      const refused = await guess(open(), '10.20.11.1', { login, password: PASSWORD })
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
      expect(refused.text).toContain('failed sign-ins with this e-mail address or name')
    }
    const actor = { kind: 'process', id: 'test', at: systemRealTime() } as const
    const { secret } = await database.db
      .transaction()
      .execute((trx) => makePasswordLink(trx, actor, eve.id))
    const opened = await open()
    const form = await opened.who.visit(`/oauth2/set-password/${secret}`)
    const password = 'eve has a new one'
    await opened.who.submit(form, 'set-password', { password, again: password })
    now = new Date(now.getTime() + 500)
    const fields = { login: 'eve', password }
    expect((await guess(open(), '10.20.12.1', fields)).status).toBe(429)
    const signedIn = await guess(Promise.resolve(opened), '10.20.12.1', fields)
    expect(signedIn.text).toContain('Allow access')
  })

  test('pauses also with a cookie that it made up', async () => {
    const opened = await open()
    const forged = `${'A'.repeat(22)}.9999999999.${'A'.repeat(43)}`
    opened.who.cookies.set('_known /oauth2/interaction', forged)
    for (let i = 0; i < 5; i++) await guess(Promise.resolve(opened), '10.33.3.3', {})
    const started = performance.now()
    expect((await guess(Promise.resolve(opened), '10.33.3.3', {})).status).toBe(429)
    expect(performance.now() - started).toBeGreaterThan(499)
  })

  test('wins nothing by signing in with an account of its own in between', async () => {
    await insertPerson(database.db, 'mallory').then(({ id }) => insertPassword(database.db, id))
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) {
      statuses.push((await guess(open(), '10.9.9.9', {})).status)
      const own = { login: 'mallory', password: PASSWORD }
      if (i < 5) await guess(open(), '10.9.9.9', own)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })
})

describe('a link to set a password', () => {
  const makeLink = () =>
    database.db
      .transaction()
      .execute((trx) =>
        makePasswordLink(trx, { kind: 'process', id: 'test', at: systemRealTime() }, ada.id),
      )

  test('works once, within a day, for a password that is long enough', async () => {
    const { secret } = await makeLink()
    const who = makeVisitor(ORIGIN, [server.url])
    const page = await who.visit(`/oauth2/set-password/${secret}`)
    expect(page.text).toContain('ada@example.com')
    const send = (password: string, again = password) =>
      who.submit(page, 'set-password', { password, again })
    expect([(await send('short')).status, (await send(PASSWORD, 'other')).status]).toEqual([
      400, 400,
    ])
    const refused = await Promise.all(
      ['Password1234!', 'ada@example.com1', 'xyxyxyxyxyxy'].map((each) => send(each)),
    )
    expect(
      refused.map(({ status, text }) => [
        status,
        /role="alert">The password (\w+)/.exec(text)?.[1],
      ]),
    ).toEqual([
      [400, 'is'],
      [400, 'consists'],
      [400, 'repeats'],
    ])
    const done = await send('a new horse battery')
    expect(done.text).toContain('Your password is set')
    expect(done.text).toContain('Open Binnacle</a>')
    expect((await send('another horse battery')).status).toBe(404)
    now = new Date(now.getTime() + 1000)
    const { who: person, page: signIn } = await open()
    const fields = { login: 'ada', password: 'a new horse battery' }
    expect((await person.submit(signIn, 'sign-in', fields)).text).toContain('Allow access')
  })

  test('signs the account out everywhere: the session it had is gone', async () => {
    const { who, page } = await open()
    await who.submit(page, 'sign-in', { login: 'ada', password: 'a new horse battery' })
    const { secret } = await makeLink()
    const other = makeVisitor(ORIGIN, [server.url])
    const form = await other.visit(`/oauth2/set-password/${secret}`)
    await other.submit(form, 'set-password', { password: PASSWORD, again: PASSWORD })
    expect((await who.visit(`/oauth2/auth?${request}`)).text).toContain('<h1>Sign in</h1>')
  })

  test('does not work after a day, and a made-up one never', async () => {
    const { secret } = await makeLink()
    now = new Date(now.getTime() + 25 * 3_600_000)
    const who = makeVisitor(ORIGIN, [server.url])
    expect((await who.visit(`/oauth2/set-password/${secret}`)).status).toBe(404)
    expect((await who.visit('/oauth2/set-password/x')).status).toBe(404)
  })
})
