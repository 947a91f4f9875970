import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openProvider } from '../../support/http/provider.ts'
import type { Reader } from '../../support/http/service-health.ts'
import { openQuota } from '../../support/server/quota.ts'
import { inspect } from '../looks.ts'
import { press, type, usePortalFixture } from '../portal-fixture.ts'

const provider = await openProvider()
afterAll(provider.close)
const fixture = await usePortalFixture({
  runsJobs: true,
  env: {
    VENDOR_NAMESPACE: 'Contoso',
    RATE_LIMITS: 'false',
    OUTGOING_EXCEPTIONS: `providers=${provider.host}`,
  },
  limits: { providerRetry: { retryLimit: 1, retryDelay: 0 } },
})
const { origin } = fixture
const quota = openQuota(fixture.installation)

const SUB = 'harbour-works'
const TIDES = 'Contoso.Tides'
/** It has an endpoint, which fails at first. */
const LIGHTS = 'Contoso.Lights'
const RESOURCES = ['Buoys', 'Bells', 'Gauges', 'Lamps', 'Masts', 'Nets', 'Oars', 'Piers']
const resource = (displayName: string, headroom: number) => ({
  ...{ name: displayName.toLowerCase(), displayName, defaultLimit: 10, maximum: 50 },
  headroom,
})

let ada: Reader
let page: Page
beforeAll(async () => {
  await quota.addOperator()
  ada = await quota.addReader('ada')
  const { otto } = await fixture.insertPeople('otto')
  const account = fixture.database.db.updateTable('account').set({ is_operator: true })
  await account.where('id', '=', otto.id).execute()
  await quota.addSubscription(SUB, { [ada.id]: 'contributor' })
  for (const [name, headroom] of [
    [TIDES, 0],
    [LIGHTS, 40],
  ] as const) {
    const resources = RESOURCES.map((displayName) => resource(displayName, headroom))
    const catalogue = { locations: ['East US'], resources }
    await quota.callAsOperator('PUT', `/quota/providers/${name}`, catalogue)
  }
  const url = provider.url
  await quota.callAsOperator('PUT', `/quota/providers/${LIGHTS}/endpoint`, { url })
  provider.answerWith((_call, response) => response.writeHead(503).end())
  const use = { provider: TIDES, location: 'East US', resource: 'buoys', currentValue: 9 }
  await quota.callAsOperator('PATCH', `/subscriptions/${SUB}/quota`, { value: [use] })
  page = await fixture.openSignedIn('otto', '/operate/quota')
})

const limitPath = (name: string, of: string) => quota.path(SUB, `serviceLimits/${name}`, of)
const ask = async (name: string, limit: number, of = TIDES) =>
  (await quota.send(ada, 'PUT', limitPath(name, of), { properties: { limit } })).body.requestId
const limitOf = async (name: string, of = TIDES) =>
  (await quota.send(ada, 'GET', limitPath(name, of))).body.properties.limit
const waitUntilWaiting = (count: number) =>
  expect.poll(async () => (await quota.waiting(SUB)).length).toBe(count)
const decideElsewhere = async (name: string) => {
  const found = (await quota.waiting(SUB)).find((one) => one.resource === name)
  if (!found) throw new Error(`${name} does not wait`)
  expect((await quota.decide(found, { decision: 'deny', reason: 'No.' })).status).toBe(204)
}
const link = (name: string) => page.getByRole('link', { name: `Decide ${name} for ${SUB}` })
const cellsOf = async (row: Locator) => (await row.innerText()).replaceAll(/\s+/g, ' ')
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const choose = (name: string) =>
  press(page, page.getByRole('checkbox', { name: `Select ${name}` }), 'Space')

test('without requests the queue says what would be there', async () => {
  await page.getByRole('heading', { name: 'No requests are waiting' }).waitFor()
  await inspect(page, 'operate-quota-empty')
  await page.getByRole('link', { name: 'Given up' }).click()
  await page.getByRole('heading', { name: 'No failed requests' }).waitFor()
})

