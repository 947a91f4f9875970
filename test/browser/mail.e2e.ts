import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Emulator, startEmulator } from '../support/processes/emulator.ts'
import { testLimits } from '../support/processes/limits.ts'
import { closeContexts, findBrowser } from './browser.ts'

let browser: Browser
let emulator: Emulator
beforeAll(async () => {
  browser = await findBrowser()
  emulator = await startEmulator()
}, 240_000)
afterAll(async () => {
  await emulator.stop()
  await closeContexts()
})

async function openPage(width: number) {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width, height: 1000 },
  })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  const browserErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') browserErrors.push(message.text())
  })
  return { page, browserErrors }
}

async function signIn(page: Page, emulator: Emulator): Promise<void> {
  const [, password = ''] = /^\s*ada\s+(\S+)/m.exec(emulator.stdout()) ?? []
  await page.goto(emulator.settings.PUBLIC_URL ?? '')
  await page.getByLabel('E-mail or name').fill('ada')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Tide tables' }).click()
}

async function openInvite(page: Page): Promise<void> {
  await page
    .getByRole('tab', { name: 'Members' })
    .or(page.getByRole('link', { name: 'Members' }))
    .first()
    .click()
  await page.getByRole('button', { name: 'Invite people' }).click()
}

const mailUrl = () =>
  `${emulator.settings.PUBLIC_URL}/emulator/mail?key=${emulator.settings.BINNACLE_CONTROL_KEY}`

/** The page shows what was sent when it was loaded. */
async function showMail(page: Page, email: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.goto(mailUrl())
      return page.getByRole('article').filter({ hasText: email }).count()
    })
    .toBeGreaterThan(0)
}

for (const width of [1280, 360]) {
  test(`${width} px: an invitation is mailed, is on the page of the emulator, and its link opens it`, async () => {
    const { page, browserErrors } = await openPage(width)
    await signIn(page, emulator)
    await openInvite(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Binnacle sends them an e-mail with a link.').waitFor()
    const email = `guest-${width}@example.com`
    await dialog.getByLabel('E-mail').fill(email)
    await dialog.getByRole('button', { name: 'Create invitation' }).click()
    await dialog.getByText(`${email} was invited. An e-mail with a link was sent.`).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText(email).first().waitFor()
    await showMail(page, email)
    const mail = page.getByRole('article').filter({ hasText: email })
    await mail.getByText('As HTML').click()
    const frame = mail.frameLocator('iframe')
    await frame.getByRole('link', { name: 'Open the invitation' }).waitFor()
    if (process.env.PICTURES) {
      await page.screenshot({ path: `${process.env.PICTURES}/mail-${width}.png`, fullPage: true })
    }
    const overflows = await page.evaluate(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth',
    )
    expect(overflows).toBe(false)
    await page.getByRole('heading', { name: 'A new sign-in to your account' }).first().waitFor()
    await mail.getByRole('link', { name: 'Open the invitation' }).first().click()
    await page.waitForURL('**/oauth2/invitation/*')
    await page.getByText('The invitation was sent to another address').waitFor()
    expect(browserErrors).toEqual([])
  }, 180_000)
}

test('beyond the limit of the day, the dialog says so and has the link to copy', async () => {
  const limited = await startEmulator([], {
    env: {
      SMTP: 'url=smtp://127.0.0.1:9,from=no-reply@binnacle.example',
      ...testLimits({ mailCaps: { perRecipient: 1, perSender: 200 } }),
    },
  })
  try {
    const { page } = await openPage(1280)
    await signIn(page, limited)
    await openInvite(page)
    const dialog = page.getByRole('dialog')
    const invite = async () => {
      await dialog.getByLabel('E-mail').fill('guest@example.com')
      await dialog.getByRole('button', { name: 'Create invitation' }).click()
    }
    await invite()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Invite people' }).click()
    await invite()
    await dialog
      .getByText('guest@example.com was invited, but no e-mail was sent because today’s limit')
      .waitFor()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByText(`${limited.settings.PUBLIC_URL}/oauth2/invitation/`).waitFor()
  } finally {
    await limited.stop()
  }
}, 240_000)
