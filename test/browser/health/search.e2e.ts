import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openHealth } from '../../support/server/health-calls.ts'
import { insertApp, insertOrganization } from '../../support/world/world.ts'
import { checkPage, inspect, NARROW } from '../looks.ts'
import { usePortalFixture } from '../portal-fixture.ts'

/** The frame around every page: the search, the name of the reader, the version, the id of a failed request. */
const fixture = await usePortalFixture()
const { origin } = fixture
const health = openHealth(fixture.installation)

let ada: Page

beforeAll(async () => {
  await health.addOperator()
  const { ada: owner } = await fixture.insertPeople('ada')
  await health.addSubscription('sub-a', { [owner.id]: 'owner' })
  await insertOrganization(fixture.database.db, { [owner.id]: 'admin' }, 'tide-office')
  await insertApp(fixture.database.db, { ...owner, kind: 'user' }, {}, 'tide')
  await health.publish({ trackingId: 'TIDE-1', properties: { title: 'High tide' } })
  ada = await fixture.openSignedIn('ada', '/health/sub-a')
})

const options = () => ada.getByRole('listbox', { name: 'Search results' }).getByRole('option')

test('Ctrl-K finds apps, organizations and events, and arrow keys choose', async () => {
  await ada.getByRole('link', { name: 'High tide' }).waitFor()
  await ada.keyboard.press('Control+k')
  await ada.keyboard.type('tide')
  await expect
    .poll(() => options().allInnerTexts())
    .toEqual([
      expect.stringMatching(/^The tide\s+App · ada\/tide$/),
      expect.stringMatching(/^The tide-office\s+Organization · tide-office$/),
      expect.stringMatching(/^High tide\s+Event · TIDE-1$/),
    ])
  await inspect(ada, 'search')
  await ada.keyboard.press('ArrowUp')
  const chosen = await ada
    .getByRole('combobox', { name: 'Search' })
    .getAttribute('aria-activedescendant')
  expect(await ada.locator(`[id="${chosen}"]`).innerText()).toContain('High tide')
  await ada.keyboard.press('Enter')
  await ada.waitForURL(`${origin}/health/sub-a/events/TIDE-1`)
  expect(await options().count()).toBe(0)
})

test('an organization opens by a click, and Escape closes the list', async () => {
  await ada.keyboard.press('/')
  await ada.keyboard.type('office')
  await options().getByText('The tide-office').click()
  await ada.waitForURL(`${origin}/orgs/tide-office`)
  await ada.keyboard.press('/')
  await ada.keyboard.type('zzz')
  await options().getByText('Nothing found for “zzz”.').waitFor()
  await ada.keyboard.press('Escape')
  await expect.poll(() => options().count()).toBe(0)
})

const ask = async (path: string, key: string, text: string) => {
  await ada.goto(`${origin}${path}`)
  await ada.getByRole('heading', { level: 1 }).waitFor()
  await ada.keyboard.press(key)
  await ada.keyboard.type(text)
}

test('while lists are on their way it says so, and then what was found', async () => {
  const held = Promise.withResolvers<void>()
  await ada.route(/ResourceHealth\/events\?/, async (route) => {
    await held.promise
    await route.continue()
  })
  await ask('/orgs', '/', 'High tide')
  await options().getByText('Searching…').waitFor()
  expect(await options().getByText('Nothing found').count()).toBe(0)
  held.resolve()
  await options().getByText('High tide').waitFor()
  await expect.poll(() => options().count()).toBe(1)
  await ada.unrouteAll({ behavior: 'wait' })
})

test('what could not be searched is named, with the way on', async () => {
  await ada.route(/ResourceHealth\/events\?/, (route) => route.fulfill({ status: 503 }))
  await ask('/orgs', '/', 'zzz')
  await options().getByText('Events could not be searched. Open Service health').waitFor()
  await options()
    .getByText('Nothing found for “zzz” in apps, organizations, and quota requests.')
    .waitFor()
  await checkPage(ada, 'search-failed')
  await ada.unrouteAll({ behavior: 'ignoreErrors' })
  fixture.ignoreErrors(/503|ERR_FAILED|CORS/)
})

const FORGET = `sessionStorage.setItem('binnacle.session', JSON.stringify(
  { ...JSON.parse(sessionStorage.getItem('binnacle.session')), management: undefined }))`

test('without a token for events it leads to the page that gets one', async () => {
  await ada.goto(`${origin}/orgs`)
  await ada.evaluate(FORGET)
  await ask('/orgs', '/', 'High tide')
  await options().getByText('Nothing found for “High tide” in apps and organizations.').waitFor()
  await options().getByText('Open Service health to search events and quota requests').waitFor()
  await ada.keyboard.press('Enter')
  await ada.waitForURL(`${origin}/health/sub-a`)
  await ada.getByRole('link', { name: 'High tide' }).waitFor()
})

test('on the page of apps, Ctrl-K searches everything, and / filters the apps', async () => {
  await ask('/apps', 'Control+k', 'High tide')
  await options().getByText('High tide').waitFor()
  expect(new URL(ada.url()).search).toBe('')
  await ada.keyboard.press('Escape')
  await ask('/apps', '/', 'nothing like it')
  await ada.waitForURL(`${origin}/apps?filter=nothing+like+it`)
  expect(await options().count()).toBe(0)
  expect(await ada.getByLabel('Filter apps').inputValue()).toBe('nothing like it')
})

test('the reader is named, and the version is below the page', async () => {
  await ada.getByRole('banner').getByText('The ada').waitFor()
  expect(await ada.getByRole('contentinfo').innerText()).toMatch(/^Binnacle \d+\.\d+\.\d+/)
})

test('a page that is not found has the id of the request, to copy', async () => {
  const ids: (string | undefined)[] = []
  ada.on('response', (response) => ids.push(response.headers()['x-ms-request-id']))
  await ada.goto(`${origin}/health/sub-a/events/NOTHING`)
  await ada.getByText('EventNotFound · request').waitFor()
  await ada.getByRole('button', { name: 'Copy request ID' }).first().click()
  expect(ids).toContain(await ada.evaluate('navigator.clipboard.readText()'))
  await ada.setViewportSize(NARROW)
  await checkPage(ada, 'health-missing-360')
  fixture.ignoreErrors(/404/)
})
