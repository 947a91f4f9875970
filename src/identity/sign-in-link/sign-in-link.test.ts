import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller } from '../../../test/support/http/http.ts'
import { insertSecondFactor } from '../../../test/support/http/second-factor.ts'
import { forgeBearer } from '../../../test/support/http/signed-in.ts'
import { makeVisitor } from '../../../test/support/http/visitor.ts'
import { useSmtp } from '../../../test/support/mail/use-smtp.ts'
import { codeOf, PORTAL } from '../../../test/support/server/federation.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'
import type { RealTime } from '../../platform/time.ts'
import { makePasswordLink } from '../sign-in/actions.ts'
import { makeSignInLink } from './actions.ts'

const MINUTE_MS = 60_000
const smtp = await useSmtp()
const database = useDatabase()
const clock = { aheadMs: 0 }
const realTime = () => new Date(Date.now() + clock.aheadMs) as RealTime
const seal = openSeal(randomBytes(32))
const start = (env: Record<string, string>) =>
  useServer({
    ...{ databaseUrl: database.url, seal, realTime, runsJobs: true },
    env: { ...smtp.env, PUBLIC_URL: ORIGIN, ...env },
  })
// Nobody answers at the issuer.
const gone = {
  issuer: 'http://127.0.0.1:9',
  signIn: { id: 'gone', name: 'Gone', clientId: 'binnacle' },
}
const server = start({ BUNDLED_SIGN_IN: 'false', TRUSTED_ISSUERS: JSON.stringify([gone]) })
const withPasswords = start({})

let ada: Awaited<ReturnType<typeof insertOperator>>
beforeEach(async () => {
  clock.aheadMs = 0
  await database.db.updateTable('account').set({ is_operator: false }).execute()
  ada = await insertOperator()
})

async function insertOperator() {
  const person = await insertPerson(database.db)
  await setAccount(person.id, { is_operator: true })
  await insertSecondFactor(database.db, person.id)
  return person
}

const setAccount = (id: string, change: { is_operator?: boolean; disabled_at?: Date }) =>
  database.db.updateTable('account').set(change).where('id', '=', id).execute()

const actor = () => ({ kind: 'process', id: 'sign-in-link', at: realTime() }) as const
const makeLink = async (login = ada.name) =>
  `/oauth2/sign-in-link/${await makeSignInLink(database.db, actor(), login)}`

const newBrowser = (at = server) => makeVisitor(ORIGIN, [at.url])
type Visitor = ReturnType<typeof newBrowser>

const openSignIn = (who: Visitor, more: Record<string, string> = {}) =>
  who.visit(`/oauth2/auth?${new URLSearchParams({ ...PORTAL, ...more })}`)

/** Opens a link and goes on to the sign-in page. */
async function open(link: string) {
  const who = newBrowser()
  await who.submit(await who.visit(link), 'sign-in-link')
  return { who, page: await openSignIn(who) }
}

const isSignedIn = async (who: Visitor) =>
  codeOf(await openSignIn(who, { prompt: 'none' })) !== null

const listAudit = () =>
  database.db
    .selectFrom('audit')
    .select(['action', 'actor_kind', 'actor_id', 'after', 'source'])
    .where('scope_id', '=', ada.id)
    .where('action', 'in', ['account.sign-in-link', 'account.sign-in-by-link'])
    .orderBy('id')
    .execute()

