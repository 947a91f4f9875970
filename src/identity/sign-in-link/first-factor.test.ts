import { beforeEach, expect, test } from 'vitest'
import { codeOf } from '../../../test/support/server/federation.ts'
import { ORIGIN } from '../../../test/support/server/health-calls.ts'
import { useSecondFactors } from '../../../test/support/server/second-factor.ts'
import type { RealTime } from '../../platform/time.ts'
import { makeSignInLink } from './actions.ts'

const PASSWORD_PATH = '/oauth2/change-password'
const stage = useSecondFactors()
const { database, newBrowser, open, newPerson, setUpApp } = stage
type Visitor = ReturnType<typeof newBrowser>

let ada: Awaited<ReturnType<typeof newPerson>>
beforeEach(async () => {
  ada = await newPerson(true)
  await database.db.deleteFrom('account_password').where('account_id', '=', ada.id).execute()
})

/** Uses a link; answers the page after it. */
async function useLink(who: Visitor) {
  const actor = { kind: 'process', id: 'test', at: new Date(stage.now()) as RealTime } as const
  const link = `/oauth2/sign-in-link/${await makeSignInLink(database.db, actor, ada.name)}`
  await who.submit(await who.visit(link), 'sign-in-link')
  return who.submit(await open(who), 'sign-in-link')
}

const isSignedIn = async (who: Visitor) => codeOf(await open(who, { prompt: 'none' })) !== null

const setPassword = (who: Visitor, password: string) =>
  who.visit(PASSWORD_PATH, {
    method: 'POST',
    body: new URLSearchParams({ password, again: password }),
    headers: { origin: ORIGIN },
  })

test('an operator without a second factor sets one up first, and is signed in for an hour', async () => {
  const who = newBrowser()
  const enrolling = await useLink(who)
  expect([codeOf(enrolling), enrolling.text]).toEqual([
    null,
    expect.stringContaining('Set up a second factor'),
  ])
  expect(await isSignedIn(who)).toBe(false)
  const { page } = await setUpApp(who, enrolling)
  expect(codeOf(await who.submit(page, 'continue'))).toMatch(/./)
  expect(await stage.findUses(ada.id)).toMatchObject([{ method: 'totp' }])
  stage.clock.aheadMs = 59 * 60_000
  expect(await isSignedIn(who)).toBe(true)
  stage.clock.aheadMs = 61 * 60_000
  expect(await isSignedIn(who)).toBe(false)
})

test('an operator with an address beyond ASCII, who cannot sign in otherwise, does so too', async () => {
  const email = `${ada.id}@b\u00fccher.example`
  await database.db.updateTable('account').set({ email }).where('id', '=', ada.id).execute()
  const who = newBrowser()
  const { page } = await setUpApp(who, await useLink(who))
  expect(codeOf(await who.submit(page, 'continue'))).toMatch(/./)
})

test('whoever is no operator any more sets nothing up and is not signed in', async () => {
  const who = newBrowser()
  const enrolling = await useLink(who)
  const change = { is_operator: false }
  await database.db.updateTable('account').set(change).where('id', '=', ada.id).execute()
  const { page } = await setUpApp(who, enrolling)
  expect(page.status).toBeGreaterThanOrEqual(400)
  expect(await isSignedIn(who)).toBe(false)
})

test('the session sets a password without the current one, as long as it is of an operator', async () => {
  const who = newBrowser()
  const { page } = await setUpApp(who, await useLink(who))
  await who.submit(page, 'continue')
  expect((await who.visit(PASSWORD_PATH)).text).not.toContain('Current password')
  expect((await setPassword(who, 'short')).status).toBe(400)
  expect((await setPassword(who, 'another fine password')).status).toBe(200)
  const login = { login: ada.name, password: 'another fine password' }
  const other = newBrowser()
  const next = await other.submit(await open(other), 'sign-in', login)
  expect(next.text).toContain('confirm with your second factor')
  const change = { is_operator: false }
  await database.db.updateTable('account').set(change).where('id', '=', ada.id).execute()
  expect((await setPassword(who, 'a third good password')).status).toBe(401)
})
