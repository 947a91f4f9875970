import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openHealth } from '../../support/server/health-calls.ts'
import { openQuota } from '../../support/server/quota.ts'
import { usePortalFixture } from '../portal-fixture.ts'

/** Open pages ask for what others change. */
const fixture = await usePortalFixture({
  runsJobs: true,
  env: { RATE_LIMITS: 'false', QUOTA_RULES: 'beyondHeadroom=ask' },
})
const { origin } = fixture
const health = openHealth(fixture.installation)
const quota = openQuota(fixture.installation)

const SEEN_WITHIN = { timeout: 20_000 }
const LONGER_THAN_ONCE_MS = 20_000
const PROVIDER = 'Contoso.Tides'
const BUOYS = { name: 'buoys', displayName: 'Buoys', defaultLimit: 10, headroom: 10, maximum: 50 }
const SENSITIVE = {
  eventType: 'SecurityAdvisory',
  isEventSensitive: true,
  properties: { title: 'A leaked key', summary: 'The key of the lighthouse was seen.' },
}

const EVENTS = /\/providers\/Microsoft\.ResourceHealth\/events\?/

let ada: Page

beforeAll(async () => {
  quota.setOperator(await health.addOperator())
  const people = await fixture.insertPeople('ada')
  await health.addSubscription('sub-a', { [people.ada.id]: 'owner' })
  const catalogue = { locations: ['East US'], resources: [BUOYS] }
  await quota.callAsOperator('PUT', `/quota/providers/${PROVIDER}`, catalogue)
  ada = await fixture.openSignedIn('ada', '/health/sub-a')
})

const publish = (title: string) => health.publish({ properties: { title } })
const titled = (title: string) => ada.getByRole('link', { name: title })

/** A headless Chromium shows every page, so the page is told what a hidden tab would be. */
const setState = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)

function countRequests(page: Page) {
  const asked: string[] = []
  const onRequest = (request: { url: () => string }) => void asked.push(request.url())
  page.on('request', onRequest)
  return { asked, stop: () => page.off('request', onRequest) }
}

describe('a page of service health', { timeout: 120_000 }, () => {
  test('shows within 20 s what somebody else published, changed and resolved', async () => {
    await ada.getByText('No service issues or maintenance').waitFor()
    const id = await publish('Slow writes')
    await titled('Slow writes').waitFor(SEEN_WITHIN)
    await health.revise(id, 'updates', { properties: { title: 'No writes' } })
    await titled('No writes').waitFor(SEEN_WITHIN)
    await health.revise(id, 'resolve')
    await titled('No writes').waitFor({ state: 'detached', ...SEEN_WITHIN })
  })

  test('in a hidden tab asks nothing, and at once when it is looked at', async () => {
    await setState(ada, 'hidden')
    const { asked, stop } = countRequests(ada)
    await publish('Unseen')
    await ada.waitForTimeout(LONGER_THAN_ONCE_MS)
    expect(asked).toEqual([])
    stop()
    await setState(ada, 'visible')
    await titled('Unseen').waitFor({ timeout: 3000 })
  })

  test('says aloud what has changed', async () => {
    const said: string[] = []
    await ada.exposeFunction('say', (text: string) => said.push(text))
    await ada.addInitScript('document.ariaNotify = say')
    await ada.reload()
    await titled('Unseen').waitFor()
    await publish('Said aloud')
    await expect.poll(() => said, SEEN_WITHIN).toEqual(['Said aloud: Active'])
  })

  test('asks for sensitive details neither by the clock nor when it is looked at', async () => {
    const id = await health.publish(SENSITIVE)
    await ada.goto(`${origin}/health/sub-a/events/${id}`)
    await ada.getByRole('button', { name: 'Show details' }).click()
    await ada.getByText('The key of the lighthouse was seen.').waitFor()
    const { asked, stop } = countRequests(ada)
    await expect.poll(() => asked.length, SEEN_WITHIN).toBeGreaterThan(0)
    await ada.waitForTimeout(11_000)
    await setState(ada, 'hidden')
    await setState(ada, 'visible')
    await expect.poll(() => asked.length, SEEN_WITHIN).toBeGreaterThan(3)
    stop()
    expect(asked.filter((url) => url.includes('fetchEventDetails'))).toEqual([])
    await ada.getByText('The key of the lighthouse was seen.').waitFor()
  })
})

test('a server that is busy is asked again when it said', { timeout: 120_000 }, async () => {
  await ada.goto(`${origin}/health/sub-a`)
  await titled('Said aloud').waitFor()
  const times: number[] = []
  const headers = { 'retry-after': '25', 'access-control-expose-headers': 'retry-after' }
  await ada.route(EVENTS, (route) => {
    times.push(performance.now())
    return times.length === 1 ? route.fulfill({ status: 429, headers, json: {} }) : route.continue()
  })
  await expect.poll(() => times.length, { timeout: 60_000 }).toBeGreaterThan(1)
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(24_900)
  await ada.unroute(EVENTS)
  fixture.ignoreErrors('429')
})

test("one's own request is on the screen at once, and a decision within 20 s", {
  timeout: 120_000,
}, async () => {
  await ada.goto(`${origin}/quota/sub-a/new?provider=${PROVIDER}&location=East%20US&resource=buoys`)
  await ada.getByLabel('New limit').fill('40')
  await ada.getByText('Waits for an operator').waitFor()
  await ada.getByRole('button', { name: 'Send the request' }).click()
  await ada.waitForURL(/\/requests\/[0-9a-f-]{36}$/)
  await ada.getByText('Awaiting a decision by an operator.').first().waitFor({ timeout: 5000 })
  // From then on the page asks as every other does.
  await ada.waitForTimeout(20_000)
  const [waiting] = await quota.waiting('sub-a')
  if (!waiting) throw new Error('nothing waits')
  await quota.decide(waiting, { decision: 'approve', limit: 25, reason: 'Enough for now.' })
  await ada.getByText('Enough for now.').first().waitFor(SEEN_WITHIN)
})
