import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../support/http/signer.ts'
import { insertApp, insertOrganization } from '../support/world/world.ts'
import { inspect, WIDE } from './looks.ts'
import { delayResponses, type, usePortalFixture } from './portal-fixture.ts'

/** What pages show when there is nothing, nothing yet, or no answer. */
const fixture = await usePortalFixture()
const { origin } = fixture

let ada: Page
let grace: Page

beforeAll(async () => {
  const { db } = fixture.database
  const people = await fixture.insertPeople('ada', 'grace', 'mary', 'nora')
  const roles = { [people.ada.id]: 'admin', [people.nora.id]: 'member' } as const
  const harbour = await insertOrganization(db, roles, 'harbour')
  await insertApp(db, harbour, {}, 'pilot')
  const owner = { ...people.ada, kind: 'user' as const }
  await insertApp(db, owner, { [people.grace.id]: 'viewer' }, 'tide')
  ada = await fixture.openSignedIn('ada', '/apps')
  grace = await fixture.openSignedIn('grace', '/apps')
})

/** With an id to find it by in the log. */
const FAILED = { status: 500, headers: { 'x-ms-request-id': 'tide-500' } }

async function copyRequestId(shown: Locator): Promise<void> {
  await shown.getByText('HTTP 500 · request tide-500').waitFor()
  await shown.getByRole('button', { name: 'Copy request ID' }).click()
  await shown.getByRole('button', { name: 'Copied request ID' }).waitFor()
  expect(await shown.page().evaluate('navigator.clipboard.readText()')).toBe('tide-500')
  await shown.page().evaluate(`navigator.clipboard.writeText('')`)
}

describe.each([
  ['/apps', /\/v0\.1\/apps$/, 'apps', 'The tide'],
  ['/users/ada/apps/tide', /\/apps\/ada\/tide$/, 'app', 'App secret'],
  ['/users/ada/apps/tide/members', /\/tide\/users$/, 'members', 'The grace'],
  ['/orgs', /\/v0\.1\/orgs$/, 'organizations', 'The harbour'],
  ['/orgs/harbour', /\/v0\.1\/orgs\/harbour$/, 'organization', 'The pilot'],
  ['/orgs/harbour/members', /\/harbour\/users$/, 'members', 'The nora'],
  ['/account', /\/v0\.1\/user$/, 'account', 'ada@example.com'],
  ['/account/invitations', /\/user\/invitations$/, 'invitations', 'No invitations'],
  ['/users/ada/apps/tide/tokens', /\/tide\/api_tokens$/, 'API tokens', 'No API tokens yet'],
  ['/orgs/harbour/tokens', /\/harbour\/api_tokens$/, 'API tokens', 'No API tokens yet'],
])('%s', (path, address, what, shown) => {
  const name = path.slice(1).replaceAll('/', '-')
  const content = () => ada.getByRole('main').getByText(shown, { exact: true })

  test('shows the shape of what is coming', async () => {
    const release = await delayResponses(ada, address)
    await ada.goto(`${origin}${path}`)
    await ada.getByRole('status', { name: 'Loading' }).waitFor()
    expect(await content().count()).toBe(0)
    await inspect(ada, `loading-${name}`, [WIDE])
    await release()
    await content().waitFor()
  })

  test('says what failed, and the way on works', async () => {
    await ada.route(address, (route) => route.fulfill(FAILED))
    await ada.goto(`${origin}${path}`)
    const problem = ada.getByRole('alert', { name: `The ${what} could not be loaded` })
    await copyRequestId(problem)
    await inspect(ada, `broken-${name}`, [WIDE])
    await ada.unrouteAll()
    await problem.getByRole('button', { name: 'Try again' }).click()
    await content().waitFor()
    fixture.ignoreErrors(/500/)
  })
})

describe('settings that are not open to a viewer', () => {
  const SETTINGS = `${origin}/users/ada/apps/tide/settings`
  const SENTENCE = 'Only managers can change these settings.'

  /** Words that a screen reader adds to the name of what is switched off. */
  async function describedBy(name: string): Promise<string> {
    const role = name === 'Display name' ? 'textbox' : 'button'
    const what = grace.getByRole('main').getByRole(role, { name })
    const id = await what.getAttribute('aria-describedby')
    return grace.locator(`[id="${id}"]`).innerText()
  }

  test('say so even when nobody can tell who could open them', async () => {
    await grace.route(/\/tide\/users$/, (route) => route.fulfill({ status: 500 }))
    await grace.goto(SETTINGS)
    await grace.getByText(SENTENCE).waitFor()
    expect(await grace.getByText('Managers of this app:').count()).toBe(0)
    await grace.unrouteAll()
    fixture.ignoreErrors(/500/)
  })

  test('each say why', async () => {
    await grace.goto(SETTINGS)
    await grace.getByText('Managers of this app: The ada.').waitFor()
    for (const name of ['Display name', 'Save details', 'Delete app']) {
      expect([name, await describedBy(name)]).toEqual([name, expect.stringContaining(SENTENCE)])
    }
    expect(await describedBy('Transfer app')).toContain('Only the owner can transfer this app.')
  })
})

