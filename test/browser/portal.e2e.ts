import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openSeal } from '../../src/platform/crypto/seal.ts'
import { findFreePort } from '../../src/processes/dev/free-port.ts'
import { useDatabase } from '../support/database/use-database.ts'
import { insertPassword } from '../support/http/signed-in.ts'
import { PASSWORD } from '../support/http/signer.ts'
import { useServer } from '../support/server/server.ts'
import { insertOrganization, insertPerson } from '../support/world/world.ts'
import { closeContexts, findBrowser } from './browser.ts'
import { inspect, NARROW } from './looks.ts'
import { collectErrors, delayResponses } from './portal-fixture.ts'

const port = await findFreePort()
const origin = `http://127.0.0.1:${port}`
const belowPort = await findFreePort()
const below = `http://127.0.0.1:${belowPort}`
const database = useDatabase()
const common = {
  databaseUrl: database.url,
  seal: openSeal(randomBytes(32)),
  portalFolder: `${import.meta.dirname}/../../dist/portal`,
}
useServer({ ...common, port, env: { PUBLIC_URL: origin } })
useServer({
  ...common,
  port: belowPort,
  env: { PUBLIC_URL: below, PORTAL_URL: `${below}/console` },
})

let browser: Browser
let browserErrors: string[] = []

beforeAll(async () => {
  browser = await findBrowser()
  const { db } = database
  for (const name of ['ada', 'grace', 'mary']) {
    const { id } = await insertPerson(db, name)
    await insertPassword(db, id)
    if (name === 'grace') continue
    const org = await insertOrganization(db, { [id]: 'admin' }, `harbour-${name}`)
    await insertApps(org.id, name === 'mary' ? 2000 : 12)
  }
})
afterAll(closeContexts)
/** A refused style or script, a failed request and a bug all end up here. */
afterEach(() => {
  const found = browserErrors
  browserErrors = []
  expect(found).toEqual([])
})

async function insertApps(owner: string, count: number): Promise<void> {
  await sql`
    insert into app (owner_id, id, owner_kind, name, name_key, display_name, os, platform, app_secret,
                     created_at, updated_at)
    select ${owner}::uuid, gen_random_uuid(), 'org', 'tide-' || n, 'tide-' || n, 'The tide-' || n,
           'Linux', 'Custom', gen_random_uuid(), now(), now()
      from generate_series(1, ${count}::int) n`.execute(database.db)
}

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  collectErrors(page, [origin, below], (error) => browserErrors.push(error))
  return page
}

