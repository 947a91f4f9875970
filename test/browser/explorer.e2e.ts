import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../../src/processes/dev/free-port.ts'
import { useDatabase } from '../support/database/use-database.ts'
import { useServer } from '../support/server/server.ts'
import { insertAccount, insertToken } from '../support/world/samples.ts'
import { closeContexts, findBrowser } from './browser.ts'

const database = useDatabase()
const server = useServer({ databaseUrl: database.url })
const port = await findFreePort()
const [here, elsewhere] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
/** A browser looks for such a name on this machine. */
const management = `http://management.localhost:${port}`
const apart = useServer({
  databaseUrl: database.url,
  port,
  env: {
    PUBLIC_URL: here,
    BASE_URL: elsewhere,
    MANAGEMENT_URL: management,
    PORTAL_URL: 'https://portal.example',
  },
})

let browser: Browser
let page: Page
const browserErrors: string[] = []
const foreignRequests: string[] = []

beforeAll(async () => {
  browser = await findBrowser()
  page = await browser.newPage({ viewport: { width: 1280, height: 1100 } })
  page.on('console', (message) => {
    if (message.type() === 'error') browserErrors.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith('data:')) {
      foreignRequests.push(request.url())
    }
  })
})
afterAll(closeContexts)

describe('the API explorer', () => {
  let value: string

  test('A72: it offers an authorization scheme with the name APIToken', async () => {
    const account = await insertAccount(database.db, { name: 'ada' })
    value = (await insertToken(database.db, { homeId: account.id })).value
    await page.goto(`${server.url}/explorer`)
    await page.getByRole('button', { name: 'Authorize' }).first().click()
    expect(await page.locator('.modal-ux').innerText()).toMatch(/APIToken\s+\(apiKey\)/)
  })

  test('A73: the scheme asks for a token value', async () => {
    const dialog = page.locator('.modal-ux')
    expect(await dialog.innerText()).toContain('X-API-Token')
    await dialog.getByRole('textbox').fill(value)
    await dialog.getByRole('button', { name: 'Apply credentials' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  test('A74: from then on calls carry the token header without further action', async () => {
    await page.getByText('getUser', { exact: true }).click()
    const [response] = await Promise.all([
      page.waitForResponse(`${server.url}/v0.1/user`),
      page.getByRole('button', { name: 'Execute' }).click(),
    ])
    expect(response.request().headers()['x-api-token']).toBe(value)
    const body = page.locator('.live-responses-table .response .highlight-code').first()
    await expect.poll(() => body.innerText()).toContain('"email": "ada@example.com"')
  })

  test('asks nobody but this server, and breaks none of its own rules', () => {
    expect(foreignRequests).toEqual([])
    expect(browserErrors).toEqual([])
  })

  test('keeps the token out of the browser’s storage', async () => {
    const stored = await page.evaluate(
      'JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])',
    )
    expect(stored).not.toContain('bnu_')
  })
})

describe('the API explorer, where the areas have another origin', () => {
  let apartPage: Page
  const blocked: string[] = []
  beforeAll(async () => {
    apartPage = await browser.newPage()
    apartPage.on('console', (message) => {
      if (/Content Security Policy|CORS/.test(message.text())) blocked.push(message.text())
    })
  })

  test('area A is called across origins, at the public address', async () => {
    const account = await insertAccount(database.db, { name: 'grace' })
    const { value } = await insertToken(database.db, { homeId: account.id })
    expect(apart.url).toContain(String(port))
    await apartPage.goto(`${here}/explorer`)
    await apartPage.locator('#servers').selectOption(elsewhere)
    await apartPage.getByRole('button', { name: 'Authorize' }).first().click()
    const dialog = apartPage.locator('.modal-ux')
    await dialog.getByRole('textbox').fill(value)
    await dialog.getByRole('button', { name: 'Apply credentials' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await apartPage.getByText('getUser', { exact: true }).click()
    const [response] = await Promise.all([
      apartPage.waitForResponse(
        (found) => found.url() === `${elsewhere}/v0.1/user` && found.request().method() === 'GET',
      ),
      apartPage.getByRole('button', { name: 'Execute' }).click(),
    ])
    expect(response.status()).toBe(200)
    const body = apartPage.locator('.live-responses-table .response .highlight-code').first()
    await expect.poll(() => body.innerText()).toContain('"email": "grace@example.com"')
  })

  test('areas B and C are called across origins, and their refusals are read', async () => {
    const query = 'api-version=2025-05-01'
    const path = `/subscriptions/s/providers/Microsoft.ResourceHealth/events?${query}`
    const status = await apartPage.evaluate(
      `fetch('${management}${path}', { headers: { authorization: 'Bearer x' } }).then((answer) => answer.status)`,
    )
    expect(status).toBe(401)
    expect(blocked).toEqual([])
  })
})
