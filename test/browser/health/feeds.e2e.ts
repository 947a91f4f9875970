import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { openHealth } from '../../support/server/health-calls.ts'
import { inspect } from '../looks.ts'
import { press, type, usePortalFixture } from '../portal-fixture.ts'

/** What programs read without a sign-in. */
const fixture = await usePortalFixture()
const health = openHealth(fixture.installation)

let ada: Page
let grace: Page

beforeAll(async () => {
  await health.addOperator()
  const people = await fixture.insertPeople('ada', 'grace')
  const roles = { [people.ada.id]: 'owner', [people.grace.id]: 'reader' } as const
  await health.addSubscription('sub-a', roles)
  await health.publish({ properties: { title: 'Slow writes' } })
  ada = await fixture.openSignedIn('ada', '/health/sub-a/feeds')
  grace = await fixture.openSignedIn('grace', '/health/sub-a/feeds')
})

afterEach(() => fixture.ignoreErrors(/\/live\/v1\//))

const button = (name: string, page = ada) => page.getByRole('button', { name, exact: true })
const dialog = () => ada.getByRole('dialog')
const alertDialog = (page = ada) => page.getByRole('alertdialog')
const copied = () => ada.evaluate('navigator.clipboard.readText()').then(String)
const read = async (address: string) => {
  const response = await fetch(address)
  return { status: response.status, text: await response.text() }
}

let addresses: readonly string[]

test('without any, the page says what a feed is, with a button and a command', async () => {
  await ada.getByText('No feeds yet').waitFor()
  await ada.getByText(/^binnacle events feeds create --description/).waitFor()
  await inspect(ada, 'health-feeds-empty')
})

test('by keyboard alone: both addresses are shown once, and open the feed', async () => {
  await press(ada, button('Create feed'))
  await press(ada, dialog().getByRole('button', { name: 'Create feed' }))
  await dialog().getByText('Enter a description.').waitFor()
  await type(ada, dialog().getByLabel('Description'), 'Calendar of the team')
  await press(ada, dialog().getByRole('button', { name: 'Create feed' }))
  await alertDialog().getByText('Feed “Calendar of the team” created').waitFor()
  await inspect(ada, 'health-feed-addresses')
  await ada.keyboard.press('Escape')
  await alertDialog().getByText('You have not copied an address.').waitFor()
  await press(ada, button('Go back'))
  await press(ada, button('Copy event feed address'))
  const events = await copied()
  await press(ada, button('Copy calendar address'))
  addresses = [events, await copied()]
  await press(ada, button('Close'))
  await ada.getByRole('row', { name: /^Calendar of the team/ }).waitFor()
  expect(await ada.content()).not.toContain(events)
  const [atom, calendar] = await Promise.all(addresses.map(read))
  expect([atom?.status, atom?.text.includes('Slow writes')]).toEqual([200, true])
  expect([calendar?.status, calendar?.text.includes('BEGIN:VCALENDAR')]).toEqual([200, true])
  await inspect(ada, 'health-feeds')
})

test('a reader sees and revokes their own, an owner all', async () => {
  await grace.getByText('No feeds yet').waitFor()
  await button('Create feed', grace).click()
  await grace.getByRole('dialog').getByLabel('Description').fill('Reader of Grace')
  await grace.getByRole('dialog').getByRole('button', { name: 'Create feed' }).click()
  await button('Copy event feed address', grace).click()
  await button('Close', grace).click()
  await grace.getByRole('row', { name: /^Reader of Grace/ }).waitFor()
  expect(await grace.getByRole('row').count()).toBe(2)
  await ada.reload()
  await expect.poll(() => ada.getByRole('row').count()).toBe(3)
  await button('Revoke Reader of Grace', grace).click()
  await button('Revoke feed', grace).click()
  await grace.getByText('No feeds yet').waitFor()
})

test('a feed is revoked after a question, and its addresses end', async () => {
  await button('Revoke Calendar of the team').click()
  await alertDialog().getByText('will start receiving 404 responses').waitFor()
  await inspect(ada, 'health-feed-revoke')
  await button('Revoke feed').click()
  // While the question is open, the rows are hidden from what reads them aloud, and from this test.
  await alertDialog().waitFor({ state: 'detached' })
  await expect.poll(() => ada.getByRole('row', { name: /^Calendar/ }).count()).toBe(0)
  const answers = await Promise.all(addresses.map(read))
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
})
