import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePasswordLink } from '../../src/identity/sign-in/actions.ts'
import { waitPage } from '../../src/identity/sign-in/pages.ts'
import { openSeal } from '../../src/platform/crypto/seal.ts'
import { systemRealTime } from '../../src/platform/time.ts'
import { findFreePort } from '../../src/processes/dev/free-port.ts'
import { useDatabase } from '../support/database/use-database.ts'
import { insertPassword } from '../support/http/signed-in.ts'
import { PASSWORD } from '../support/http/signer.ts'
import { useServer } from '../support/server/server.ts'
import { insertOrganization, insertPerson } from '../support/world/world.ts'
import { closeContexts, findBrowser } from './browser.ts'
import { inspectServed } from './looks.ts'

/** A client of somebody else: a page that only exists to be sent back to. */
const client = createServer((_request, response) => response.end('<h1>Client</h1>'))
client.listen(0, '127.0.0.1')
await once(client, 'listening')
const back = `http://127.0.0.1:${(client.address() as AddressInfo).port}/back`

const port = await findFreePort()
const origin = `http://127.0.0.1:${port}`
const database = useDatabase()
useServer({
  databaseUrl: database.url,
  seal: openSeal(randomBytes(32)),
  port,
  env: { PUBLIC_URL: origin },
})

let browser: Browser
beforeAll(async () => {
  browser = await findBrowser()
  const { db } = database
  const ada = await insertPerson(db, 'ada')
  await insertPassword(db, ada.id)
  const org = await insertOrganization(db, { [ada.id]: 'admin' })
  const now = new Date()
  await db
    .insertInto('oauth_client')
    .values({
      id: 'tides',
      principal_id: randomUUIDv7(),
      display_name: 'Tide dashboard',
      redirect_uris: [back],
      flows: ['implicit'],
      created_at: now,
      updated_at: now,
    })
    .execute()
  const about = { organization_id: org.id, display_name: 'One', created_at: now, updated_at: now }
  await db
    .insertInto('subscription')
    .values({ id: 'sub-1', ...about })
    .execute()
  await db
    .insertInto('subscription_member')
    .values({ subscription_id: 'sub-1', principal_id: ada.id, role: 'reader', created_at: now })
    .execute()
})
afterAll(async () => {
  await closeContexts()
  client.close()
})

const asked = new URLSearchParams({
  client_id: 'tides',
  response_type: 'token',
  redirect_uri: back,
  scope: 'user_impersonation',
  state: 'a/b c',
})
const start = `${origin}/oauth2/auth?${asked}`
const events = `/subscriptions/sub-1/providers/Microsoft.ResourceHealth/events?api-version=2025-05-01`

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail or name').fill('ada@example.com')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A link of somebody else than who signs in on the other pages: setting a password signs out. */
async function makeLink(): Promise<string> {
  const { id } = await insertPerson(database.db)
  const actor = { kind: 'process', id: 'test', at: systemRealTime() } as const
  const made = await database.db.transaction().execute((trx) => makePasswordLink(trx, actor, id))
  return made.secret
}

/** Runs in the browser. */
async function callFromPage({ address, bearer }: { address: string; bearer: string }) {
  const answer = await fetch(address, { headers: { Authorization: `Bearer ${bearer}` } })
  return { status: answer.status, body: await answer.json() }
}

describe('a person and a client of somebody else', () => {
  test('sign in, consent, back with the token in the fragment, and the token opens area B', async () => {
    const page = await browser.newPage()
    const browserErrors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') browserErrors.push(message.text())
    })
    await page.goto(start)
    await signIn(page)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Allow access')
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(`${back}*`)
    const fragment = new URLSearchParams(new URL(page.url()).hash.slice(1))
    expect(fragment.get('state')).toBe('a/b c')
    // From the client's own page: its origin is that of a registered redirect URI.
    const answer = await page.evaluate(callFromPage, {
      address: `${origin}${events}`,
      bearer: fragment.get('access_token') ?? '',
    })
    expect(answer).toEqual({ status: 200, body: { value: [] } })
    expect(browserErrors.filter((text) => !text.includes('favicon'))).toEqual([])
    await page.close()
  })
})

