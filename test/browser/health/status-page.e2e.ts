import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useHealth } from '../../support/server/health.ts'
import { closeContexts, findBrowser } from '../browser.ts'
import { inspectServed, NARROW } from '../looks.ts'
import { collectErrors } from '../portal-fixture.ts'

const health = useHealth({ STATUS_PAGE: 'true' })
const HOUR_MS = 3600_000
const LONG = 'A-very-long-name-without-any-blank-'.repeat(4)

let browser: Browser
let page: Page
const errors: string[] = []
beforeAll(async () => {
  browser = await findBrowser()
  page = await (await browser.newContext()).newPage()
  collectErrors(page, [health.server.url], (error) => errors.push(error))
})
afterAll(closeContexts)

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const at = (impactedService: string, ...impactedRegions: string[]) => ({
  impactedService,
  impactedRegions,
})

async function publishAll(): Promise<string> {
  const over = await health.publish({
    properties: {
      title: 'Sign-in was slow',
      summary: 'Sign-ins took up to 20 seconds.',
      eventLevel: 'Warning',
      impactStartTime: inHours(-50),
    },
    impact: [at('Identity', 'West Europe', 'North Europe')],
  })
  await health.revise(over, 'updates', { summary: 'A cache was too small. It is larger now.' })
  await health.revise(over, 'resolve', { summary: 'Sign-ins take less than a second again.' })
  await health.publish({
    eventType: 'PlannedMaintenance',
    properties: {
      title: 'Hosts are patched',
      summary: 'Each virtual machine restarts once, for about a minute.',
      eventLevel: 'Informational',
      impactStartTime: inHours(70),
      impactMitigationTime: inHours(74),
    },
    impact: [at('Virtual Machines', 'West Europe')],
  })
  const current = await health.publish({
    properties: {
      title: 'Slow writes to blob storage',
      summary: 'Writes take several seconds, and some fail. Reads work as usual.',
      eventLevel: 'Error',
      impactStartTime: inHours(-2),
    },
    impact: [at('Storage', 'West Europe', 'North Europe')],
  })
  await health.revise(current, 'updates', {
    summary: 'The cause is a switch that loses packets. It is being replaced.',
  })
  return current
}

test('without events, and then with some of each kind', async () => {
  await page.goto(`${health.server.url}/status`)
  expect(await page.getByText('No event that concerns everyone is active.').count()).toBe(1)
  const current = await publishAll()
  await expect
    .poll(async () => {
      await page.reload()
      return page.locator(`article[id="${current}"]`).count()
    })
    .toBe(1)
  expect(await page.getByRole('heading').allInnerTexts()).toEqual([
    'Status',
    'Now',
    'Slow writes to blob storage',
    'Planned maintenance',
    'Hosts are patched',
    'The last 90 days',
    'Sign-in was slow',
  ])
  expect(await page.getByText('switch that loses packets').isVisible()).toBe(true)
  await page.getByText('2 updates').click()
  expect(await page.getByText('A cache was too small.').isVisible()).toBe(true)
  await page.reload()
  await inspectServed(page, 'status', 'docs/images')
  expect(errors).toEqual([])
})

test('long words do not make it wider', async () => {
  const id = await health.publish({
    properties: { title: LONG, summary: LONG },
    impact: [at(LONG.slice(0, 150), 'West Europe')],
  })
  await expect
    .poll(async () => {
      await page.reload()
      return page.locator(`article[id="${id}"]`).count()
    })
    .toBe(1)
  await page.setViewportSize(NARROW)
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  expect(errors).toEqual([])
})
