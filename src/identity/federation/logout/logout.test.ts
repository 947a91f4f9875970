import { beforeEach, describe, expect, test } from 'vitest'
import { makeKey } from '../../../../test/support/http/issuer.ts'
import { ADA, codeOf, useFederation } from '../../../../test/support/server/federation.ts'
import { systemRealTime } from '../../../platform/time.ts'
import { signOutEverywhere } from '../../sign-in/actions.ts'

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const federation = await useFederation()
const { issuer, other, server, database, clock, signInAt, findIdentities, portal } = federation
const { begin, goTo } = federation

let sub = ''
let position = 0
beforeEach(() => {
  position++
  sub = `leaver-${position}`
})

const logOut = async (token: string, id = 'example') => {
  const response = await fetch(`${server.url}/oauth2/issuer/${id}/backchannel-logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  })
  return { status: response.status, text: await response.text(), headers: response.headers }
}
const tokenFor = (claims: object = {}) =>
  issuer.sign({ sub, sid: 'session-1', jti: `jti-${position}`, events: EVENTS, ...claims })

async function signIn(at: 'example' | 'other' = 'example') {
  const of = at === 'other' ? other : issuer
  of.signInAs({ ...ADA, sub, email: `${sub}@crew.example`, preferred_username: sub })
  const { who, ...page } = await signInAt(server, at)
  expect(codeOf(page)).toBeTruthy()
  /** Whether the browser is signed in: the portal gets a code without asking anybody. */
  return async () => {
    const query = new URLSearchParams({ ...portal, prompt: 'none' })
    return codeOf(await who.visit(`/oauth2/auth?${query}`)) !== null
  }
}

test('a logout at the issuer ends the sessions of the person here, with an audit row', async () => {
  const isSignedIn = await signIn()
  expect(await isSignedIn()).toBe(true)
  const { status, text, headers } = await logOut(await tokenFor())
  expect([status, text, headers.get('cache-control')]).toEqual([200, '', 'no-store'])
  expect(await isSignedIn()).toBe(false)
  const { account_id } = (await findIdentities()).find(({ subject }) => subject === sub) ?? {}
  const entry = await database.db
    .selectFrom('audit')
    .select(['actor_kind', 'actor_id', 'after'])
    .where('scope_id', '=', `${account_id}`)
    .where('action', '=', 'account.sign-out')
    .executeTakeFirst()
  expect(entry).toEqual({
    actor_kind: 'process',
    actor_id: 'back-channel logout',
    after: { issuer: issuer.url },
  })
})

test('a logout that is sent again ends no later session', async () => {
  await signIn()
  const token = await tokenFor()
  await logOut(token)
  const isSignedIn = await signIn()
  expect((await logOut(token)).status).toBe(200)
  expect(await isSignedIn()).toBe(true)
})

describe('an answer of the issuer that was held back', () => {
  async function holdBack() {
    await signIn()
    const { who, page } = await begin()
    return { who, back: await goTo(who, page) }
  }

  test('signs nobody in after a logout at the issuer, and the next one does', async () => {
    const { who, back } = await holdBack()
    expect((await logOut(await tokenFor())).status).toBe(200)
    const refused = await who.visit(back.href)
    expect([codeOf(refused), refused.status]).toEqual([null, 403])
    expect(refused.text).toContain('SignedOutMeanwhile')
    expect(refused.text).toContain('Back to the sign-in</a>')
    expect(codeOf(await signInAt(server))).toBeTruthy()
  })

  test('signs nobody in if its ID token is older than the logout, by the clock of the issuer', async () => {
    await signIn()
    const ahead = Math.floor(Date.now() / 1000) + 20
    await logOut(await tokenFor({ iat: ahead, exp: ahead + 60 }))
    expect((await signInAt(server)).text).toContain('SignedOutMeanwhile')
  })

  test('signs nobody in after an operator has signed the person out everywhere', async () => {
    const { who, back } = await holdBack()
    const { account_id } = (await findIdentities()).find(({ subject }) => subject === sub) ?? {}
    await database.db
      .transaction()
      .execute((trx) => signOutEverywhere(trx, `${account_id}`, systemRealTime))
    expect((await who.visit(back.href)).text).toContain('SignedOutMeanwhile')
  })
})

test('somebody unknown: nothing ends, and the issuer does not learn it', async () => {
  expect((await logOut(await tokenFor({ sub: 'nobody' }))).status).toBe(200)
})

describe('refused, and nobody is signed out:', () => {
  const nowS = () => Math.floor(Date.now() / 1000)
  test.each<[string, () => Promise<string>]>([
    ['no token', async () => ''],
    ['an ID token', () => tokenFor({ events: undefined, nonce: 'n' })],
    ['a token with a nonce', () => tokenFor({ nonce: 'n' })],
    ['another event', () => tokenFor({ events: { 'http://example.com/event': {} } })],
    ['events that are text', () => tokenFor({ events: Object.keys(EVENTS)[0] })],
    ['another audience', () => tokenFor({ aud: 'another-client' })],
    ['another issuer', () => tokenFor({ iss: other.url })],
    ['only a session id', () => tokenFor({ sub: undefined })],
    ['an old one', () => tokenFor({ iat: nowS() - 600, exp: nowS() + 600 })],
    ['an expired one', () => tokenFor({ exp: nowS() - 60 })],
    ['one from the future', () => tokenFor({ iat: nowS() + 600, exp: nowS() + 700 })],
    [
      'a key that is not published',
      async () => issuer.sign({ sub, events: EVENTS }, await makeKey('first')),
    ],
    [
      'no signature',
      async () => {
        const [, payload] = (await tokenFor()).split('.')
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
      },
    ],
  ])('%s', async (_name, makeToken) => {
    const isSignedIn = await signIn()
    const { status, text } = await logOut(await makeToken())
    expect([status, JSON.parse(text).error]).toEqual([400, 'invalid_request'])
    expect(await isSignedIn()).toBe(true)
  })

  test('a token of this issuer at the address of another', async () => {
    const isSignedIn = await signIn('other')
    expect((await logOut(await tokenFor(), 'other')).status).toBe(400)
    expect(await isSignedIn()).toBe(true)
  })
})

test('404 for an unknown issuer; 503 while the keys of an issuer cannot be fetched', async () => {
  expect((await logOut('x', 'nobody')).status).toBe(404)
  // What was discovered before is an hour old at most.
  clock.aheadMs = 2 * 3_600_000
  issuer.setDown(true)
  const { status, text } = await logOut(await tokenFor())
  expect([status, JSON.parse(text).error]).toEqual([503, 'temporarily_unavailable'])
})

test('503 while the issuer answers, but not with its key set; the same token works afterwards', async () => {
  const isSignedIn = await signIn()
  clock.aheadMs = 4 * 3_600_000
  const nowS = Math.floor((Date.now() + clock.aheadMs) / 1000)
  const token = await tokenFor({ iat: nowS, exp: nowS + 60 })
  issuer.misbehave({ hasNoKeys: true })
  const { status, text } = await logOut(token)
  expect([status, JSON.parse(text).error]).toEqual([503, 'temporarily_unavailable'])
  issuer.misbehave({})
  expect((await logOut(token)).status).toBe(200)
  clock.aheadMs = 0
  expect(await isSignedIn()).toBe(false)
})
