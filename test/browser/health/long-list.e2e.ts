import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openHealth } from '../../support/server/health-calls.ts'
import { findLongestTask, LONGEST_TASK_MS, measureLeast, scrollThrough } from '../longest-task.ts'
import { inspect, NARROW, usePortalFixture, WIDE } from '../portal-fixture.ts'

/** 1,000 service issues in two regions each. */
const fixture = await usePortalFixture({ env: { RATE_LIMITS: 'false' } })
const health = openHealth(fixture.installation)
const { origin } = fixture

const COUNT = 1000
const HOUR_MS = 3_600_000

let ada: Page

async function publishAtOnce(first: number): Promise<void> {
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      health.publish({
        impact: [
          {
            impactedService: `Service ${n % 10}`,
            impactedRegions: ['West US', 'East US'],
          },
        ],
        properties: {
          title: `Issue ${first + n}`,
          eventLevel: 'Warning',
          impactStartTime: new Date(Date.now() - (first + n) * HOUR_MS).toISOString(),
        },
      }),
    ),
  )
}

beforeAll(async () => {
  await health.addOperator()
  const people = await fixture.insertPeople('ada')
  await health.addSubscription('sub-a', { [people.ada.id]: 'owner' })
  for (const title of ['A key was leaked', 'Slow writes']) {
    await health.publish({ properties: { title } })
  }
  for (let n = 0; n < COUNT; n += 20) await publishAtOnce(n)
  ada = await fixture.openSignedIn('ada', '/health/sub-a/events?sort=title')
}, 300_000)

afterEach(() => fixture.ignoreErrors(/\/live\/v1\//))

test('a list of 1,000 events scrolls smoothly', { timeout: 120_000 }, async () => {
  const cpuMs = await measureLeast(() =>
    scrollThrough(ada, {
      what: '1,000 events',
      first: ada.getByRole('link', { name: 'A key was leaked' }),
      last: ada.getByRole('link', { name: 'Slow writes' }),
    }),
  )
  expect(cpuMs).toBeLessThan(LONGEST_TASK_MS)
})

const bars = () => ada.getByRole('main').getByRole('link', { name: /From/ })
const link = (title: string) => ada.getByRole('main').getByRole('link', { name: title })
/** Its card, or its row among those that are rendered, is gone. */
const waitUntilGone = (title: string) => link(title).waitFor({ state: 'detached' })
const PAGES = [
  ['now', '', () => ada.getByText('What affects you now'), waitUntilGone],
  ['the events', '/events', () => ada.getByText(/1,00\d total/), waitUntilGone],
  [
    ...(['the timeline', '/timeline?period=90d', () => bars().first()] as const),
    (title: string) =>
      ada.getByRole('link', { name: new RegExp(`^${title}.*, to [^,]*, [^,]*$`) }).waitFor(),
  ],
] as const

describe.each(PAGES)('with 1,000 events %s', (name, path, shown, isResolved) => {
  const open = async () => {
    await ada.goto(`${origin}/health/sub-a${path}`)
    await shown().waitFor()
    await ada.waitForTimeout(500)
  }
  const change = async () => {
    const title = `Live ${crypto.randomUUID()}`
    const id = await health.publish({
      impact: [{ impactedService: title, impactedRegions: ['West US'] }],
      properties: { title, eventLevel: 'Critical' },
    })
    await link(title).waitFor()
    await health.revise(id, 'resolve')
    await isResolved(title)
  }
  const measure = (what: string, act: () => Promise<void>) =>
    measureLeast(async () => {
      const { cpuMs, wallMs } = await findLongestTask(ada, act)
      console.log(`${name}, ${what}, longest task: ${cpuMs} ms of CPU, ${wallMs} ms by the clock`)
      // A trace without times would always be smooth.
      expect(cpuMs).toBeGreaterThan(0)
      return cpuMs
    })

  test('loads and follows a change without a long task', { timeout: 120_000 }, async () => {
    expect(await measure('loading', open)).toBeLessThan(LONGEST_TASK_MS)
    expect(await measure('one change', change)).toBeLessThan(LONGEST_TASK_MS)
  })

  test('does not scroll sideways at 360 px', { timeout: 60_000 }, async () => {
    await ada.setViewportSize(NARROW)
    await open()
    expect(await ada.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
    await ada.setViewportSize(WIDE)
  })
})

describe('the timeline of 1,000 events', () => {
  test('has few bars, which lead to the table of their events', { timeout: 60_000 }, async () => {
    await ada.goto(`${origin}/health/sub-a/timeline?period=90d`)
    await bars().first().waitFor()
    expect(await bars().count()).toBeLessThanOrEqual(200)
    const bar = bars().filter({ hasText: '100' }).first()
    expect(await bar.getAttribute('aria-label')).toMatch(
      /^100 events, highest level Warning\. From .*, still active\.$/,
    )
    await inspect(ada, 'health-timeline-many')
    await bar.focus()
    await ada.keyboard.press('Enter')
    await ada.getByText(/^Only Service \d in (East|West) US\./).waitFor()
    await ada.getByText(/^100 total/).waitFor()
    await ada.getByRole('link', { name: 'Show all services and regions' }).click()
    await ada.getByText(/^2,0\d\d total/).waitFor()
  })
})
