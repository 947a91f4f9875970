import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openQuota } from '../../support/server/quota.ts'
import { inspect } from '../looks.ts'
import { press, tabTo, type, usePortalFixture } from '../portal-fixture.ts'

const fixture = await usePortalFixture({
  runsJobs: true,
  env: { VENDOR_NAMESPACE: 'Contoso', RATE_LIMITS: 'false' },
})
const { origin } = fixture
const quota = openQuota(fixture.installation)

const SUB = 'harbour-works'
const PROVIDER = 'Contoso.Tides'
const resource = (name: string, displayName: string) => ({
  name,
  displayName,
  defaultLimit: 10,
  headroom: 10,
  maximum: 50,
})
const CATALOGUE = {
  locations: ['East US', 'West US'],
  resources: [resource('buoys', 'Buoys'), resource('lamps', 'Lamps'), resource('bells', 'Bells')],
}
const usage = (name: string, location: string, currentValue: number) => ({
  provider: PROVIDER,
  location,
  resource: name,
  currentValue,
})

let ada: Page

beforeAll(async () => {
  await quota.addOperator()
  const people = await fixture.insertPeople('ada', 'rex')
  await quota.callAsOperator('PUT', `/quota/providers/${PROVIDER}`, CATALOGUE)
  await quota.addSubscription(SUB, { [people.ada.id]: 'contributor', [people.rex.id]: 'reader' })
  const value = [
    usage('buoys', 'East US', 10),
    usage('lamps', 'East US', 8),
    usage('bells', 'West US', 3),
  ]
  await quota.callAsOperator('PATCH', `/subscriptions/${SUB}/quota`, { value })
  await sql`
    insert into quota_usage
    select ${SUB}, 'contoso.tides', 'eastus', 'lamps', current_date - days, 3 + days % 5, 4 + days % 5, 10, now()
      from generate_series(1, 80) as days where days % 9 > 1`.execute(fixture.database.db)
  ada = await fixture.openSignedIn('ada', '/quota')
})

const main = () => ada.getByRole('main')
const firstCells = async () => {
  const texts = await ada.getByRole('rowheader').allInnerTexts()
  return texts.map((text) => text.trim())
}
const outcome = (n: number) => ada.getByRole('group', { name: `Limit ${n}` }).getByRole('status')

describe('limits', () => {
  test('are listed with what is used most first, each with a bar, numbers, a word and a shape', async () => {
    await ada.waitForURL(`${origin}/quota/${SUB}`)
    await ada.getByRole('link', { name: 'Buoys' }).first().waitFor()
    const rows = await ada.getByRole('row').allInnerTexts()
    expect(rows[1]).toMatch(/Buoys.*East US.*10 of 10.*100 %.*Critical/s)
    expect(rows[2]).toMatch(/Lamps.*East US.*8 of 10.*80 %.*Warning/s)
    expect(rows[3]).toMatch(/Bells.*West US.*3 of 10.*30 %.*Normal/s)
    await ada.getByText('1 limit at 95 % or more, 1 limit at 80 % or more.').waitFor()
    await inspect(ada, 'quota-limits')
  })

  test('of a provider and location have an address of their own', async () => {
    await ada.getByLabel('Provider').selectOption(PROVIDER)
    await ada.getByLabel('Location').selectOption('West US')
    await expect.poll(() => new URL(ada.url()).search).toContain('location=West')
    await expect.poll(firstCells).toEqual(['Bells', 'Buoys', 'Lamps'])
    await ada.reload()
    await expect.poll(firstCells).toEqual(['Bells', 'Buoys', 'Lamps'])
    await ada.getByLabel('Location').selectOption('All locations')
    await expect.poll(async () => (await firstCells()).length).toBe(6)
  })

  test('show their usage over 30 and 90 days, as a chart and as a table', async () => {
    await ada.goto(`${origin}/quota/${SUB}`)
    await ada
      .getByRole('row')
      .filter({ hasText: '8 of 10' })
      .getByRole('link', { name: 'Lamps', exact: true })
      .click()
    const chart = (days: number) =>
      ada.getByRole('img', { name: `Usage and limit over the last ${days} days` })
    await chart(30).waitFor()
    await inspect(ada, 'quota-limit')
    await ada.getByLabel('Period').selectOption('90 days')
    await chart(90).waitFor()
    await press(ada, ada.getByLabel('Show as table'), 'Space')
    await expect.poll(() => ada.url()).toContain('table=true')
    const rows = await ada.getByRole('row').count()
    expect(rows).toBeGreaterThan(60)
    expect(await ada.getByRole('row').nth(1).innerText()).toMatch(/^\d{4}-\d\d-\d\d\s+8\s+8\s+10$/)
    await inspect(ada, 'quota-limit-table')
  })
})

