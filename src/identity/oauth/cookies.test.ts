import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertPassword } from '../../../test/support/http/signed-in.ts'
import { PASSWORD } from '../../../test/support/http/signer.ts'
import { makeVisitor } from '../../../test/support/http/visitor.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson, type Person } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'
import { systemRealTime } from '../../platform/time.ts'
import { makeInvitationCookie } from '../invitations/cookie.ts'
import type { IdentityConfig } from '../settings.ts'
import { makeKnownBrowsers } from '../sign-in/known-browser.ts'
import { readPrefixed } from './cookie-names.ts'

const ORIGIN = 'https://binnacle.example'
const database = useDatabase()
const server = useServer({
  databaseUrl: database.url,
  env: { PUBLIC_URL: ORIGIN },
  seal: openSeal(Buffer.alloc(32, 7)),
})

let ada: Person
beforeAll(async () => {
  ada = await insertPerson(database.db, 'ada')
  await insertPassword(database.db, ada.id)
})

const deps = {
  seal: openSeal(Buffer.alloc(32, 7)),
  realTime: systemRealTime,
  config: { publicUrl: ORIGIN } as IdentityConfig,
}
const cookie = makeInvitationCookie(deps)
const browsers = makeKnownBrowsers(deps.seal, deps.realTime, deps.config)
const cookieIn = ([line = '']: readonly string[]) => /=([^;]*)/.exec(line)?.[1]
const sealed = cookieIn(cookie.write({ secret: 'x' }))
const known = cookieIn(browsers.remember({ id: 'ada', passwordSetAt: null }))

const ASKED = new URLSearchParams({
  client_id: 'explorer',
  redirect_uri: `${ORIGIN}/explorer/static/oauth2-redirect.html`,
  response_type: 'token',
  scope: 'user_impersonation',
})

async function signIn() {
  const who = makeVisitor(ORIGIN, [server.url])
  const page = await who.visit(`/oauth2/auth?${ASKED}`)
  await who.submit(page, 'sign-in', { login: 'ada', password: PASSWORD })
  return who
}

const namesOf = (who: Awaited<ReturnType<typeof signIn>>) =>
  [...who.cookies.keys()].map((key) => key.split(' ')[0] ?? '')

/** Somebody who is signed in is asked for consent; somebody who is not, for a password. */
async function isSignedIn(who: Awaited<ReturnType<typeof signIn>>): Promise<boolean> {
  const { text } = await who.visit(`/oauth2/auth?${ASKED}`)
  return text.includes('/allow"')
}

test('the session has a __Host- name and cookies of one path a __Secure- name, and no other', async () => {
  const names = namesOf(await signIn())
  expect(names).toEqual(
    expect.arrayContaining([
      ...['__Host-_session', '__Host-_session.sig'],
      ...['__Secure-_interaction', '__Secure-_known'],
    ]),
  )
  expect(names.filter((name) => !name.startsWith('__'))).toEqual([])
})

test('these names keep somebody signed in; bare ones, which another host could set, do not', async () => {
  const who = await signIn()
  expect(await isSignedIn(who)).toBe(true)
  const prefixed = [...who.cookies]
  who.cookies.clear()
  for (const [name, value] of prefixed) {
    who.cookies.set(name.replace(/^__(Host|Secure)-/, ''), value)
  }
  expect(await isSignedIn(who)).toBe(false)
})

test.each([
  ['a tab', '\t'],
  ['a space', ' '],
  ['a non-breaking space', '\u00a0'],
])('a bare cookie of the pages behind %s is none of ours', (_what, space) => {
  const header = readPrefixed(`x=1;${space}_invitation=${sealed};${space}_known=${known}`)
  expect([cookie.read(header), browsers.isClaimed(header)]).toEqual([undefined, false])
})

test('a session that another host put under the bare name does not replace the one under ours', async () => {
  const [who, stranger] = [await signIn(), makeVisitor(ORIGIN, [server.url])]
  await stranger.visit(`/oauth2/auth?${ASKED}`)
  for (const name of ['_session /', '_session.sig /']) {
    who.cookies.set(name, stranger.cookies.get(`__Host-${name}`) ?? '')
  }
  expect(await isSignedIn(who)).toBe(true)
})

test('pages and the redirects to them say who may open, embed and use what', async () => {
  const headers = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  }
  for (const path of [
    `/oauth2/auth?${ASKED}`,
    '/oauth2/set-password/x',
    '/oauth2/sign-in-link/x',
    '/explorer/',
    '/oauth2/auth',
  ]) {
    const response = await fetch(`${server.url}${path}`, { redirect: 'manual' })
    expect(Object.fromEntries(response.headers)).toMatchObject(headers)
  }
})