describe('the queue', () => {
  test('lists what waits, the oldest first, with what is needed to decide', async () => {
    for (const [n, name] of RESOURCES.entries()) {
      await ask(name.toLowerCase(), 20 + n)
      await waitUntilWaiting(n + 1)
    }
    await page.goto(`${origin}/operate/quota`)
    await link('Piers').waitFor()
    const names = await page.getByRole('rowheader').allInnerTexts()
    expect(names.map((name) => name.trim())).toEqual(RESOURCES)
    expect(await cellsOf(rowOf('Buoys'))).toMatch(
      /Buoys harbour-works contoso.tides, eastus 9 of 10 \(90 %\) 20 to 10 50 ada/,
    )
    await inspect(page, 'operate-quota-queue')
  })

  test('a lower limit is approved by keyboard alone, and the queue goes on without it', async () => {
    await press(page, link('Buoys'))
    await page.getByRole('heading', { name: 'Decide a quota request' }).waitFor()
    await page.getByText('8 requests in the past year').waitFor({ state: 'hidden' })
    await page.getByText('7 requests in the past year: 7 open.').waitFor()
    await press(page, page.getByRole('radio', { name: 'Approve 20' }), 'ArrowDown')
    await press(page, page.getByRole('button', { name: 'Approve request' }))
    await page.getByText('Enter a whole number below 20.').waitFor()
    await page.getByText('Enter a reason.').waitFor()
    await inspect(page, 'operate-quota-decide')
    await page.getByRole('heading', { level: 1 }).focus()
    await type(page, page.getByRole('textbox', { name: 'Limit', exact: true }), '15')
    await type(page, page.getByLabel('Reason'), 'All that the bay holds.')
    await press(page, page.getByRole('button', { name: 'Approve request' }))
    await page.getByText('Buoys 20 for harbour-works: approved with a limit of 15.').waitFor()
    await page.getByText('You decided this request').waitFor()
    await inspect(page, 'operate-quota-decided')
    await page.getByRole('link', { name: 'Go to the waiting requests' }).click()
    await link('Bells').waitFor()
    await link('Buoys').waitFor({ state: 'detached' })
    await expect.poll(() => limitOf('buoys')).toBe(15)
  })

  test('a request is approved as it is, and another denied with a reason', async () => {
    await press(page, link('Bells'))
    await type(page, page.getByLabel('Reason'), 'Paid for.')
    await press(page, page.getByRole('button', { name: 'Approve request' }))
    await page.getByRole('link', { name: 'Go to the waiting requests' }).click()
    await link('Bells').waitFor({ state: 'detached' })
    await expect.poll(() => limitOf('bells')).toBe(21)
    await press(page, link('Gauges'))
    // The first of the three options is selected; before it comes the last.
    await press(page, page.getByRole('radio', { name: 'Approve 22' }), 'ArrowUp')
    await type(page, page.getByLabel('Reason'), 'No gauges are left.')
    await press(page, page.getByRole('button', { name: 'Deny request' }))
    await page.getByRole('link', { name: 'Go to the waiting requests' }).click()
    await link('Gauges').waitFor({ state: 'detached' })
    expect(await limitOf('gauges')).toBe(10)
  })

  test('whoever comes second is told so', async () => {
    await link('Lamps').click()
    await page.getByLabel('Reason').fill('Yes.')
    await decideElsewhere('lamps')
    await page.getByRole('button', { name: 'Approve request' }).click()
    await page.getByText('The sub-request is no longer waiting for a decision.').waitFor()
    await page.getByText('This request is not waiting for a decision').waitFor()
    fixture.ignoreErrors(/409/)
    await page.getByText('Denied: No gauges are left.').waitFor()
    await inspect(page, 'operate-quota-second')
    await page.getByRole('link', { name: 'Go to the waiting requests' }).click()
    await link('Masts').waitFor()
  })

  test('several are approved with one reason, and each has its result', async () => {
    for (const name of ['Masts', 'Nets', 'Oars']) await choose(name)
    await press(page, page.getByRole('button', { name: 'Approve 3 requests' }))
    const dialog = page.getByRole('dialog', { name: 'Approve 3 requests' })
    await press(page, dialog.getByRole('button', { name: 'Approve 3 requests' }))
    await dialog.getByText('Enter a reason.').waitFor()
    await inspect(page, 'operate-quota-several')
    await decideElsewhere('nets')
    await type(page, dialog.getByLabel('Reason'), 'The quay has room.')
    await press(page, dialog.getByRole('button', { name: 'Approve 3 requests' }))
    await dialog.getByText('2 of 3 requests: approved.').waitFor()
    fixture.ignoreErrors(/409/)
    await dialog.getByText(`Masts 24 for ${SUB}: Approved.`).waitFor()
    await dialog.getByText(`Nets 25 for ${SUB}: The sub-request is no longer waiting`).waitFor()
    await inspect(page, 'operate-quota-results')
    await press(page, dialog.getByRole('button', { name: 'Close' }))
    await expect
      .poll(async () =>
        (await page.getByRole('rowheader').allInnerTexts()).map((one) => one.trim()),
      )
      .toEqual(['Piers'])
    expect([await limitOf('masts'), await limitOf('nets')]).toEqual([24, 10])
  })

  test('several are denied', async () => {
    await ask('nets', 30)
    await waitUntilWaiting(2)
    // It comes by itself.
    await link('Nets').waitFor()
    await press(page, page.getByRole('checkbox', { name: 'Select all' }), 'Space')
    await press(page, page.getByRole('button', { name: 'Deny 2 requests' }))
    const dialog = page.getByRole('dialog')
    await type(page, dialog.getByLabel('Reason'), 'Not this year.')
    await press(page, dialog.getByRole('button', { name: 'Deny 2 requests' }))
    await dialog.getByText('2 of 2 requests: denied.').waitFor()
    await press(page, dialog.getByRole('button', { name: 'Close' }))
    await page.getByRole('heading', { name: 'No requests are waiting' }).waitFor()
  })
})