describe('a request', () => {
  test('by keyboard: says what would happen, is sent, and its page follows', async () => {
    await ada.goto(`${origin}/quota/${SUB}`)
    await press(ada, ada.getByRole('link', { name: 'Request more Lamps in East US' }))
    await type(ada, ada.getByLabel('New limit'), '15')
    await expect.poll(() => outcome(1).innerText()).toBe('Granted immediately')
    await type(ada, ada.getByLabel('New limit'), '51')
    await expect.poll(() => outcome(1).innerText()).toContain('Above the maximum')
    expect(await outcome(1).innerText()).toContain('The maximum is 50 (Count).')
    const send = ada.getByRole('button', { name: 'Request 2 limits' })
    await type(ada, ada.getByLabel('New limit'), '15')
    await press(ada, ada.getByRole('button', { name: 'Add a limit' }))
    expect(await send.isEnabled()).toBe(false)
    const second = ada.getByRole('group', { name: 'Limit 2' })
    await tabBackTo(ada, second.getByLabel('Resource'))
    await ada.keyboard.type('Bel')
    await type(ada, second.getByLabel('New limit'), '30')
    await expect.poll(() => outcome(2).innerText()).toContain('Waits for an operator')
    await expect.poll(() => outcome(1).innerText()).toBe('Granted immediately')
    await inspect(ada, 'quota-new')
    await press(ada, send)
    await ada.getByRole('heading', { name: 'Quota request' }).waitFor()
    const waiting = ada.getByRole('list', { name: 'Steps for Bells' })
    await waiting.getByText('Awaiting a decision by an operator.').waitFor()
    await ada.getByRole('list', { name: 'Steps for Lamps' }).getByText('Succeeded').waitFor()
    await inspect(ada, 'quota-request-open')
  })

  test('is decided by an operator while the page is open, and the page shows it', async () => {
    const [subRequest] = await quota.waiting(SUB)
    if (!subRequest) throw new Error('nothing waits')
    const decision = {
      decision: 'approve',
      limit: 25,
      reason: 'More bells than that are too loud.',
    }
    expect((await quota.decide(subRequest, decision)).status).toBe(204)
    const steps = ada.getByRole('list', { name: 'Steps for Bells' })
    await steps.getByText('Succeeded').waitFor({ timeout: 20_000 })
    await main().getByText('Granted 25 of the 30 (Count) requested').waitFor()
    expect(await steps.innerText()).toMatch(
      /Submitted.*Checked against the rules.*Granted.*Succeeded/s,
    )
    await inspect(ada, 'quota-request-ended')
  })

  test('is asked for again with other limits', async () => {
    await press(ada, ada.getByRole('link', { name: 'Edit and resubmit' }))
    const limitsTyped = async () =>
      Promise.all((await ada.getByLabel('New limit').all()).map((field) => field.inputValue()))
    await expect.poll(limitsTyped).toEqual(['15', '30'])
    await press(ada, ada.getByRole('button', { name: 'Remove limit 1' }))
    await type(ada, ada.getByLabel('New limit'), '28')
    await press(ada, ada.getByRole('button', { name: 'Send the request' }))
    // The form says the same of what would happen.
    await ada.waitForURL(/\/requests\/[0-9a-f-]{36}$/)
    await ada.getByText('Awaiting a decision by an operator.').first().waitFor()
    await ada.goto(`${origin}/quota/${SUB}/requests`)
    await expect.poll(firstCells).toEqual(['Bells 28', 'Lamps 15, Bells 25 of 30'])
    await inspect(ada, 'quota-requests')
  })

  test('that would replace an open one says so, and one that is the same too', async () => {
    await ada.goto(
      `${origin}/quota/${SUB}/new?provider=${PROVIDER}&location=East%20US&resource=bells`,
    )
    await ada.getByLabel('New limit').fill('28')
    await expect.poll(() => outcome(1).innerText()).toContain('Already requested')
    await ada.getByLabel('New limit').fill('29')
    await expect.poll(() => outcome(1).innerText()).toContain('It replaces an open request.')
  })

  test('is not for a reader: the form says who can', async () => {
    const rex = await fixture.openSignedIn(
      'rex',
      `/quota/${SUB}/new?provider=${PROVIDER}&location=East%20US&resource=bells`,
    )
    await rex.getByLabel('New limit').fill('11')
    await rex.getByText('You need the owner or contributor role.').waitFor()
    expect(await rex.getByRole('button', { name: 'Send the request' }).isEnabled()).toBe(false)
    fixture.ignoreErrors(/403/)
    await inspect(rex, 'quota-new-reader')
    await rex.context().close()
  })
})

/** As Tab does, the other way. */
async function tabBackTo(page: Page, target: ReturnType<Page['getByLabel']>): Promise<void> {
  await target.waitFor()
  for (let stops = 0; stops < 20; stops++) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Shift+Tab')
  }
  await tabTo(page, target)
}