describe('a session that has to be renewed', () => {
  const expireSoon = `sessionStorage.setItem('binnacle.session', JSON.stringify(
    { ...JSON.parse(sessionStorage.getItem('binnacle.session')), expiresAtMs: Date.now() + 30_000 }))`
  const token = /\/oauth2\/token$/

  test('is not given up because no answer came', { timeout: 180_000 }, async () => {
    const page = await fixture.openSignedIn('ada', '/apps')
    await page.getByRole('link', { name: 'The tide' }).waitFor()
    await page.route(token, (route) => route.abort())
    await page.evaluate(expireSoon)
    await page.getByRole('link', { name: 'Organizations' }).click()
    const problem = page.getByRole('alert', { name: 'The organizations could not be loaded' })
    await problem.waitFor({ timeout: 60_000 })
    await problem.getByText('The server did not respond.').waitFor()
    await page.unroute(token)
    await problem.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'The harbour' }).waitFor()
    fixture.ignoreErrors(/ERR_FAILED/)
    await page.context().close()
  })

  test('ends where the provider refuses it: the way leads through the sign-in', async () => {
    const page = await fixture.openSignedIn('ada', '/apps')
    await page.getByRole('link', { name: 'The tide' }).waitFor()
    await page.route(token, (route) =>
      route.fulfill({ status: 400, json: { error: 'invalid_grant' } }),
    )
    await page.evaluate(expireSoon)
    // Not `click`, which waits for a page that is being left.
    await Promise.all([
      page.waitForRequest(/\/oauth2\/auth\?/),
      page.getByRole('link', { name: 'Organizations' }).dispatchEvent('click'),
    ])
    fixture.ignoreErrors(/400/)
    await page.context().close()
  })
})

test('a form and the pages of a sign-in show the id of the request that failed', async () => {
  await ada.route(/\/v0\.1\/apps$/, (route) =>
    route.request().method() === 'POST' ? route.fulfill(FAILED) : route.continue(),
  )
  await ada.goto(`${origin}/apps`)
  await ada.getByRole('button', { name: 'Create app' }).click()
  const dialog = ada.getByRole('dialog', { name: 'Create app' })
  await dialog.getByLabel('Display name').fill('Tide Tables')
  await dialog.getByLabel('OS').selectOption('Linux')
  await dialog.getByRole('button', { name: 'Create app' }).click()
  await copyRequestId(dialog.getByRole('alert'))
  await inspect(ada, 'form-broken')
  await ada.unrouteAll()
  const page = await fixture.open()
  await page.route(/openid-configuration$/, (route) => route.fulfill(FAILED))
  await page.goto(`${origin}/apps`)
  await page.getByRole('heading', { name: 'You cannot sign in right now' }).waitFor()
  await copyRequestId(page.getByRole('main'))
  await inspect(page, 'no-sign-in')
  await page.unrouteAll()
  await page.route(/\/oauth2\/token$/, (route) => route.fulfill(FAILED))
  await page.goto(`${origin}/apps`)
  await type(page, page.getByLabel('E-mail or name'), 'ada')
  await type(page, page.getByLabel('Password'), PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'You are not signed in' }).waitFor()
  await copyRequestId(page.getByRole('main'))
  await page.context().close()
  fixture.ignoreErrors(/500/)
})

test('no apps, no such page and a sign-in that failed are whole and accessible', async () => {
  const mary = await fixture.openSignedIn('mary', '/apps')
  await mary.getByRole('heading', { name: 'No apps yet' }).waitFor()
  await inspect(mary, 'apps-none')
  await mary.goto(`${origin}/nowhere`)
  await mary.getByRole('heading', { name: 'Page not found' }).waitFor()
  await inspect(mary, 'missing')
  await mary.goto(`${origin}/signed-in?state=forged&code=forged`)
  await mary.getByRole('heading', { name: 'You are not signed in' }).waitFor()
  // No request failed (DW81).
  expect(await mary.getByRole('button', { name: 'Copy request ID' }).count()).toBe(0)
  await inspect(mary, 'sign-in-failed')
  await mary.context().close()
})