test('outside the networks of operators, the page names the network and the setting', async () => {
  const message =
    'The address 203.0.113.7 is outside the networks of operators (10.0.0.0/8). Use one of these networks, or change OPERATOR_NETWORKS, which the proxy reads when it starts.'
  const json = { error: { code: 'OutsideOperatorNetworks', message } }
  await page.route('**/operator/v1/**', (route) => route.fulfill({ status: 403, json }))
  await page.reload()
  await page.getByText(message).first().waitFor()
  expect(await page.getByText('renamed or deleted').count()).toBe(0)
  await inspect(page, 'operate-quota-outside')
  await page.unrouteAll()
  fixture.ignoreErrors(/403/)
})

describe('what was given up', () => {
  test('is listed with its attempts and the last error', async () => {
    for (const name of ['buoys', 'bells', 'gauges']) await ask(name, 30, LIGHTS)
    const count = async () =>
      (await quota.callAsOperator('GET', '/quota/given-up')).body.value.length
    await expect.poll(count).toBe(3)
    await page.goto(`${origin}/operate/quota/given-up`)
    await rowOf('Gauges').waitFor()
    expect(await cellsOf(rowOf('Buoys'))).toMatch(
      /Buoys harbour-works contoso.lights, eastus 30 2 it responded with 503 ProviderUnavailable/,
    )
    await inspect(page, 'operate-given-up')
  })

  test('is tried again, and leads to the new request', async () => {
    provider.answerWith((_call, response) => response.writeHead(204).end())
    await press(page, page.getByRole('button', { name: `Try again: Buoys 30 for ${SUB}` }))
    const dialog = page.getByRole('dialog')
    await press(page, dialog.getByRole('button', { name: 'Try 1 request again' }))
    await dialog.getByText('1 of 1 request: tried again as a new request.').waitFor()
    await press(page, dialog.getByRole('button', { name: 'Close' }))
    await expect.poll(() => limitOf('buoys', LIGHTS)).toBe(30)
    await press(page, page.getByRole('link', { name: `New request for Buoys 30 for ${SUB}` }))
    await page.getByRole('heading', { name: `Quota requests for ${SUB}` }).waitFor()
    await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual(['Buoys 30'])
    await page.getByText('because it was granted before.').waitFor()
    await page.getByRole('button', { name: 'Clear filter' }).waitFor({ state: 'detached' })
    await page.goto(`${origin}/operate/quota/subscriptions/${SUB}`)
    await page.getByText('requests in the past year').waitFor()
    await inspect(page, 'operate-quota-history')
  })

  test('several are tried again, without those that were', async () => {
    await page.goto(`${origin}/operate/quota/given-up`)
    await press(page, page.getByRole('checkbox', { name: 'Select all' }), 'Space')
    await press(page, page.getByRole('button', { name: 'Try 2 requests again' }))
    const dialog = page.getByRole('dialog')
    await press(page, dialog.getByRole('button', { name: 'Try 2 requests again' }))
    await dialog.getByText('2 of 2 requests: tried again as a new request.').waitFor()
    await press(page, dialog.getByRole('button', { name: 'Close' }))
    await expect.poll(() => page.getByRole('link', { name: /^New request/ }).count()).toBe(3)
    await expect.poll(() => limitOf('gauges', LIGHTS)).toBe(30)
    await inspect(page, 'operate-given-up-retried')
  })
})
