import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openHealth } from '../../support/server/health-calls.ts'
import { inspect } from '../looks.ts'
import { press, tabTo, usePortalFixture } from '../portal-fixture.ts'

/** What happened, when, and what is planned. */
const fixture = await usePortalFixture()
const { origin } = fixture
const health = openHealth(fixture.installation)

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

let ada: Page

async function publishOver(title: string, from: number, to: number, input: object = {}) {
  const id = await health.publish({
    impact: [{ impactedService: 'Storage', impactedRegions: ['West US'] }],
    ...input,
    properties: { title, eventLevel: 'Warning', impactStartTime: at(from) },
  })
  await health.revise(id, 'resolve', { impactMitigationTime: at(to) })
}

beforeAll(async () => {
  await health.addOperator()
  const { ada: owner } = await fixture.insertPeople('ada')
  await health.addSubscription('sub-a', { [owner.id]: 'owner' }, [['Storage', 'West US']])
  await health.publish({
    impact: [
      { impactedService: 'Storage', impactedRegions: ['West US', 'East US'] },
      { impactedService: 'Cache' },
    ],
    properties: { title: 'Slow writes', eventLevel: 'Critical', impactStartTime: at(-6) },
  })
  await publishOver('Lost packets', -80, -79)
  await publishOver('Lost keys', -40 * 24, -40 * 24 + 5)
  await publishOver('Old cables', -100, -98, { eventType: 'PlannedMaintenance' })
  for (const [title, hours] of [
    ['New cables', 30],
    ['New switches', 78],
  ] as const) {
    const properties = { title, impactStartTime: at(hours) }
    await health.publish({ eventType: 'PlannedMaintenance', properties })
  }
  ada = await fixture.openSignedIn('ada', '/health/sub-a/timeline')
})

const open = (page: string) => ada.goto(`${origin}/health/sub-a/${page}`)
const bars = () => ada.getByRole('main').getByRole('link', { name: /From/ })

describe('the timeline', () => {
  test('has a bar for each service and region, those of the reader first', async () => {
    await expect.poll(() => bars().count()).toBe(3)
    const chart = ada.getByRole('region', { name: 'Service issues and maintenance in the last 24' })
    const rows = await chart.getByRole('list').first().getByRole('listitem').allInnerTexts()
    expect(rows.map((row) => row.trim())).toEqual([
      ...['Storage West US', 'Cache All regions', 'Storage East US'],
    ])
    const [, left = '', width = ''] =
      /inset-inline-start: min\(([\d.]+)%.*width: ([\d.]+)%/.exec(
        (await bars().first().getAttribute('style')) ?? '',
      ) ?? []
    expect([Math.round(Number(left)), Math.round(Number(width))]).toEqual([75, 25])
    expect(await bars().first().getAttribute('aria-label')).toMatch(
      /^Slow writes\. Service issue, Critical\. From .*, still active\.$/,
    )
  })

  test('goes back 7 and 90 days, and the address says so', async () => {
    await ada.getByLabel('Period').selectOption('The last 7 days')
    await expect.poll(() => bars().count()).toBe(5)
    await ada.getByLabel('Period').selectOption('The last 90 days')
    await expect.poll(() => bars().count()).toBe(6)
    await ada.waitForURL(/\?period=90d$/)
    await inspect(ada, 'health-timeline')
  })

  test('is a table as well, with the same rows', async () => {
    await tabTo(ada, ada.getByLabel('Show as'))
    await ada.keyboard.type('Tab')
    const table = ada.getByRole('table', { name: 'Timeline' })
    await expect.poll(() => table.getByRole('row').count()).toBe(7)
    const row = table.getByRole('row').filter({ hasText: 'Lost keys' })
    expect(await row.innerText()).toMatch(/^Storage\s+West US\s+Lost keys\s.*\s5 hours$/s)
    await inspect(ada, 'health-timeline-table')
  })

  test('leads to an event by keyboard alone', async () => {
    await open('timeline')
    await press(ada, bars().first())
    await ada.getByRole('heading', { name: 'Slow writes' }).waitFor()
  })
})

describe('the history', () => {
  test('has the minutes of impact of each of 90 days, as a table', async () => {
    await open('history')
    const table = ada.getByRole('table', { name: 'Minutes of impact by day' })
    await table.waitFor()
    await expect.poll(() => table.getByRole('cell').filter({ hasText: /\w/ }).count()).toBe(90)
    // Six hours until now, one hour, five hours and two hours of maintenance.
    const total = ada.getByText(/^\d[\d,]* minutes in 90 days$/)
    expect(Number((await total.innerText()).split(' ')[0]?.replace(',', ''))).toBeCloseTo(
      14 * 60,
      -1,
    )
    const cells = await table.getByRole('cell').filter({ hasText: '(minutes)' }).allInnerTexts()
    expect(cells.length).toBeGreaterThanOrEqual(4)
    await inspect(ada, 'health-history')
  })
})

describe('maintenance', () => {
  test('is listed by date: what is to come, then what is over', async () => {
    await open('maintenance')
    await ada.getByRole('link', { name: 'New cables' }).waitFor()
    const titles = await ada.getByRole('heading', { level: 3 }).allInnerTexts()
    expect(titles).toEqual(['New cables', 'New switches', 'Old cables'])
    const days = await ada.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
    expect(days[2]).toMatch(/\d{4} \(over\)$/)
    await inspect(ada, 'health-maintenance')
  })
})