describe('an operator without passwords and without an issuer', () => {
  test('opens a link, which uses nothing, and signs in once; both are recorded', async () => {
    const link = await makeLink()
    for (let n = 0; n < 2; n++) {
      const shown = await newBrowser().visit(link)
      expect([shown.status, shown.text]).toEqual([200, expect.stringContaining(ada.email)])
    }
    const first = await open(link)
    const second = await open(link)
    expect(first.page.text).toContain(`Sign in as ${ada.email}`)
    expect(codeOf(await first.who.submit(first.page, 'sign-in-link'))).toMatch(/./)
    expect([...first.who.cookies.keys()].join()).not.toContain('_sign_in_link')
    const again = await second.who.submit(second.page, 'sign-in-link')
    expect([again.status, again.text]).toEqual([404, expect.stringContaining('no longer valid')])
    expect((await newBrowser().visit(link)).status).toBe(404)
    expect([await isSignedIn(first.who), await isSignedIn(second.who)]).toEqual([true, false])
    expect(server.logLines.join('\n')).not.toContain(link.split('/').at(-1))
    const signedIn = { actor_kind: 'account', actor_id: ada.id, after: { client: 'portal' } }
    expect(await listAudit()).toMatchObject([
      { action: 'account.sign-in-link', actor_kind: 'process', actor_id: 'sign-in-link' },
      {
        action: 'account.sign-in-by-link',
        ...signedIn,
        source: expect.stringContaining('127'),
      },
    ])
  })

  test('two browsers at once: one is signed in', async () => {
    const link = await makeLink()
    const browsers = [await open(link), await open(link), await open(link)]
    const results = await Promise.all(
      browsers.map(({ who, page }) => who.submit(page, 'sign-in-link')),
    )
    expect(results.filter((result) => codeOf(result) !== null)).toHaveLength(1)
  })

  test('is signed in for an hour, however often the session is used', async () => {
    const { who, page } = await open(await makeLink())
    await who.submit(page, 'sign-in-link')
    for (const [minutes, expected] of [
      [1, true],
      [59, true],
      [61, false],
    ] as const) {
      clock.aheadMs = minutes * MINUTE_MS
      expect(await isSignedIn(who), `${minutes} minutes`).toBe(expected)
    }
  })

  test('all operators are mailed, and nobody else', async () => {
    const grace = await insertOperator()
    const bob = await insertPerson(database.db)
    const { who, page } = await open(await makeLink())
    for (const { email } of [ada, grace]) expect(smtp.list(email)).toEqual([])
    await who.submit(page, 'sign-in-link')
    for (const { email } of [ada, grace]) {
      const [mail] = await smtp.waitFor(1, email)
      expect(mail?.title).toBe('An operator signed in with a sign-in link')
      expect(mail?.text.replaceAll(/\s+/g, ' ')).toMatch(
        new RegExp(`${ada.email} signed in .* at .* UTC, from the IP address \\S*127\\.0\\.0\\.1`),
      )
    }
    expect(smtp.list(bob.email)).toEqual([])
  })
})

describe('a link is refused', () => {
  test.each<[string, () => unknown]>([
    ['after 15 minutes', () => Object.assign(clock, { aheadMs: 15.1 * MINUTE_MS })],
    ['if there is a newer one', () => makeLink()],
    ['if the account is no operator any more', () => setAccount(ada.id, { is_operator: false })],
    ['if the account is disabled', () => setAccount(ada.id, { disabled_at: new Date() })],
  ])('%s', async (_when, change) => {
    const link = await makeLink()
    // So that the link expires first, and not the cookie or the interaction.
    clock.aheadMs = 10 * MINUTE_MS
    const opened = newBrowser()
    const landing = await opened.visit(link)
    const { who, page } = await open(link)
    await change()
    expect((await newBrowser().visit(link)).status).toBe(404)
    expect((await opened.submit(landing, 'sign-in-link')).status).toBe(404)
    const refused = await who.submit(page, 'sign-in-link')
    expect([refused.status, refused.text]).toEqual([
      404,
      expect.stringContaining('no longer valid'),
    ])
    expect((await openSignIn(who)).text).not.toContain('Sign in as')
    expect((await listAudit()).map(({ action }) => action)).not.toContain('account.sign-in-by-link')
  })

  test('in another browser than the one it was opened in', async () => {
    await open(await makeLink())
    const other = newBrowser()
    const page = await openSignIn(other)
    expect(page.text).not.toContain('Sign in as')
    const init = { method: 'POST', body: new URLSearchParams(), headers: { origin: ORIGIN } }
    const refused = await other.visit(`${page.url.pathname}/sign-in-link`, init)
    expect([refused.status, refused.text]).toEqual([404, expect.stringContaining('browser')])
  })

  test('if a form of another site sends it', async () => {
    const link = await makeLink()
    const headers = { origin: 'https://evil.example' }
    const init = { method: 'POST', body: new URLSearchParams(), headers }
    const { who, page } = await open(link)
    for (const path of [link, `${page.url.pathname}/sign-in-link`])
      expect((await who.visit(path, init)).status).toBe(403)
    expect(codeOf(await who.submit(page, 'sign-in-link'))).toMatch(/./)
  })

  test('if it is of the other kind', async () => {
    const setsPassword = await database.db
      .transaction()
      .execute((trx) => makePasswordLink(trx, actor(), ada.id))
    expect((await newBrowser().visit(`/oauth2/sign-in-link/${setsPassword.secret}`)).status).toBe(
      404,
    )
    const path = `/oauth2/set-password/${setsPassword.secret}`
    expect((await newBrowser(withPasswords).visit(path)).status).toBe(200)

    const other = (await makeLink()).replace('sign-in-link', 'set-password')
    const who = newBrowser(withPasswords)
    // The newer link has ended the other.
    expect((await who.visit(path)).status).toBe(404)
    const body = new URLSearchParams({ password: 'a long password', again: 'a long password' })
    const init = { method: 'POST', body, headers: { origin: ORIGIN } }
    expect((await who.visit(other)).status).toBe(404)
    expect((await who.visit(other, init)).status).toBe(404)
  })
})

