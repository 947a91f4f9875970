import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSeal } from '../../src/platform/crypto/seal.ts'
import { findFreePort } from '../../src/processes/dev/free-port.ts'
import { useDatabase } from '../support/database/use-database.ts'
import { insertPassword } from '../support/http/signed-in.ts'
import { PASSWORD } from '../support/http/signer.ts'
import { makeCertificate } from '../support/processes/certificate.ts'
import { startEmulator } from '../support/processes/emulator.ts'
import { openQuota } from '../support/server/quota.ts'
import { useServer } from '../support/server/server.ts'
import { insertPerson } from '../support/world/world.ts'
import { closeContexts, findBrowser } from './browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await findBrowser()
})
afterAll(closeContexts)

/** A page of a browser that trusts the certificate, and what it complained of. */
async function openPage() {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 1100 },
  })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const browserErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') browserErrors.push(message.text())
  })
  return { page, browserErrors }
}

const show = (page: Page, area: string) =>
  page.locator('#select').selectOption(`/openapi/${area}.json`)

/** Through the window that the explorer opens: password and consent, unless that was before; and back. */
async function signIn(page: Page, login: string, password: string, isFirst = true): Promise<void> {
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  const dialog = page.locator('.modal-ux')
  expect(await dialog.innerText()).toContain('user_impersonation')
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.locator('button.authorize').click(),
  ])
  if (isFirst) {
    await popup.getByLabel('E-mail or name').fill(login)
    await popup.getByLabel('Password').fill(password)
    await popup.getByRole('button', { name: 'Sign in' }).click()
    await popup.getByRole('button', { name: 'Allow' }).click()
  }
  await dialog.getByText('Logout').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
}

/** Fills in what an operation asks for, runs it, and answers with its status and body. */
async function run(page: Page, operation: string, fields: Record<string, string>, body?: object) {
  const block = page.locator('.opblock').filter({ hasText: new RegExp(`${operation}(?!\\w)`) })
  await block.locator('.opblock-summary').click()
  for (const [name, value] of Object.entries(fields)) {
    await block.locator(`tr[data-param-name="${name}"] input`).fill(value)
  }
  if (body) await block.locator('textarea.body-param__text').fill(JSON.stringify(body))
  const [response] = await Promise.all([
    page.waitForResponse((answer) => answer.url().includes('/subscriptions/')),
    block.getByRole('button', { name: 'Execute' }).click(),
  ])
  await block.locator('.live-responses-table .response .highlight-code').first().waitFor()
  return { status: response.status(), text: await response.text() }
}

/** For the docs: an access token is a secret, so the picture shows where it stands and not what it is. */
async function takePicture(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      text.data = text.data.replace(/eyJ[\\w.-]+/, '<ACCESS_TOKEN>')
    }
  })()`)
  const clip = { x: 0, y: 460, width: 1280, height: 1450 }
  await page.screenshot({ path: 'docs/images/explorer-events.png', fullPage: true, clip })
}

const QUOTA = {
  providerId: 'Microsoft.Compute',
  location: 'eastus',
  resourceName: 'standardFSv2Family',
  'api-version': '2020-10-25',
}

const QUOTA_BODY = { properties: { limit: 20 } }

async function listEvents(page: Page, subscriptionId: string): Promise<string> {
  const events = await run(page, 'listEvents', { subscriptionId, 'api-version': '2025-05-01' })
  expect(events.status).toBe(200)
  return events.text
}

for (const scheme of ['http', 'https'] as const) {
  describe(`the explorer on ${scheme}://localhost`, async () => {
    const port = await findFreePort()
    const origin = `${scheme}://localhost:${port}`
    const database = useDatabase()
    const seal = openSeal(randomBytes(32))
    const server = useServer({
      databaseUrl: database.url,
      seal,
      runsJobs: true,
      // Over http nothing is said about the address: this is the default.
      env: scheme === 'http' ? { PORT: String(port) } : { PUBLIC_URL: origin },
      ...(scheme === 'http' && { port }),
    })
    const certificate = makeCertificate()
    let secure: Server | undefined
    beforeAll(async () => {
      if (scheme === 'http') return
      const { TLS_CERT_FILE: cert, TLS_KEY_FILE: key } = certificate.settings
      secure = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (...call) =>
        server.app.routing(...call),
      )
      await once(secure.listen(port, '127.0.0.1'), 'listening')
    })
    afterAll(() => {
      secure?.close()
      secure?.closeAllConnections()
      certificate.remove()
    })

    test('sign in, see the scope, list events, request quota', async () => {
      const installation = {
        url: () => server.url,
        db: () => database.db,
        seal,
        vendor: 'Microsoft',
        origin,
        managementUrl: origin,
      }
      const quota = openQuota(installation)
      await quota.addOperator()
      await quota.loadStarter()
      const ada = await insertPerson(database.db, 'ada')
      await insertPassword(database.db, ada.id)
      await quota.addSubscription('sub-a', { [ada.id]: 'owner' })
      const event = { eventType: 'ServiceIssue', properties: { title: 'Slow disks in East US' } }
      await quota.callAsOperator('POST', '/events', { audience: { kind: 'everyone' }, ...event })
      const { page, browserErrors } = await openPage()
      await page.goto(`${origin}/explorer`)
      await show(page, 'service-health')
      await signIn(page, 'ada', PASSWORD)
      expect(await listEvents(page, 'sub-a')).toContain('Slow disks in East US')
      if (process.env.PICTURES && scheme === 'http') await takePicture(page)
      await show(page, 'quota')
      await signIn(page, 'ada', PASSWORD, false)
      const asked = await run(page, 'setLimit', { subscriptionId: 'sub-a', ...QUOTA }, QUOTA_BODY)
      expect([asked.status, asked.text]).toEqual([
        201,
        expect.stringContaining('provisioningState'),
      ])
      expect(browserErrors).toEqual([])
    })
  })
}

test('binnacle dev: explorer and portal, opened over http, sign in over https', async () => {
  const emulator = await startEmulator()
  try {
    const [, password = ''] = /^\s*ada\s+(\S+)/m.exec(emulator.stdout()) ?? []
    const { page } = await openPage()
    await page.goto(`${new URL(emulator.plainUrl).origin}/explorer`)
    expect(page.url()).toContain(`${emulator.settings.PUBLIC_URL}/explorer`)
    await show(page, 'service-health')
    await signIn(page, 'ada', password)
    const text = await listEvents(page, emulator.settings.BINNACLE_SUBSCRIPTION ?? '')
    expect(JSON.parse(text).value.length).toBeGreaterThan(0)
    const { page: portal } = await openPage()
    await portal.goto(emulator.plainUrl.replace('localhost', '127.0.0.1'))
    await portal.getByLabel('E-mail or name').fill('ada')
    await portal.getByLabel('Password').fill(password)
    await portal.getByRole('button', { name: 'Sign in' }).click()
    await portal.getByRole('link', { name: 'Tide tables' }).waitFor()
  } finally {
    await emulator.stop()
  }
}, 180_000)
