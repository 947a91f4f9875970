import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertAccount, insertToken } from '../samples.ts'
import { useServer } from '../server.ts'
import { useDatabase } from '../use-database.ts'
import { openBrowser } from './browser.ts'

const database = useDatabase()
const server = useServer({ databaseUrl: database.url })

let browser: Browser
let page: Page
const complaints: string[] = []
const strangers: string[] = []

beforeAll(async () => {
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1280, height: 1100 } })
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith('data:')) {
      strangers.push(request.url())
    }
  })
})
afterAll(() => browser.close())

/** For the docs: a token is a secret, so the picture shows where it stands and not what it is. */
async function takePicture(token: string): Promise<void> {
  await page.evaluate(`(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      if (text.data.includes('${token}')) text.data = text.data.replace('${token}', '<API_TOKEN>')
    }
  })()`)
  const clip = { x: 0, y: 0, width: 1280, height: 1400 }
  await page.screenshot({ path: 'docs/images/explorer.png', fullPage: true, clip })
}

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
    await page.getByText('getUser').click()
    const [response] = await Promise.all([
      page.waitForResponse(`${server.url}/v0.1/user`),
      page.getByRole('button', { name: 'Execute' }).click(),
    ])
    expect(response.request().headers()['x-api-token']).toBe(value)
    const body = page.locator('.live-responses-table .response .highlight-code').first()
    await expect.poll(() => body.innerText()).toContain('"email": "ada@example.com"')
    if (process.env.PICTURES) await takePicture(value)
  })

  test('asks nobody but this server, and breaks none of its own rules', () => {
    expect(strangers).toEqual([])
    expect(complaints).toEqual([])
  })

  test('keeps the token out of the browser’s storage', async () => {
    const stored = await page.evaluate(
      'JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie])',
    )
    expect(stored).not.toContain('bnu_')
  })
})
