import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { openHealth } from '../../support/server/health-calls.ts'
import { openQuota } from '../../support/server/quota.ts'
import { usePortalFixture } from '../portal-fixture.ts'

/** Three accounts at once, on two nodes: the operator on one, those whom it concerns on the other. */
const fixture = await usePortalFixture({
  hasSecondNode: true,
  runsJobs: true,
  env: { RATE_LIMITS: 'false', QUOTA_RULES: 'beyondHeadroom=ask' },
})
const { origin, installation } = fixture
const atSecond = { ...installation, url: () => fixture.second?.url ?? '' }
const health = openHealth(atSecond)
const quota = openQuota(atSecond)

const SEEN_WITHIN = { timeout: 20_000 }
const PROVIDER = 'Contoso.Tides'
const BUOYS = { name: 'buoys', displayName: 'Buoys', defaultLimit: 10, headroom: 10, maximum: 50 }
const STORAGE = [{ impactedService: 'Storage', impactedRegions: ['West US'] }]

let ada: Page
let bob: Page
let oda: Page

beforeAll(async () => {
  quota.setOperator(await health.addOperator())
  const people = await fixture.insertPeople('ada', 'bob', 'oda')
  const account = fixture.database.db.updateTable('account').set({ is_operator: true })
  await account.where('id', '=', people.oda.id).execute()
  const owners = { [people.ada.id]: 'owner', [people.bob.id]: 'reader' } as const
  await health.addSubscription('sub-a', owners, [['Storage', 'West US']])
  await health.addSubscription('sub-b', { [people.bob.id]: 'owner' }, [['Cache', 'West US']])
  const catalogue = { locations: ['East US'], resources: [BUOYS] }
  await quota.callAsOperator('PUT', `/quota/providers/${PROVIDER}`, catalogue)
  ada = await fixture.openSignedIn('ada', '/health/sub-a')
  bob = await fixture.openSignedIn('bob', '/health/sub-b')
  oda = await fixture.openSignedIn('oda', '/operate/events', {}, 'second')
  for (const page of [ada, bob]) await page.getByText('No service issues or maintenance').waitFor()
}, 120_000)

// The page of an event that is refused to its reader stays open.
afterEach(() => fixture.ignoreErrors(/ERR_ABORTED|403/))

const titled = (page: Page, title: string) => page.getByRole('link', { name: title })

async function publishByHand(title: string, service: string): Promise<void> {
  await oda.goto(`${origin}/operate/events/new`)
  await oda.getByText('The event is not public').waitFor()
  await oda.getByRole('radio', { name: 'All subscriptions' }).check()
  await oda.getByText('The event is public: the status page, if it is on, shows it').waitFor()
  await oda.getByRole('radio', { name: 'Subscriptions that use these services' }).check()
  await oda.getByLabel('Title').fill(title)
  const where = oda.getByRole('group', { name: 'Service 1' })
  await where.getByRole('combobox', { name: 'Service' }).fill(service)
  await oda.getByLabel('Regions, separated by commas').fill('West US')
  await oda.getByRole('button', { name: 'Publish to 1 subscription' }).click()
  const dialog = oda.getByRole('alertdialog', { name: `Publish ${title}?` })
  await dialog.getByRole('button', { name: 'Publish to 1 subscription' }).click()
  await oda.getByRole('heading', { name: title, level: 1 }).waitFor()
}

test('what an operator publishes is on the open page of whom it concerns, and of nobody else', async () => {
  await publishByHand('Slow writes', 'Storage')
  await titled(ada, 'Slow writes').waitFor(SEEN_WITHIN)
  await publishByHand('Cold cache', 'Cache')
  // On the page that has been open all the time: what was not for it did not come before.
  await titled(bob, 'Cold cache').waitFor(SEEN_WITHIN)
  expect(await titled(bob, 'Slow writes').count()).toBe(0)
  expect(await titled(ada, 'Cold cache').count()).toBe(0)
  const published = (lines: readonly string[] = []) =>
    lines.filter((line) => /"POST".*"\/operator\/v1\/events"/.test(line)).length
  expect(published(fixture.second?.logLines)).toBeGreaterThanOrEqual(2)
  expect(published(fixture.server.logLines)).toBe(0)
})

test('a sensitive event is opened by an owner and refused to a reader', async () => {
  const id = await health.publish({
    eventType: 'SecurityAdvisory',
    audience: { kind: 'footprint' },
    impact: STORAGE,
    isEventSensitive: true,
    properties: { title: 'A leaked key', summary: 'The key of the lighthouse was seen.' },
  })
  await titled(ada, 'A leaked key').click()
  await ada.getByRole('button', { name: 'Show details' }).click()
  await ada.getByText('The key of the lighthouse was seen.').waitFor()
  await bob.goto(`${origin}/health/sub-a/events/${id}`)
  await bob.getByRole('button', { name: 'Show details' }).click()
  await bob.getByRole('alert').getByText('Only owners and contributors').waitFor()
  expect(await bob.getByText('The key of the lighthouse').count()).toBe(0)
})

test('a request that waits is approved in part, and the page of the requester follows', async () => {
  await ada.goto(`${origin}/quota/sub-a/new?provider=${PROVIDER}&location=East%20US&resource=buoys`)
  await ada.getByLabel('New limit').fill('40')
  await ada.getByText('Waits for an operator').waitFor()
  await ada.getByRole('button', { name: 'Send the request' }).click()
  await ada.waitForURL(/\/requests\/[0-9a-f-]{36}$/)
  await oda.goto(`${origin}/operate/quota`)
  await oda.getByRole('link', { name: /Buoys/ }).click()
  await oda.getByRole('radio', { name: 'Approve a lower limit' }).check()
  await oda.getByRole('textbox', { name: 'Limit', exact: true }).fill('25')
  await oda.getByLabel('Reason').fill('Enough for this season.')
  await oda.getByRole('button', { name: 'Approve request' }).click()
  await ada.getByText('Enough for this season.').first().waitFor(SEEN_WITHIN)
  await ada.getByText('Succeeded').first().waitFor()
  const granted = ada.getByRole('term').filter({ hasText: 'Granted limit' })
  expect(await granted.locator('xpath=following-sibling::dd[1]').innerText()).toBe('25')
})
