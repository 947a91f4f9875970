import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openHealth } from '../../support/server/health-calls.ts'
import { usePortalFixture } from '../portal-fixture.ts'

/** Open pages follow what happens. */
const fixture = await usePortalFixture()
const { origin } = fixture
const health = openHealth(fixture.installation)

const STORAGE = [{ impactedService: 'Storage', impactedRegions: ['West US'] }]
const publish = (title: string, input: object = {}) =>
  health.publish({
    audience: { kind: 'footprint' },
    impact: STORAGE,
    properties: { title, impactStartTime: new Date().toISOString() },
    ...input,
  })

let ada: Page
let other: Page

beforeAll(async () => {
  await health.addOperator()
  const people = await fixture.insertPeople('ada', 'bob')
  await health.addSubscription('sub-a', { [people.ada.id]: 'owner' }, [['Storage', 'West US']])
  await health.addSubscription('sub-b', { [people.bob.id]: 'owner' }, [['Cache', 'West US']])
  ada = await fixture.openSignedIn('ada', '/health/sub-a')
  other = await fixture.openSignedIn('bob', '/health/sub-b')
})

const isLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor()
const titled = (page: Page, title: string) => page.getByRole('link', { name: title })

describe('a page of service health', () => {
  test('shows an event that concerns it, and one that does not concern it never comes', async () => {
    await isLive(ada)
    await isLive(other)
    const times: number[] = []
    for (let n = 0; n < 5; n++) {
      const id = await publish(`Slow ${n}`)
      const published = performance.now()
      await titled(ada, `Slow ${n}`).waitFor()
      times.push(performance.now() - published)
      await health.revise(id, 'resolve')
      await titled(ada, `Slow ${n}`).waitFor({ state: 'detached' })
    }
    const median = times.toSorted((one, next) => one - next)[2] ?? 0
    console.log(`from the answer to the operator to the page: median ${Math.round(median)} ms`)
    expect(median).toBeLessThan(2000)
    await publish('Cache is cold', { impact: [{ impactedService: 'Cache' }] })
    await titled(other, 'Cache is cold').waitFor()
    expect(await other.getByRole('link', { name: /^Slow/ }).count()).toBe(0)
  })

  test('of one event has its updates as they are written', async () => {
    const id = await publish('Lost packets')
    await ada.goto(`${origin}/health/sub-a/events/${id}`)
    await ada.getByRole('heading', { name: 'Lost packets' }).waitFor()
    await health.revise(id, 'updates', { summary: 'We found the cable.' })
    await ada.getByText('We found the cable.', { exact: true }).waitFor()
    await health.revise(id, 'resolve', { summary: 'The cable is new.' })
    await ada.getByText('The cable is new.', { exact: true }).waitFor()
    await ada.getByRole('region', { name: 'Overview' }).getByText('Resolved').waitFor()
  })

  test('with a filter has what matches it', async () => {
    await ada.goto(`${origin}/health/sub-a/events?level=Critical`)
    await ada.getByText('No events', { exact: true }).waitFor()
    await isLive(ada)
    const properties = { title: 'All down', eventLevel: 'Critical' }
    const id = await publish('', { properties })
    await titled(ada, 'All down').waitFor()
    await health.revise(id, 'resolve')
    await ada.getByRole('row').getByText('Resolved').waitFor()
  })
})

describe('tabs of one browser', () => {
  test('share one stream; when the tab that holds it goes, another goes on', async () => {
    const context = ada.context()
    await ada.goto('about:blank')
    const asked: string[] = []
    context.on('request', (request) => {
      if (request.url().includes('/live/')) asked.push(request.headers()['last-event-id'] ?? '')
    })
    const tabs: Page[] = []
    for (let n = 0; n < 7; n++) {
      const tab = await context.newPage()
      await tab.goto(`${origin}/health/sub-a`)
      await isLive(tab)
      tabs.push(tab)
    }
    expect(asked).toHaveLength(1)
    await publish('Seen by all')
    for (const tab of tabs) await titled(tab, 'Seen by all').waitFor()
    await tabs[0]?.close()
    await expect.poll(() => asked.length).toBe(2)
    expect(asked[1]).not.toBe('')
    await publish('Seen by the others')
    for (const tab of tabs.slice(1)) await titled(tab, 'Seen by the others').waitFor()
    expect(asked).toHaveLength(2)
    for (const tab of tabs.slice(1)) await tab.close()
  })
})

test('without streams a page is loaded again every 30 s', async () => {
  const page = await fixture.openSignedIn('ada', '/apps')
  await page.route(/\/live\/v1\//, (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: 'Service health' }).click()
  await page.getByText('Updated every 30 seconds').waitFor()
  await page.getByRole('main').getByRole('link').first().waitFor()
  await publish('Slow without streams')
  await titled(page, 'Slow without streams').waitFor({ timeout: 40_000 })
  await page.context().close()
})

afterEach(() => fixture.ignoreErrors(/\/live\/v1\/.*|ERR_ABORTED/))