async function signIn(page: Page, login: string): Promise<void> {
  await page.getByLabel('E-mail or name').fill(login)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function signInAndOpen(page: Page, login: string, path = '/apps'): Promise<void> {
  await page.goto(`${origin}${path}`)
  await signIn(page, login)
  await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor()
}

const headingOf = (page: Page) => page.getByRole('heading', { level: 1 })

describe('a person in the portal', () => {
  test('signs in, sees no apps, creates one, and finds it in the list', async () => {
    const page = await openPage()
    await signInAndOpen(page, 'grace')
    await page.getByRole('heading', { level: 2, name: 'No apps yet' }).waitFor()
    await page.getByRole('button', { name: 'Create app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create app' })
    await dialog.getByRole('button', { name: 'Create app' }).click()
    await dialog.getByText('Enter a display name.').waitFor()
    await dialog.getByLabel('Display name').fill('Tide Tables')
    await dialog.getByLabel('OS').selectOption('Linux')
    await dialog.getByLabel('Platform').selectOption('Custom')
    await dialog.getByRole('button', { name: 'Create app' }).click()
    await dialog.waitFor({ state: 'detached' })
    const row = page.getByRole('row', { name: 'Tide Tables' })
    await expect.poll(() => row.innerText()).toMatch(/Linux\s+Custom\s+manager/)
    await page.reload()
    await row.waitFor()
    await page.context().close()
  })

  test('creates an app in an organization', async () => {
    const page = await openPage()
    await signInAndOpen(page, 'ada')
    await page.getByRole('button', { name: 'Create app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create app' })
    await dialog.getByLabel('Display name').fill('Pilot Book')
    await dialog.getByLabel('Owner').selectOption('The harbour-ada')
    await dialog.getByRole('button', { name: 'Create app' }).click()
    const row = page.getByRole('row', { name: 'Pilot Book' })
    await expect.poll(() => row.innerText()).toContain('The harbour-ada')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Create app')
    await page.context().close()
  })

  test('comes back to the deep link that needed a sign-in', async () => {
    const page = await openPage()
    await page.goto(`${origin}/apps?filter=tide-1&sort=-name`)
    await signIn(page, 'ada')
    await page.waitForURL(`${origin}/apps?filter=tide-1&sort=-name`)
    const names = page.getByRole('rowheader')
    await expect
      .poll(() => names.allInnerTexts())
      .toEqual(['The tide-12', 'The tide-11', 'The tide-10', 'The tide-1'])
    await page.context().close()
  })

  test('filters as they type, from the keyboard, and the address keeps it', async () => {
    const page = await openPage()
    await signInAndOpen(page, 'ada', '/apps')
    await page.getByRole('row', { name: 'tide-7' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('tide-7')
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(1)
    expect(new URL(page.url()).searchParams.get('filter')).toBe('tide-7')
    await page.getByRole('link', { name: 'The tide-7' }).click()
    await page.waitForURL(`${origin}/orgs/harbour-ada/apps/tide-7`)
    await expect.poll(() => page.title()).toBe('Overview · The tide-7 · Binnacle')
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1')
    await page.goBack()
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(1)
    await page.context().close()
  })

  test('has the apps asked for ahead of the script that shows them, and once', async () => {
    const page = await openPage()
    await signInAndOpen(page, 'ada', '/apps')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const release = await delayResponses(page, /\/assets\/shell-/)
    await Promise.all([
      page.waitForRequest(`${origin}/v0.1/apps`),
      page.reload({ waitUntil: 'commit' }),
    ])
    await release()
    await page.getByRole('row', { name: 'tide-7' }).waitFor()
    expect(asked.filter((path) => path === '/v0.1/apps')).toHaveLength(1)
    await page.context().close()
  })

  test('is not told whether an app is missing or closed to them', async () => {
    const page = await openPage()
    await signInAndOpen(page, 'grace')
    await page.goto(`${origin}/orgs/harbour-ada/apps/tide-1`)
    await page.getByRole('heading', { name: 'App not found' }).waitFor()
    // The browser itself notes a 404; nothing else may complain.
    browserErrors = browserErrors.filter((text) => !text.includes('404'))
    await page.context().close()
  })

  test('signs out for good: a link asks for the password again', async () => {
    const page = await openPage()
    await signInAndOpen(page, 'ada')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(`${origin}/signed-out`)
    expect(await headingOf(page).innerText()).toBe('You are signed out')
    expect(await page.evaluate('Object.keys(sessionStorage)')).not.toContain('binnacle.session')
    await page.goto(`${origin}/apps`)
    await page.getByLabel('Password').waitFor()
    await page.goto(`${origin}/signed-out`)
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await signIn(page, 'ada')
    await page.waitForURL(`${origin}/`)
    await page.context().close()
  })

  test('keeps the refresh token out of every store of the browser', async () => {
    const page = await openPage()
    const answers: string[] = []
    page.on('response', async (response) => {
      if (response.url().endsWith('/oauth2/token')) answers.push(await response.text())
    })
    await signInAndOpen(page, 'ada')
    const { refresh_token } = JSON.parse(answers[0] ?? '{}')
    expect(refresh_token).toBeTruthy()
    const stored = await page.evaluate('JSON.stringify([{...sessionStorage}, {...localStorage}])')
    expect(stored).not.toContain(refresh_token)
    await page.context().close()
  })
})

test('the portal works below a path, where PORTAL_URL says it is', async () => {
  const page = await openPage()
  await page.goto(`${below}/console/apps?sort=-name`)
  await signIn(page, 'ada')
  await page.waitForURL(`${below}/console/apps?sort=-name`)
  await page.getByRole('row', { name: 'tide-7' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('tide-7')
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(1)
  expect(page.url()).toBe(`${below}/console/apps?filter=tide-7&sort=-name`)
  await page.getByRole('link', { name: 'The tide-7' }).click()
  await page.waitForURL(`${below}/console/orgs/harbour-ada/apps/tide-7`)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(`${below}/console/signed-out`)
  await page.context().close()
})

test('two thousand apps are there quickly, and few of them are rendered', async () => {
  const page = await openPage()
  await signInAndOpen(page, 'mary')
  await page.getByRole('status').filter({ hasText: '2,000 total' }).waitFor()
  expect(await page.getByRole('row').count()).toBeLessThan(120)
  const started = Date.now()
  await page.getByLabel('Filter apps').fill('tide-1999')
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(1)
  expect(Date.now() - started).toBeLessThan(10_000)
  await page.getByLabel('Filter apps').fill('')
  await page.getByRole('link', { name: 'The tide-1', exact: true }).waitFor()
  await page.context().close()
})

test('pages are whole and accessible in every look', { timeout: 120_000 }, async () => {
  // What fades in is too faint to read for a moment, and a picture must not catch it then.
  const page = await openPage({ reducedMotion: 'reduce' })
  await signInAndOpen(page, 'ada')
  await page.getByRole('link', { name: 'The tide-1', exact: true }).waitFor()
  await inspect(page, 'apps')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  await inspect(page, 'menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create app' }).click()
  await page.getByRole('dialog').getByLabel('Owner').waitFor()
  await inspect(page, 'create')
  await page.keyboard.press('Escape')
  await page.setViewportSize(NARROW)
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Apps' }).waitFor()
  await inspect(page, 'drawer', [NARROW])
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'The tide-1', exact: true }).click()
  await page.getByText('App secret', { exact: true }).waitFor()
  await inspect(page, 'app')
  await page.goto(`${origin}/signed-out`)
  await headingOf(page).waitFor()
  await inspect(page, 'signed-out')
  await page.context().close()
})