test('a link is made for enabled operators alone', async () => {
  const bob = await insertPerson(database.db)
  await expect(makeLink(bob.name)).rejects.toThrow('is not an operator')
  await expect(makeLink('nobody')).rejects.toThrow('No account has the name')
  await setAccount(ada.id, { disabled_at: new Date() })
  await expect(makeLink()).rejects.toThrow('the account is disabled')
})

/** As another operator. */
async function callAsOperator(method: string, path: string, body?: object) {
  const { id: sub } = await insertPerson(database.db)
  await setAccount(sub, { is_operator: true })
  const claims = { aud: `${ORIGIN}/v0.1`, scope: 'account', client_id: 'portal', sub }
  const Authorization = `Bearer ${await forgeBearer(database.db, seal, ORIGIN, claims)}`
  const address = `/operator/v1/accounts/${ada.id}${path}`
  return caller(withPasswords)(undefined, method, address, body, { Authorization })
}

test('a link ends when its account is signed out everywhere', async () => {
  const link = await makeLink()
  expect((await callAsOperator('POST', '/sign-out')).status).toBe(204)
  expect((await newBrowser().visit(link)).status).toBe(404)
})

describe('when its account loses the operator role', () => {
  const setOperator = async (is_operator: boolean) =>
    expect((await callAsOperator('PATCH', '', { is_operator })).status).toBe(200)

  test('a link ends for good', async () => {
    const link = await makeLink()
    await setOperator(false)
    await setOperator(true)
    expect((await newBrowser().visit(link)).status).toBe(404)
  })

  test('a session from a link ends for good', async () => {
    const { who, page } = await open(await makeLink())
    expect(codeOf(await who.submit(page, 'sign-in-link'))).toMatch(/./)
    await setOperator(false)
    expect(await isSignedIn(who)).toBe(false)
    await setOperator(true)
    expect(await isSignedIn(who)).toBe(false)
  })

  test('a sign-in by link that has not gone on yet ends', async () => {
    const { who, page } = await open(await makeLink())
    const cookie = [...who.cookies].map(([key, value]) => `${key.split(' ')[0]}=${value}`)
    const used = await fetch(`${server.url}${page.url.pathname}/sign-in-link`, {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams() },
      headers: { origin: ORIGIN, cookie: cookie.join('; ') },
    })
    expect(used.status).toBe(303)
    await setOperator(false)
    expect(codeOf(await who.visit(used.headers.get('location') ?? ''))).toBeNull()
    expect(await isSignedIn(who)).toBe(false)
  })
})
