import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD } from '../support/http/signer.ts'
import { totpAt } from '../support/server/second-factor.ts'
import { insertOrganization } from '../support/world/world.ts'
import { addAuthenticator } from './authenticator.ts'
import { inspectServed } from './looks.ts'
import { usePortalFixture } from './portal-fixture.ts'

const STEP_MS = 30_000

const fixture = await usePortalFixture({
  host: 'localhost',
  env: { OPERATOR_SECOND_FACTOR: 'required', RATE_LIMITS: 'anonymousBurst=100000' },
})

async function typePassword(page: Page, login: string): Promise<void> {
  await page.goto(`${fixture.origin}/account`)
  await page.getByLabel('E-mail or name').fill(login)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
}

const signOut = (page: Page) => page.context().clearCookies({ name: '_session' })
const headingOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const waitForPortal = (page: Page) => headingOf(page, 'Account settings').waitFor()

/** A new tab without the tokens of the portal: the sign-in page comes again. */
async function reopen(page: Page): Promise<void> {
  await signOut(page)
  await page.evaluate('sessionStorage.clear()')
}

const setOperator = (name: string) =>
  fixture.database.db
    .updateTable('account')
    .set({ is_operator: true })
    .where('name', '=', name)
    .execute()

test('an operator without a second factor sets up a passkey, and signs in with it from then on', async () => {
  await fixture.insertPeople('olga')
  await setOperator('olga')
  const page = await fixture.open()
  const device = await addAuthenticator(page)
  await typePassword(page, 'olga')
  await headingOf(page, 'Set up a second factor').waitFor()
  await inspectServed(page, 'set-up')
  await page.getByLabel('Name of the passkey').fill('Work laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await headingOf(page, 'Your recovery codes').waitFor()
  expect(await page.locator('.codes li').count()).toBe(10)
  await inspectServed(page, 'recovery-codes')
  await page.getByRole('button', { name: 'Continue' }).click()
  await waitForPortal(page)

  await reopen(page)
  await typePassword(page, 'olga')
  await headingOf(page, 'Second factor').waitFor()
  await inspectServed(page, 'give-passkey')
  await device.setVerified(false)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('The passkey was not used').waitFor()
  await device.setVerified(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await waitForPortal(page)
  await page.context().close()
})

test('from the account page: an authenticator app, then sign-in by code and by recovery code', async () => {
  await fixture.insertPeople('ada')
  const page = await fixture.open()
  await typePassword(page, 'ada')
  await waitForPortal(page)
  await page.getByRole('link', { name: 'Manage second factors' }).click()
  await headingOf(page, 'Second factors').waitFor()
  await inspectServed(page, 'second-factors-none')
  const secret = (await page.locator('[data-secret]').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code from the app').fill(totpAt(secret, Date.now() - STEP_MS))
  await page.getByRole('button', { name: 'Set up the app' }).click()
  await headingOf(page, 'Your recovery codes').waitFor()
  const [code = ''] = await page.locator('.codes li').allInnerTexts()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByText('10 of 10 are left').waitFor()
  await inspectServed(page, 'second-factors-app')
  await page.getByRole('link', { name: 'Back to your account' }).click()
  await waitForPortal(page)

  await reopen(page)
  await typePassword(page, 'ada')
  await page.getByLabel('Code from your authenticator app').fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('The code is not correct').waitFor()
  await inspectServed(page, 'give-code-wrong')
  await page.getByLabel('Code from your authenticator app').fill(totpAt(secret, Date.now()))
  await page.keyboard.press('Enter')
  await waitForPortal(page)

  await reopen(page)
  await typePassword(page, 'ada')
  await page.getByText('Use a recovery code').click()
  await page.getByLabel('Recovery code', { exact: true }).fill(code)
  await inspectServed(page, 'give-recovery-code')
  await page.keyboard.press('Enter')
  await waitForPortal(page)
  fixture.ignoreErrors('401')
  await page.context().close()
})

test('an admin requires a second factor of the members of an organization', async () => {
  const { grace } = await fixture.insertPeople('grace')
  const org = await insertOrganization(fixture.database.db, { [grace.id]: 'admin' })
  const page = await fixture.openSignedIn('grace', `/orgs/${org.name}/settings`)
  const box = page.getByRole('checkbox', { name: 'Members need a second factor' })
  await expect.poll(() => box.isEnabled()).toBe(true)
  await box.check()
  const read = () =>
    fixture.database.db
      .selectFrom('organization')
      .select('requires_second_factor')
      .where('id', '=', org.id)
      .executeTakeFirstOrThrow()
  await expect.poll(read).toEqual({ requires_second_factor: true })
  await page.reload()
  await expect.poll(() => box.isChecked()).toBe(true)
  await page.context().close()
})
