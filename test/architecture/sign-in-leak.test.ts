import { execFileSync } from 'node:child_process'
import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadSigningKeys } from '../../src/identity/oauth/keys.ts'
import { readSeal } from '../../src/platform/crypto/seal.ts'
import { connect } from '../../src/platform/db/connect.ts'
import { systemRealTime } from '../../src/platform/time.ts'
import { administer, databaseUrl, newDatabaseName } from '../support/database/postgres.ts'
import { insertClient } from '../support/http/signed-in.ts'
import { makeVisitor, type Visited } from '../support/http/visitor.ts'
import { runBinnacle, serve } from '../support/processes/processes.ts'
import { findSecrets, type Secrets } from './traces.ts'

const ORIGIN = 'http://binnacle.example'
const REDIRECT = 'https://client.example/back'
const name = newDatabaseName()
const folder = mkdtempSync(join(tmpdir(), 'binnacle-secret-'))
const keyFile = join(folder, 'key')
const keyText = randomBytes(32).toString('hex')
const env = {
  DATABASE_URL: databaseUrl(name),
  SECRET_KEY_FILE: keyFile,
  PUBLIC_URL: ORIGIN,
  LOG_LEVEL: 'trace',
}

beforeAll(async () => {
  writeFileSync(keyFile, `${keyText}\n`, { mode: 0o600 })
  await administer(`create database ${name}`)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await administer(`drop database ${name} with (force)`)
})

const random = () => randomBytes(32).toString('base64url')
const PASSWORD = `right horse ${random()}`
const WRONG = `wrong horse ${random()}`
const CLIENT_SECRET = random()
const WRONG_SECRET = random()

type Browser = ReturnType<typeof makeVisitor>

/** Goes through the flows, and notes each secret it meets. */
function makeWalk(address: string, secrets: Secrets) {
  const browsers: Browser[] = []
  // Shorter than this it could turn up by chance.
  const note = (kind: string, value: string | null | undefined, least = 16) => {
    if (!value || value.length < least) throw new Error(`${kind}: there is none`)
    secrets.set(kind, (secrets.get(kind) ?? new Set()).add(value))
    return value
  }
  const open = () => {
    const browser = makeVisitor(ORIGIN, [address])
    browsers.push(browser)
    return browser
  }
  const noteToken = (token: string | null | undefined) => {
    note('access token', token)
    note('signature of an access token', token?.split('.')[2])
  }

  return {
    note,
    open,
    ask: (browser: Browser, request: Record<string, string>) =>
      browser.visit(`/oauth2/auth?${new URLSearchParams({ redirect_uri: REDIRECT, ...request })}`),
    signIn: (browser: Browser, page: Visited, password = PASSWORD) =>
      browser.submit(page, 'sign-in', { login: 'ada', password: note('password', password) }),
    noteFragment({ url }: Visited) {
      noteToken(new URLSearchParams(url.hash.slice(1)).get('access_token'))
    },
    async getTokens(fields: Record<string, string>, secret?: string): Promise<string> {
      const headers: Record<string, string> = {}
      if (secret !== undefined) {
        const pair = Buffer.from(`robot:${note('client secret', secret)}`).toString('base64')
        headers.authorization = `Basic ${pair}`
      }
      const init = { method: 'POST', body: new URLSearchParams(fields), headers }
      const { status, text } = await open().visit('/oauth2/token', init)
      if (status !== 200) return ''
      const { access_token, refresh_token, id_token } = JSON.parse(text)
      noteToken(access_token)
      if (id_token) note('signature of an id token', id_token.split('.')[2])
      if (fields.grant_type !== 'client_credentials') note('refresh token', refresh_token)
      return refresh_token ?? access_token
    },
    /** Cookies of sessions and sign-ins under way, their signatures, and the ids in addresses. */
    noteBrowsers() {
      const addresses = browsers.flatMap(({ met }) => [...met.addresses]).join('\n')
      const ids = addresses.matchAll(/\/oauth2\/(?:interaction|auth)\/([\w-]+)/g)
      for (const [, uid] of ids) note('id of a sign-in under way', uid)
      for (const cookie of browsers.flatMap(({ met }) => [...met.cookies])) note('cookie', cookie)
    },
  }
}

