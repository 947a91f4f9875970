import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openHealth } from '../../support/server/health-calls.ts'
import { inspect } from '../looks.ts'
import { press, tabTo, usePortalFixture } from '../portal-fixture.ts'

/** The way to the pages of areas B and C: their bearer, and the choice of a subscription. */
const fixture = await usePortalFixture({ env: { VENDOR_NAMESPACE: 'Contoso' } })
const { origin } = fixture
const health = openHealth(fixture.installation)

let ada: Page

beforeAll(async () => {
  await health.addOperator()
  const people = await fixture.insertPeople('ada', 'mary')
  for (const id of ['sub-a', 'sub-b'])
    await health.addSubscription(id, { [people.ada.id]: 'owner' })
  ada = await fixture.openSignedIn('ada', '/apps')
})

afterEach(() => fixture.ignoreErrors(/sub-z/))

const picker = () => ada.getByLabel('Subscription')
const clear = () => ada.getByRole('heading', { name: 'All clear' })

type Stored = { accessToken: string; management?: { accessToken: string } }
const readStored = async (page: Page): Promise<Stored> =>
  JSON.parse(await page.evaluate(`sessionStorage.getItem('binnacle.session')`))
const audienceOf = (token = '..') =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}').aud

describe('the bearer of areas B and C', () => {
  test('comes beside that of area A, without a page that asks anything', async () => {
    await ada.getByRole('link', { name: 'Service health' }).click()
    await clear().waitFor()
    const { accessToken, management } = await readStored(ada)
    expect(audienceOf(accessToken)).toBe(`${origin}/v0.1`)
    expect(audienceOf(management?.accessToken)).toBe(origin)
  })

  test('is kept over a reload, and neither goes to the other area', async () => {
    const { accessToken, management } = await readStored(ada)
    const sent = new Map<string, string | undefined>()
    ada.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/^\/(v0\.1|subscriptions)/.test(pathname)) {
        sent.set(pathname, request.headers().authorization?.replace('Bearer ', ''))
      }
    })
    await ada.reload()
    await clear().waitFor()
    await ada.getByRole('button', { name: 'Account' }).waitFor()
    await expect.poll(() => sent.get('/v0.1/user')).toBe(accessToken)
    const events = '/subscriptions/sub-a/providers/Contoso.ResourceHealth/events'
    expect([sent.get('/subscriptions'), sent.get(events)]).toEqual([
      management?.accessToken,
      management?.accessToken,
    ])
    ada.removeAllListeners('request')
  })

  test('comes again when it was lost with a reload: through the sign-in, back to the same page', async () => {
    await ada.evaluate(`sessionStorage.setItem('binnacle.session', JSON.stringify(
      { ...JSON.parse(sessionStorage.getItem('binnacle.session')), management: undefined }))`)
    await ada.goto(`${origin}/health/sub-b?x=1#y`)
    await clear().waitFor()
    expect(ada.url()).toBe(`${origin}/health/sub-b?x=1#y`)
    expect(audienceOf((await readStored(ada)).management?.accessToken)).toBe(origin)
  })

  test('of somebody else is not taken over by the next person in the tab', async () => {
    await ada.evaluate(`sessionStorage.setItem('binnacle.session', JSON.stringify(
      { ...JSON.parse(sessionStorage.getItem('binnacle.session')), expiresAtMs: 0 }))`)
    const before = await readStored(ada)
    await ada.goto(`${origin}/apps`)
    await ada.getByRole('heading', { name: 'No apps yet' }).waitFor()
    const { management } = await readStored(ada)
    expect(management?.accessToken).not.toBe(before.management?.accessToken)
  })
})

describe('the subscription', () => {
  test('that was open last is opened first, and the address names it', async () => {
    await ada.goto(`${origin}/health`)
    await ada.waitForURL(`${origin}/health/sub-b`)
    await expect.poll(() => picker().inputValue()).toBe('sub-b')
  })

  test('is another one by keyboard, and Back leads to the one before', async () => {
    await tabTo(ada, picker())
    await ada.keyboard.press('ArrowUp')
    await ada.waitForURL(`${origin}/health/sub-a`)
    await ada.goBack()
    await ada.waitForURL(`${origin}/health/sub-b`)
    await expect.poll(() => picker().inputValue()).toBe('sub-b')
    await press(ada, ada.getByRole('link', { name: 'Organizations' }))
    // A page that is new takes the focus.
    await ada.locator('h1:focus').filter({ hasText: 'Organizations' }).waitFor()
    await press(ada, ada.getByRole('link', { name: 'Service health' }))
    await ada.waitForURL(`${origin}/health/sub-b`)
    await inspect(ada, 'health-clear')
  })

  test('that is not of the caller does not tell whether it exists', async () => {
    await ada.goto(`${origin}/health/sub-z`)
    await ada.getByRole('heading', { name: 'Events not found' }).waitFor()
    expect(await picker().inputValue()).toBe('sub-z')
    fixture.ignoreErrors(/40[34]/)
  })

  test('is none for somebody without a role: the page says so', async () => {
    const mary = await fixture.openSignedIn('mary', '/health')
    await mary.getByRole('heading', { name: 'No subscriptions' }).waitFor()
    await inspect(mary, 'health-no-subscriptions')
    await mary.context().close()
  })
})
