import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertClient, insertPassword } from '../../../test/support/http/signed-in.ts'
import { PASSWORD } from '../../../test/support/http/signer.ts'
import { makeVisitor, type Visited } from '../../../test/support/http/visitor.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'
import { systemRealTime } from '../../platform/time.ts'
import { makePasswordLink } from './actions.ts'

const ORIGIN = 'http://binnacle.example'
const BACK = 'https://client.example/back'
const database = useDatabase()
const server = useServer({
  databaseUrl: database.url,
  seal: openSeal(randomBytes(32)),
  env: { PUBLIC_URL: ORIGIN },
})

let link = ''
beforeAll(async () => {
  const { db } = database
  const { id } = await insertPerson(db, 'ada')
  await insertPassword(db, id)
  await insertClient(db, 'spa', ['implicit'], { principalId: randomUUIDv7() })
  const actor = { kind: 'process', id: 'test', at: systemRealTime() } as const
  link = await db
    .transaction()
    .execute(async (trx) => (await makePasswordLink(trx, actor, id)).secret)
})

let refused = 0
afterAll(() => console.log(`attacks on signing in: ${refused} refused, 0 let in`))

const visitor = () => makeVisitor(ORIGIN, [server.url])
const request = (more: object = {}) => {
  const asked = { client_id: 'spa', response_type: 'token', redirect_uri: BACK }
  return `/oauth2/auth?${new URLSearchParams({ ...asked, scope: 'user_impersonation', ...more })}`
}
const fields = { login: 'ada', password: PASSWORD }
const actionOf = ({ text }: Visited, suffix: string) =>
  new RegExp(`action="([^"]*${suffix}[^"]*)"`).exec(text)?.[1] ?? ''
const isSignedIn = async (who: ReturnType<typeof visitor>) =>
  !(await who.visit(request({ prompt: 'none' }))).url.hash.includes('login_required')

describe('a form that another site sends', () => {
  const SENDERS = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${ORIGIN}.evil.example` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]

  test('signs nobody in', async () => {
    for (const headers of SENDERS) {
      const who = visitor()
      const action = actionOf(await who.visit(request()), 'sign-in')
      const body = new URLSearchParams(fields)
      expect((await who.visit(action, { method: 'POST', body, headers })).status).toBe(403)
      expect(await isSignedIn(who)).toBe(false)
      refused++
    }
  })

  test('neither allows nor cancels anything', async () => {
    for (const headers of SENDERS) {
      const who = visitor()
      const consent = await who.submit(await who.visit(request()), 'sign-in', fields)
      for (const suffix of ['allow', 'cancel']) {
        const init = { method: 'POST', body: new URLSearchParams(), headers }
        expect((await who.visit(actionOf(consent, suffix), init)).status).toBe(403)
        refused++
      }
      expect((await who.submit(consent, 'allow')).url.hash).toContain('access_token=')
      await database.db.deleteFrom('oauth_record').execute()
    }
  })

  test('signs nobody out', async () => {
    const who = visitor()
    await who.submit(await who.submit(await who.visit(request()), 'sign-in', fields), 'allow')
    for (const headers of SENDERS) {
      const init = { method: 'POST', body: new URLSearchParams(), headers }
      expect((await who.visit('/oauth2/sign-out', init)).status).toBe(403)
      expect(await isSignedIn(who)).toBe(true)
      refused++
    }
    const own = { method: 'POST', body: new URLSearchParams(), headers: { origin: ORIGIN } }
    await who.visit('/oauth2/sign-out', own)
    expect(await isSignedIn(who)).toBe(false)
  })

  test('sets no password', async () => {
    for (const headers of SENDERS) {
      const body = new URLSearchParams({ password: 'a password of the attacker' })
      const init = { method: 'POST', body, headers }
      expect((await visitor().visit(`/oauth2/set-password/${link}`, init)).status).toBe(403)
      refused++
    }
  })
})

describe('an address to be sent to', () => {
  test.each([
    ['with one character more', `${BACK}x`],
    ['with a query', `${BACK}?x=1`],
    ['with a slash', `${BACK}/`],
    ['with dots', `${BACK}/../back`],
    ['on a subdomain', 'https://evil.client.example/back'],
    ['behind a user name', 'https://client.example@evil.example/back'],
    ['on another port', 'https://client.example:444/back'],
    ['by http', BACK.replace('https', 'http')],
    ['with a fragment', `${BACK}#x`],
    ['of a script', 'javascript:alert(1)'],
    ['without a scheme', '//evil.example'],
  ])('%s leads nowhere', async (_what, redirect_uri) => {
    const page = await visitor().visit(request({ redirect_uri }))
    expect([page.status, page.url.origin]).toEqual([400, ORIGIN])
    refused++
  })

  test('of a client nobody knows leads nowhere, nor does the end of a session', async () => {
    const unknown = await visitor().visit(request({ client_id: 'nobody' }))
    expect([unknown.status, unknown.url.origin]).toEqual([400, ORIGIN])
    refused++
    const end = new URLSearchParams({
      client_id: 'spa',
      post_logout_redirect_uri: 'https://evil.example',
    })
    const ended = await visitor().visit(`/oauth2/session/end?${end}`)
    expect([ended.status < 400, ended.url.origin]).toEqual([false, ORIGIN])
    refused++
  })
})

describe('a session somebody else began', () => {
  test('without its cookie, the address of a sign-in leads nowhere', async () => {
    const page = await visitor().visit(request())
    const seen = await visitor().visit(page.url.pathname)
    expect([seen.status, seen.text.includes('This sign-in has expired')]).toEqual([400, true])
    refused++
  })

  test('is not the one that is signed in: its id changes', async () => {
    const who = visitor()
    const session = () => [...who.cookies].find(([name]) => name.startsWith('_session '))?.[1]
    await who.submit(await who.visit(request()), 'sign-in', fields)
    const before = session()
    expect(before).toEqual(expect.any(String))
    await who.submit(await who.visit(request({ prompt: 'login' })), 'sign-in', fields)
    expect(session()).not.toBe(before)
    refused++
  })

  test('gives the attacker nothing, when its cookies were planted before', async () => {
    const [attacker, victim] = [visitor(), visitor()]
    const planted = await attacker.visit(request())
    for (const [name, value] of attacker.cookies) victim.cookies.set(name, value)
    const consent = await victim.submit(planted, 'sign-in', fields)
    await victim.submit(consent, 'allow')
    expect(await isSignedIn(victim)).toBe(true)
    expect(await isSignedIn(attacker)).toBe(false)
    refused++
  })

  test('made up, or changed by one character, it is nobody’s', async () => {
    const who = visitor()
    const consent = await who.submit(await who.visit(request()), 'sign-in', fields)
    await who.submit(consent, 'allow')
    expect(await isSignedIn(who)).toBe(true)
    const [name = '', value = ''] =
      [...who.cookies].find(([key]) => key.startsWith('_session ')) ?? []
    for (const forged of [`${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`, 'made-up']) {
      who.cookies.set(name, forged)
      expect(await isSignedIn(who)).toBe(false)
      refused++
    }
  })
})
