import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openHealth } from '../support/server/health-calls.ts'
import { openQuota } from '../support/server/quota.ts'
import { insertApp } from '../support/world/world.ts'
import { inspect } from './looks.ts'
import { usePortalFixture } from './portal-fixture.ts'

const fixture = await usePortalFixture({ env: { QUOTA_RULES: 'beyondHeadroom=ask' } })
const { origin } = fixture
const health = openHealth(fixture.installation)
const quota = openQuota(fixture.installation)

const SUB = 'harbour-works'
const PROVIDER = 'Contoso.Tides'
const BUOYS = { name: 'buoys', displayName: 'Buoys', defaultLimit: 10, headroom: 10, maximum: 50 }

let ada: Page

beforeAll(async () => {
  quota.setOperator(await health.addOperator())
  const people = await fixture.insertPeople('ada', 'mary')
  await health.addSubscription(SUB, { [people.ada.id]: 'contributor' })
  const catalogue = { locations: ['East US'], resources: [BUOYS] }
  await quota.callAsOperator('PUT', `/quota/providers/${PROVIDER}`, catalogue)
  const used = { provider: PROVIDER, location: 'East US', resource: 'buoys', currentValue: 9 }
  await quota.callAsOperator('PATCH', `/subscriptions/${SUB}/quota`, { value: [used] })
  for (let n = 0; n < 7; n++)
    await insertApp(fixture.database.db, { ...people.ada, kind: 'user' }, {}, `tide-${n}`)
  ada = await fixture.openSignedIn('ada', '/')
})

const main = () => ada.getByRole('main')

test('shows the five apps that changed last, the limits near their end, and that all is well', async () => {
  await main().getByText('No service issues or maintenance currently affect').waitFor()
  await main().getByText('1 limit at 80 % or more.').waitFor()
  await main().getByRole('link', { name: 'Buoys in East US' }).waitFor()
  expect(
    await main()
      .getByRole('link', { name: /^The tide-/ })
      .count(),
  ).toBe(5)
  await inspect(ada, 'home')
})

test('an event appears without a reload, and leads to its page', async () => {
  await health.publish({ trackingId: 'TIDE-1', properties: { title: 'High tide' } })
  await main().getByRole('link', { name: 'High tide' }).click()
  await ada.waitForURL(`${origin}/health/${SUB}/events/TIDE-1`)
  await ada.getByRole('link', { name: 'Home', exact: true }).click()
  await main().getByRole('link', { name: 'High tide' }).waitFor()
})

test('an open request is counted, and the search finds it by its limit and by its id', async () => {
  await ada.goto(`${origin}/quota/${SUB}/new?provider=${PROVIDER}&location=East+US&resource=buoys`)
  await ada.getByLabel('New limit').fill('40')
  await ada.getByRole('button', { name: /^Send/ }).click()
  await ada.waitForURL(/\/requests\/[0-9a-f-]{36}$/)
  const id = ada.url().split('/').at(-1) ?? ''
  await ada.getByRole('link', { name: 'Home', exact: true }).click()
  await main().getByRole('link', { name: '1 request is open' }).waitFor()
  for (const text of ['buoys 40', id]) {
    await ada.keyboard.press('Control+k')
    await ada.keyboard.type(text)
    const option = ada.getByRole('option', { name: 'Quota request' })
    expect(await option.innerText()).toMatch(/Buoys 40/)
    await ada.keyboard.press('Enter')
    await ada.waitForURL(`${origin}/quota/${SUB}/requests/${id}`)
    await ada.getByRole('link', { name: 'Home', exact: true }).click()
  }
})

test('without apps and subscriptions it says what is there', async () => {
  const mary = await fixture.openSignedIn('mary', '/')
  await mary.getByText('You have no apps yet.').waitFor()
  expect(await mary.getByRole('heading', { name: 'Quota' }).count()).toBe(0)
  await inspect(mary, 'home-empty')
})
