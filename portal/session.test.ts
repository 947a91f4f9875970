import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerWithToken, stubBrowser } from './browser-stub.ts'

const TOKENS = {
  accessToken: 'first',
  refreshToken: 'refresh',
  idToken: undefined,
  expiresInS: 3600,
}

/** A tab of somebody who is signed in, whose renewal is answered when the test says so. */
async function openTab() {
  const answer = Promise.withResolvers<Response>()
  const asked = Promise.withResolvers<void>()
  const browser = stubBrowser(async ({ pathname }) => {
    if (pathname !== '/token') return new Response()
    asked.resolve()
    return answer.promise
  })
  const session = await import('./session.ts')
  session.storeSession(TOKENS)
  const stored = () => browser.sessionStorage.getItem('binnacle.session')
  return { session, asked: asked.promise, answer: answer.resolve, stored, ...browser }
}

beforeEach(() => void vi.resetModules())
afterEach(() => void vi.unstubAllGlobals())

test('a renewal is stored', async () => {
  const { session, answer, stored } = await openTab()
  answer(answerWithToken('second'))
  expect(await session.findManagementToken()).toBe('second')
  expect(stored()).toContain('second')
})

describe('a renewal that ends after the sign-out', () => {
  test('of the token for areas B and C stores nothing', async () => {
    const { session, asked, answer, stored } = await openTab()
    const renewal = session.findManagementToken()
    await asked
    await session.signOut('http://portal.test/signed-out')
    answer(answerWithToken('second'))
    expect(await renewal).toBeUndefined()
    expect(stored()).toBeNull()
    expect(session.canReachManagement()).toBe(false)
  })

  test('of the other token stores nothing, and the browser stays where it went', async () => {
    const { session, asked, answer, stored, visited } = await openTab()
    const renewal = session.bearer.renew().catch((error: unknown) => error)
    await asked
    await session.signOut('http://portal.test/signed-out')
    answer(answerWithToken('second'))
    expect(await renewal).toBeInstanceOf(Error)
    expect(stored()).toBeNull()
    expect(visited.map((address) => new URL(address).pathname)).toEqual(['/sign-out'])
  })
})

test('a request after the sign-out fails, and does not lead back to the sign-in', async () => {
  const { session, visited, sessionStorage } = await openTab()
  sessionStorage.setItem('binnacle.event-draft', 'not published yet')
  await session.signOut('http://portal.test/signed-out')
  await expect(session.bearer.find()).rejects.toThrow()
  await expect(session.managementBearer.find()).rejects.toThrow()
  expect(visited.map((address) => new URL(address).pathname)).toEqual(['/sign-out'])
  expect(sessionStorage.getItem('binnacle.event-draft')).toBeNull()
})

describe('a session that has ended', () => {
  async function renewAfter(ms: number) {
    vi.useFakeTimers({ toFake: ['Date'] })
    const tab = await openTab()
    vi.setSystemTime(Date.now() + ms)
    tab.answer(Response.json({ error: 'invalid_grant' }, { status: 400 }))
    return tab
  }
  afterEach(() => void vi.useRealTimers())

  test('leads to the sign-in when somebody is there', async () => {
    const { session, visited } = await renewAfter(3_600_000)
    session.noteAttention()
    void session.bearer.renew()
    await expect.poll(() => visited.length).toBe(1)
  })

  test.each(['bearer', 'managementBearer'] as const)(
    'does not when only the clock asks: a visit to the sign-in would make it last longer (%s)',
    async (which) => {
      const { session, visited } = await renewAfter(3_600_000)
      expect(await session[which].renew()).toBeUndefined()
      expect(visited).toEqual([])
    },
  )
})
