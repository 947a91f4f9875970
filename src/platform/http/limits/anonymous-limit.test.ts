import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { insertClient, insertPassword } from '../../../../test/support/http/signed-in.ts'
import { signer } from '../../../../test/support/http/signer.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import { insertPerson } from '../../../../test/support/world/world.ts'
import { openSeal } from '../../crypto/seal.ts'

const ORIGIN = 'http://binnacle.example'
const SECRET = randomBytes(32).toString('base64url')
const database = useDatabase()
const seal = openSeal(randomBytes(32))
let now = new Date()
const setting = { databaseUrl: database.url, seal, realTime: () => now }
const env = { PUBLIC_URL: ORIGIN, TRUST_PROXY: '127.0.0.1' }
const server = useServer({ ...setting, env })
const raised = useServer({ ...setting, env: { ...env, RATE_LIMITS: 'anonymousBurst=400' } })
const behind = useServer({ ...setting, env: { PUBLIC_URL: ORIGIN } })
const drained = useServer({ ...setting, env: { PUBLIC_URL: ORIGIN } })

const local = useServer({ ...setting, env: { PUBLIC_URL: 'http://localhost:8080' } })

/** What was in the log before the first request. */
const started = {
  behind: { firstLines: [''] },
  named: { firstLines: [''] },
  local: { firstLines: [''] },
}
beforeAll(async () => {
  started.behind.firstLines = [...behind.logLines]
  started.named.firstLines = [...server.logLines]
  started.local.firstLines = [...local.logLines]
  await insertPassword(database.db, (await insertPerson(database.db, 'ada')).id)
  await insertClient(database.db, 'robot', ['client-credentials'], {
    principalId: randomUUIDv7(),
    secret: SECRET,
  })
})