describe('the pages', () => {
  test('sign-in, refusal, consent and error pages are whole and accessible', async () => {
    const page = await browser.newPage()
    await page.goto(start)
    await inspectServed(page, 'sign-in')
    await page.getByLabel('E-mail or name').fill('ada')
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(await page.getByRole('alert').innerText()).toContain('is not correct')
    await inspectServed(page, 'sign-in-refused')
    await signIn(page)
    await inspectServed(page, 'consent')
    await page.goto(start.replace('back', 'elsewhere'))
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(
      'Sign-in cannot continue',
    )
    await inspectServed(page, 'sign-in-error')
    await page.close()
  })

  test('so are the pages to set a password, that it is set, and that something has ended', async () => {
    const page = await browser.newPage()
    const heading = () => page.getByRole('heading', { level: 1 }).innerText()
    const send = async (password: string, again = password) => {
      await page.getByLabel('New password').fill(password)
      await page.getByLabel('Repeat the password').fill(again)
      await page.getByRole('button', { name: 'Set password' }).click()
    }
    const link = `${origin}/oauth2/set-password/${await makeLink()}`
    await page.goto(link)
    await inspectServed(page, 'set-password')
    await send('a password of words', 'another of words')
    expect(await page.getByRole('alert').innerText()).toContain('do not match')
    await inspectServed(page, 'set-password-refused')
    await send('a password of words')
    expect(await heading()).toBe('Done')
    await inspectServed(page, 'set-password-done')
    await page.goto(link)
    expect(await heading()).toBe('This link is no longer valid')
    await inspectServed(page, 'set-password-ended')
    await page.goto(`${origin}/oauth2/interaction/unknown`)
    expect(await heading()).toBe('This sign-in has expired')
    await inspectServed(page, 'sign-in-ended')
    await page.close()
  })

  test('and the one that tells a crowd to wait', async () => {
    const page = await browser.newPage()
    await page.route('**/wait', (route) =>
      route.fulfill({ contentType: 'text/html', body: waitPage('uid', 'Wait 60 seconds.') }),
    )
    await page.goto(`${origin}/wait`)
    await inspectServed(page, 'sign-in-wait')
    await page.close()
  })
})

describe('the API explorer', () => {
  test('signs in by the implicit flow and lists the events of a subscription', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } })
    context.setDefaultTimeout(30_000)
    const page = await context.newPage()
    // As after a reload: the choice is gone from the address, and made again.
    await page.goto(`${origin}/explorer/?urls.primaryName=service-health`)
    await page.getByLabel('Select a definition').selectOption({ label: 'service-health' })
    await page.getByText('listEvents').waitFor()
    await page.getByRole('button', { name: 'Authorize' }).first().click()
    const dialog = page.locator('.modal-ux')
    expect(await dialog.innerText()).toMatch(/implicit/i)
    expect(await dialog.getByLabel('client_id').inputValue()).toBe('explorer')
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      dialog.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click(),
    ])
    await signIn(popup)
    await Promise.all([
      popup.waitForEvent('close'),
      popup.getByRole('button', { name: 'Allow' }).click(),
    ])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByText('listEvents').click()
    for (const [name, value] of [
      ['subscriptionId', 'sub-1'],
      ['api-version', '2025-05-01'],
    ]) {
      await page.locator(`tr[data-param-name="${name}"] input`).fill(value ?? '')
    }
    const [response] = await Promise.all([
      page.waitForResponse((seen) => seen.url().includes('/events')),
      page.getByRole('button', { name: 'Execute' }).click(),
    ])
    expect([response.status(), await response.json()]).toEqual([200, { value: [] }])
    await context.close()
  })
})