type Walk = ReturnType<typeof makeWalk>
type Look = () => void

const IMPLICIT = { client_id: 'spa', response_type: 'token', scope: 'user_impersonation' }

async function walkImplicit({ open, ask, signIn, noteFragment }: Walk, look: Look) {
  const browser = open()
  const page = await ask(browser, IMPLICIT)
  look()
  expect((await signIn(browser, page, WRONG)).status).toBe(401)
  const consent = await signIn(browser, page)
  look()
  noteFragment(await browser.submit(consent, 'allow'))
  // Some type it into the wrong field.
  const mixedUp = open()
  const fields = { login: PASSWORD, password: WRONG }
  expect((await mixedUp.submit(await ask(mixedUp, IMPLICIT), 'sign-in', fields)).status).toBe(401)
}

async function walkCode({ open, ask, signIn, getTokens, note }: Walk, look: Look) {
  const browser = open()
  const code_verifier = note('PKCE verifier', random())
  const page = await ask(browser, {
    client_id: 'web',
    response_type: 'code',
    scope: 'openid offline_access user_impersonation',
    prompt: 'consent',
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const { url } = await browser.submit(await signIn(browser, page), 'allow')
  const code = note('authorization code', url.searchParams.get('code'))
  look()
  const grant = { grant_type: 'authorization_code', redirect_uri: REDIRECT, code, code_verifier }
  const refresh_token = await getTokens({ client_id: 'web', ...grant })
  const again = { client_id: 'web', grant_type: 'refresh_token' }
  const next = await getTokens({ ...again, refresh_token })
  expect(await getTokens({ ...again, refresh_token: next })).not.toBe('')
  look()
  const headers = { origin: ORIGIN }
  await browser.visit('/oauth2/sign-out', { method: 'POST', headers })
  // A used one, which ends them all; and a used code.
  expect(await getTokens({ ...again, refresh_token })).toBe('')
  expect(await getTokens({ client_id: 'web', ...grant })).toBe('')
}

async function walkDevice({ open, note }: Walk) {
  const body = new URLSearchParams({ client_id: 'cli', scope: 'openid account' })
  const begun = await open().visit('/oauth2/device/auth', { method: 'POST', body })
  const { device_code, user_code } = JSON.parse(begun.text)
  note('device code', device_code)
  note('user code', user_code, 9)
  const browser = open()
  let page = await browser.visit(`/oauth2/device?user_code=${user_code}`)
  for (const [fields, answer] of [
    [{ user_code: note('password', PASSWORD) }, 'The code is not correct'],
    [{ user_code, abort: 'yes' }, 'You are not signed in'],
  ] as const) {
    const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(page.text) ?? []
    page = await browser.submit(page, 'device', { xsrf, ...fields })
    expect(page.text).toContain(answer)
  }
}

async function walkService({ open, getTokens }: Walk) {
  const fields = { grant_type: 'client_credentials', scope: 'user_impersonation' }
  const token = await getTokens(fields, CLIENT_SECRET)
  expect(await getTokens(fields, WRONG_SECRET)).toBe('')
  const events = '/subscriptions/x/providers/Microsoft.ResourceHealth/events?api-version=2025-05-01'
  for (const [path, authorization, status] of [
    [events, `Bearer ${token}`, 404],
    [events, `Bearer ${token}x`, 401],
    [events, token, 401],
    [`${events}&access_token=${token}`, '', 401],
    [`/${token}`, '', 414],
    ['/v0.1/user', `Bearer ${token}`, 401],
  ] as const) {
    expect((await open().visit(path, { headers: { authorization } })).status).toBe(status)
  }
}

/** What fails inside must not tell either. */
async function walkBroken({ open, ask, signIn }: Walk) {
  const browser = open()
  const page = await ask(browser, IMPLICIT)
  for (const table of ['account_password', 'oauth_record']) {
    await administer(`alter table ${table} rename to lost`, name)
    expect((await signIn(browser, page)).status).toBe(500)
    await administer(`alter table lost rename to ${table}`, name)
  }
}

async function setPassword({ open, note }: Walk, link: string) {
  note('one-use link', link.split('/').at(-1))
  const browser = open()
  const page = await browser.visit(link)
  for (const [password, again, status] of [
    [PASSWORD, WRONG, 400],
    [PASSWORD, PASSWORD, 200],
    [PASSWORD, PASSWORD, 404],
  ] as const) {
    const fields = { password, again }
    expect((await browser.submit(page, 'set-password', fields)).status).toBe(status)
  }
}

async function makeClients(): Promise<void> {
  const db = connect(env.DATABASE_URL)
  for (const [id, flow, secret] of [
    ['spa', 'implicit'],
    ['web', 'code'],
    ['robot', 'client-credentials', CLIENT_SECRET],
  ] as const) {
    await insertClient(db, id, [flow], { principalId: randomUUIDv7(), ...(secret && { secret }) })
  }
  await db.destroy()
}

async function noteSigningKeys({ note }: Walk): Promise<void> {
  const db = connect(env.DATABASE_URL)
  const keys = await loadSigningKeys(db, readSeal(keyFile), systemRealTime)
  for (const { privateJwk } of keys) {
    for (const part of ['d', 'p', 'q', 'dp', 'dq', 'qi'] as const) {
      note('private signing key', String(privateJwk[part]))
    }
  }
  await db.destroy()
}

test('what signs people in is in no log line and nowhere in the database, in the middle or at the end', {
  timeout: 120_000,
}, async () => {
  const secrets: Secrets = new Map()
  await runBinnacle(['migrate'], env)
  const made = await runBinnacle(['bootstrap', '--email', 'ada@example.com', '--name', 'ada'], env)
  const [link = ''] = /\S+\/oauth2\/set-password\/\S+/.exec(made.stderr) ?? []
  await makeClients()
  const server = await serve(env)
  onTestFinished(async () => void (await server.stop()))
  const dumps: string[] = []
  const look = () => {
    dumps.push(execFileSync('pg_dump', ['--dbname', env.DATABASE_URL], { encoding: 'utf8' }))
  }

  const walk = makeWalk(server.addresses[0] ?? '', secrets)
  look()
  await setPassword(walk, link)
  await walkImplicit(walk, look)
  await walkCode(walk, look)
  await walkDevice(walk)
  await walkService(walk)
  await walkBroken(walk)
  walk.noteBrowsers()
  await noteSigningKeys(walk)
  walk.note('SECRET_KEY_FILE', keyText)
  await server.stop()
  look()

  const log = server.readLog()
  expect(log.split('"msg":"request"').length).toBeGreaterThan(25)
  expect(log.split('"level":50').length).toBeGreaterThan(2)
  expect(dumps.at(-1)).toContain('ada@example.com')
  expect(Object.fromEntries([...secrets].map(([kind, { size }]) => [kind, size]))).toMatchObject({
    'one-use link': 1,
    password: 2,
    cookie: expect.any(Number),
    'id of a sign-in under way': expect.any(Number),
    'access token': 5,
    'refresh token': 3,
    'authorization code': 1,
    'device code': 1,
    'client secret': 2,
    'private signing key': 12,
  })
  const outputs = { log, audit: await readAudit(), ...Object.fromEntries(dumps.entries()) }
  expect(findSecrets(secrets, outputs)).toEqual([])
  for (const text of Object.values(outputs)) {
    expect(text).not.toMatch(/"(d|p|q|dp|dq|qi)\\?"\s*:|22(64|70|71)223a22|PRIVATE KEY/)
  }
})

/** What the walk has done must be there, or looking for secrets among it would say nothing. */
async function readAudit(): Promise<string> {
  const db = connect(env.DATABASE_URL)
  const rows = await db.selectFrom('audit').selectAll().execute()
  await db.destroy()
  const actions = new Set(rows.map(({ action }) => action))
  for (const action of [
    'password-link',
    'set-password',
    'sign-in',
    'sign-in-failed',
    'consent',
    'sign-out',
    'device-code-refused',
  ]) {
    expect(actions).toContain(`account.${action}`)
  }
  return JSON.stringify(rows)
}