const AUTH = `/oauth2/auth?${new URLSearchParams({
  client_id: 'portal',
  response_type: 'code',
  redirect_uri: `${ORIGIN}/signed-in`,
  scope: 'openid account',
  code_challenge: createHash('sha256').update('x').digest('base64url'),
  code_challenge_method: 'S256',
})}`
const ask = (address: string, path = '/oauth2/jwks', init: RequestInit = {}, at = server) =>
  fetch(`${at.url}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { ...init.headers, 'x-forwarded-for': address },
  })

/** How many of so many requests at once are let through. */
async function pass(
  count: number,
  address: (index: number) => string,
  path?: string,
  at = server,
  init: RequestInit = {},
) {
  let passed = 0
  for (let start = 0; start < count; start += 50) {
    const size = Math.min(50, count - start)
    const answers = await Promise.all(
      Array.from({ length: size }, (_, index) => ask(address(start + index), path, init, at)),
    )
    passed += answers.filter(({ status }) => status !== 429).length
  }
  return passed
}

describe('anonymous requests to the sign-in', () => {
  test('300 at once from one address, the id of a public client proves nothing; then 30 each second', async () => {
    expect(await pass(320, () => '198.51.100.1', AUTH)).toBe(300)
    now = new Date(now.getTime() + 1000)
    expect(await pass(40, () => '198.51.100.1', AUTH)).toBe(30)
    expect((await ask('198.51.100.2', AUTH)).status).toBe(303)
  })

  test('429 in the shape of OAuth, with the time to wait; a page for people', async () => {
    await pass(301, () => '198.51.101.1')
    const refused = await ask('198.51.101.1', '/oauth2/device/auth', { method: 'POST' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect(await refused.json()).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.stringContaining('a burst of 300, then 30 per second'),
    })
    const headers = { accept: 'text/html,*/*' }
    const page = await ask('198.51.101.1', AUTH, { headers })
    expect([page.status, page.headers.get('content-type')]).toEqual([
      429,
      expect.stringMatching(/html/),
    ])
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const tenant = await ask('198.51.101.1', '/common/v2.0/.well-known/openid-configuration')
    expect(tenant.status).toBe(429)
  })

  test('ten times that from one network', async () => {
    expect(await pass(3100, (index) => `203.0.113.${index % 250}`)).toBe(3000)
    expect((await ask('203.0.114.1')).status).toBe(200)
  })

  test('a setting raises it', async () => {
    expect(await pass(410, () => '198.51.103.1', undefined, raised)).toBe(400)
  })

  test('nothing of the library runs for what is refused: no row is written', async () => {
    await pass(300, () => '198.51.104.1')
    const count = async () =>
      (await sql<{ rows: string }>`select count(*) as rows from oauth_record`.execute(database.db))
        .rows[0]?.rows
    const before = await count()
    expect(await pass(20, () => '198.51.104.1', AUTH)).toBe(0)
    expect(await count()).toBe(before)
  })
})

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
})
const withSecret = (secret: string, scope = 'user_impersonation') =>
  form({ grant_type: 'client_credentials', client_id: 'robot', client_secret: secret, scope })
const wrongCode = form({
  ...{ grant_type: 'authorization_code', client_id: 'portal', code: 'wrong', code_verifier: 'x' },
  redirect_uri: `${ORIGIN}/signed-in`,
})

describe('what proves nothing is charged', () => {
  let addresses = 10
  // What carries something that could be good may go on for 30 more, which are charged as well.
  test.each([
    ['a wrong code', 330, '/oauth2/token', wrongCode],
    ['a wrong secret', 330, '/oauth2/token', withSecret('wrong')],
    ['a wrong secret for a tenant', 330, '/common/oauth2/v2.0/token', withSecret('wrong')],
    ['a cookie that is no session', 330, AUTH, { headers: { cookie: '_session=x' } }],
    [
      'a public client that revokes',
      300,
      '/oauth2/token/revocation',
      form({ client_id: 'cli', token: 'x' }),
    ],
    ['a device code asked for', 300, '/oauth2/device/auth', form({ client_id: 'cli' })],
    ['a page of the sign-in', 300, '/oauth2/interaction/x', {}],
    ['a link to set a password', 300, '/oauth2/set-password/x', {}],
  ] as const)('%s: %d of 360', async (_what, expected, path, init) => {
    const address = `192.0.${addresses++}.1`
    expect(await pass(360, () => address, path, server, init)).toBe(expected)
  })
})

describe('who has proven something, after others have used up the address', () => {
  /** All of it, and at a moment at which nothing comes back. */
  const drain = (address: string, at = server) => pass(301, () => address, undefined, at)

  test('a client with its secret gets its token, as often as it likes', async () => {
    await drain('198.51.107.1')
    for (let index = 0; index < 40; index++) {
      const path = index % 2 === 0 ? '/oauth2/token' : '/common/oauth2/v2.0/token'
      expect((await ask('198.51.107.1', path, withSecret(SECRET))).status).toBe(200)
    }
    expect((await ask('198.51.107.1')).status).toBe(429)
  })

  test('a right secret counts whatever it asks for: 330 unknown scopes are 400', async () => {
    const path = '/oauth2/token'
    const init = withSecret(SECRET, 'unknown')
    expect(await pass(330, () => '198.51.108.1', path, server, init)).toBe(330)
    expect((await ask('198.51.108.1', path, init)).status).toBe(400)
  })

  test('a good code, and a session', async () => {
    const asked = { client_id: 'portal', redirect_uri: `${ORIGIN}/signed-in` }
    const begun = await signer(ORIGIN, [drained.url]).begin('ada', {
      ...asked,
      scope: 'openid account',
    })
    await drain('127.0.0.1', drained)
    expect((await begun.exchange()).status).toBe(200)
    for (let index = 0; index < 40; index++) {
      expect((await begun.who.visit(AUTH)).url.searchParams.get('code')).not.toBeNull()
    }
    expect((await fetch(`${drained.url}/oauth2/jwks`)).status).toBe(429)
  })
})

describe('who has proven something is not charged', () => {
  test('a client with its secret', async () => {
    const basic = Buffer.from(`robot:${SECRET}`).toString('base64')
    const grant = { grant_type: 'client_credentials', scope: 'user_impersonation' }
    const token = () =>
      ask('198.51.105.1', '/oauth2/token', {
        method: 'POST',
        body: new URLSearchParams(grant),
        headers: { authorization: `Basic ${basic}` },
      })
    for (let index = 0; index < 10; index++) expect((await token()).status).toBe(200)
    expect(await pass(301, () => '198.51.105.1')).toBe(300)
  })

  test('a browser with a session, and a code that works', async () => {
    const asked = {
      client_id: 'portal',
      redirect_uri: `${ORIGIN}/signed-in`,
      scope: 'openid account',
    }
    const { who, exchange } = await signer(ORIGIN, [behind.url]).begin('ada', asked)
    expect((await exchange()).status).toBe(200)
    for (let index = 0; index < 20; index++) await who.visit(AUTH)
    const passed = await pass(301, () => '127.0.0.1', undefined, behind)
    // What came before the password: the request, the page, the password itself.
    expect(passed).toBeGreaterThan(300 - 5)
  })
})

test('a session without an account lives ten minutes', async () => {
  await ask('198.51.106.1', '/oauth2/device')
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from max(expires_at) - ${now})::integer as seconds
      from oauth_record where kind = 'Session' and account_id is null`.execute(database.db)
  expect(rows[0]?.seconds).toBeLessThanOrEqual(600)
  expect(rows[0]?.seconds).toBeGreaterThan(500)
})

test('a start without TRUST_PROXY says that callers may share one address, unless PUBLIC_URL is a loopback name', () => {
  const isSaid = ({ firstLines }: { firstLines: string[] }) =>
    firstLines.some((line) => line.includes('TRUST_PROXY is empty'))
  expect([started.behind, started.named, started.local].map(isSaid)).toEqual([true, false, false])
})

test('a proxy that is not named is spoken of once, and that all callers share its address', async () => {
  for (let index = 0; index < 3; index++) await ask('203.0.113.9', '/livez', {}, behind)
  const lines = behind.logLines.filter((line) => line.includes('came through a proxy'))
  expect(lines.length).toBe(1)
  expect(lines[0]).toContain('All callers behind this proxy share its address')
  expect(server.logLines.filter((line) => line.includes('TRUST_PROXY'))).toEqual([])
})
