import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finish, useShell, waitFor } from '../cli/shell.ts'
import { openSignInIssuer } from '../support/http/sign-in-issuer.ts'
import { openQuota } from '../support/server/quota.ts'
import { checkPage, NARROW } from './looks.ts'
import { usePortalFixture } from './portal-fixture.ts'

const issuers = { ship: await openSignInIssuer(), yard: await openSignInIssuer() }
afterAll(() => {
  for (const issuer of Object.values(issuers)) issuer.close()
})
const trust = (id: keyof typeof issuers, name: string) => ({
  issuer: issuers[id].url,
  signIn: { id, name, clientId: 'binnacle' },
})
const shell = useShell()
const [ship, yard] = [trust('ship', 'Ship login'), trust('yard', 'Yard login')]

const one = await usePortalFixture({
  env: { BUNDLED_SIGN_IN: 'false', TRUSTED_ISSUERS: JSON.stringify([ship]) },
})
const both = await usePortalFixture({ env: { TRUSTED_ISSUERS: JSON.stringify([ship, yard]) } })
const none = await usePortalFixture({ env: { BUNDLED_SIGN_IN: 'false' } })

beforeAll(() => {
  const person = (sub: string, name: string) => ({
    sub,
    name,
    email: `${sub}@example.com`,
    email_verified: true,
    preferred_username: sub,
  })
  issuers.ship.signInAs(person('grace', 'Grace of the ship'))
  issuers.yard.signInAs(person('linus', 'Linus of the yard'))
})

const elsewhere = /asked somebody else: http:\/\/127\.0\.0\.1:\d+\/authorize/

async function openPortal(at: typeof one, screen?: object): Promise<Page> {
  const page = await at.open(screen)
  await page.goto(`${at.origin}/apps`)
  return page
}

async function expectAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menu', { name: 'Account' }).getByText(name).waitFor()
}

const BUTTONS = { ship: 'Sign in with Ship login', yard: 'Sign in with Yard login' } as const

async function signInTerminal(at: typeof one, issuer: keyof typeof BUTTONS, name: string) {
  const child = shell.start(['login', '--server', at.origin])
  const finished = finish(child)
  const shown = await waitFor(child.stderr, /shows ([B-Z-]{9}),/)
  const [, code = ''] = /shows ([B-Z-]{9}),/.exec(shown) ?? []
  const page = await at.open()
  await page.goto(`${at.origin}/oauth2/device?user_code=${code}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: BUTTONS[issuer] }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Signed in' }).waitFor()
  expect((await finished).code).toBe(0)
  expect((await shell.run(['whoami'])).stdout).toContain(name)
  at.ignoreErrors(elsewhere)
}

/** Signs in in the window that the explorer opens, and lists the events of a subscription with it. */
async function exploreEvents(at: typeof one, issuer: keyof typeof BUTTONS, name: string) {
  const page = await at.open()
  await page.goto(`${at.origin}/explorer`)
  await page.locator('#select').selectOption('/openapi/service-health.json')
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  const dialog = page.locator('.modal-ux')
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.locator('button.authorize').click(),
  ])
  await popup.getByRole('link', { name: BUTTONS[issuer] }).click()
  await popup.getByRole('button', { name: 'Allow' }).click()
  await dialog.getByText('Logout').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await giveSubscription(at, name)
  const block = page.locator('.opblock').filter({ hasText: /listEvents(?!\w)/ })
  await block.locator('.opblock-summary').click()
  const fields = { subscriptionId: `sub-${name}`, 'api-version': '2025-05-01' }
  for (const [field, value] of Object.entries(fields)) {
    await block.locator(`tr[data-param-name="${field}"] input`).fill(value)
  }
  const [response] = await Promise.all([
    page.waitForResponse((answer) => answer.url().includes('/subscriptions/')),
    block.getByRole('button', { name: 'Execute' }).click(),
  ])
  expect([response.status(), await response.json()]).toEqual([200, { value: [] }])
  at.ignoreErrors(elsewhere)
}

async function giveSubscription(at: typeof one, name: string): Promise<void> {
  const { id } = await at.database.db
    .selectFrom('account')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  await openQuota(at.installation).addSubscription(`sub-${name}`, { [id]: 'reader' })
}

describe('one issuer, no passwords', () => {
  test.each([{ width: 1280, height: 800 }, NARROW])(
    'the portal, with the keyboard alone, at $width px',
    async (viewport) => {
      const page = await openPortal(one, { viewport })
      await page.getByRole('link', { name: 'Sign in with Ship login' }).waitFor()
      expect(await page.getByLabel('Password').count()).toBe(0)
      await checkPage(page, 'sign-in with issuers')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${one.origin}/apps`)
      await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor()
      await expectAccount(page, 'Grace of the ship')
      one.ignoreErrors(elsewhere)
    },
  )

  test('the command line, with a code', () => signInTerminal(one, 'ship', 'grace'))
  test('the explorer', () => exploreEvents(one, 'ship', 'grace'))
})

describe('two issuers and passwords', () => {
  test('each leads to its own account, and so does a password', async () => {
    await both.insertPeople('ada')
    for (const [button, name] of [
      ['Sign in with Ship login', 'Grace of the ship'],
      ['Sign in with Yard login', 'Linus of the yard'],
    ] as const) {
      const page = await openPortal(both)
      await page.getByRole('link', { name: button }).click()
      await page.waitForURL(`${both.origin}/apps`)
      await expectAccount(page, name)
    }
    both.ignoreErrors(elsewhere)
    const page = await both.openSignedIn('ada', '/apps')
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor()
  })

  test('the page offers all three, and is accessible', async () => {
    const page = await openPortal(both)
    await page.getByLabel('Password').waitFor()
    expect(await page.getByRole('link', { name: /^Sign in with/ }).count()).toBe(2)
    await checkPage(page, 'sign-in with issuers')
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/issuers.png` })
  })

  test('the command line, with a code', () => signInTerminal(both, 'yard', 'linus'))
  test('the explorer', () => exploreEvents(both, 'yard', 'linus'))
})

test('without any way to sign in, the portal says so', async () => {
  const page = await openPortal(none)
  await page.getByRole('heading', { level: 1, name: 'You cannot sign in right now' }).waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'You cannot sign in right now' }).waitFor()
  await checkPage(page, 'sign-in with issuers')
  none.ignoreErrors('404')
})
