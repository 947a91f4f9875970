import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { useScreen } from '../cli/screen.ts'
import { useShell } from '../cli/shell.ts'
import { signIn } from '../cli/stage.ts'
import { PASSWORD } from '../support/http/signer.ts'
import { totpAt } from '../support/server/second-factor.ts'
import { insertOrganization } from '../support/world/world.ts'
import { addAuthenticator } from './authenticator.ts'
import { inspect, inspectServed } from './looks.ts'
import { usePortalFixture } from './portal-fixture.ts'
import { copyAndClose, createDialog, openForm, valueField } from './token-steps.ts'

const portal = await usePortalFixture({ host: 'localhost' })
const shell = useShell()
const screen = useScreen(shell, { columns: 120 })

let page: Page
/** Of the authenticator app, and for when it is lost; known once ada has set it up. */
const app = { secret: '', recoveryCode: '' }
beforeAll(async () => {
  const { db } = portal.database
  const { ada } = await portal.insertPeople('ada')
  await signIn(shell, portal.origin)
  page = await portal.openSignedIn('ada', '/account/tokens')
  const org = await insertOrganization(db, { [ada.id]: 'member' })
  await db
    .updateTable('organization')
    .set({ requires_second_factor: true })
    .where('id', '=', org.id)
    .execute()
})

/** As if an hour had passed. */
const makeStale = () =>
  portal.database.db
    .updateTable('second_factor_use')
    .set({ used_at: new Date(Date.now() - 3_600_000) })
    .execute()

const confirmation = () =>
  page.getByRole('alertdialog', { name: 'Confirm with your second factor' })

async function fillForm(name: string): Promise<void> {
  await openForm(page)
  const dialog = createDialog(page)
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('radio', { name: 'Full access' }).check()
  await dialog.getByRole('button', { name: 'Create API token' }).click()
}

/** The page in a new tab. */
async function openTab(dialog: Locator): Promise<Page> {
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog.getByRole('button', { name: 'Confirm in a new tab' }).click(),
  ])
  await tab.getByRole('heading', { name: 'Confirm with your second factor' }).waitFor()
  return tab
}

/** The same, which shows the code of the dialog. */
async function openTabWithCode(dialog: Locator): Promise<Page> {
  const tab = await openTab(dialog)
  const [code = ''] = /[B-Z]{4}-[B-Z]{4}/.exec(await dialog.innerText()) ?? []
  expect(await tab.locator('.code').innerText()).toBe(code)
  return tab
}

test('the portal leads to where a second factor is set up, and goes on by itself', async () => {
  await fillForm('deploy')
  const dialog = confirmation()
  await dialog.waitFor()
  await inspect(page, 'step-up')
  const tab = await openTab(dialog)
  await tab.getByText('To set one up, sign in again').waitFor()
  await inspectServed(tab, 'step-up-sign-in-again')
  await tab.getByRole('link', { name: 'Sign in' }).click()
  await tab.getByLabel('E-mail or name').fill('ada')
  await tab.getByLabel('Password').fill(PASSWORD)
  await tab.keyboard.press('Enter')
  await tab.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  app.secret = (await tab.locator('[data-secret]').innerText()).replaceAll(' ', '')
  await tab.getByLabel('Code from the app').fill(totpAt(app.secret, Date.now()))
  await tab.getByRole('button', { name: 'Set up the app' }).click()
  app.recoveryCode = await tab.locator('.codes li').first().innerText()
  await tab.getByRole('button', { name: 'Continue' }).click()
  await tab.getByRole('heading', { name: 'Confirmed' }).waitFor()
  await inspectServed(tab, 'step-up-confirmed')
  await valueField(page).waitFor()
  await dialog.waitFor({ state: 'detached' })
  await copyAndClose(page)
  await tab.close()
  portal.ignoreErrors('401')
})

test('Cancel leaves the form as it was; then the code of an app confirms', async () => {
  await makeStale()
  await fillForm('release')
  await confirmation().getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('You did not confirm with your second factor.').waitFor()
  expect(await createDialog(page).getByLabel('Name').inputValue()).toBe('release')
  await createDialog(page).getByRole('button', { name: 'Create API token' }).click()
  const tab = await openTabWithCode(confirmation())
  await inspectServed(tab, 'step-up-give')
  await tab
    .getByLabel('Code from your authenticator app')
    .fill(totpAt(app.secret, Date.now() + 30_000))
  await tab.getByRole('button', { name: 'Continue', exact: true }).click()
  await tab.getByRole('heading', { name: 'Confirmed' }).waitFor()
  await valueField(page).waitFor()
  await copyAndClose(page)
  await tab.close()
  portal.ignoreErrors('401')
})

test('a passkey confirms', async () => {
  const security = await page.context().newPage()
  const device = await addAuthenticator(security)
  await security.goto(`${portal.origin}/oauth2/security`)
  await security.getByLabel('Name of the passkey').fill('Work laptop')
  await security.getByRole('button', { name: 'Add a passkey' }).click()
  await security.getByText('Work laptop', { exact: true }).waitFor()
  await makeStale()
  await fillForm('nightly')
  const tab = await openTabWithCode(confirmation())
  // A virtual authenticator belongs to one tab.
  await (await addAuthenticator(tab)).takeFrom(device)
  await inspectServed(tab, 'step-up-passkey')
  await tab.getByRole('button', { name: 'Use a passkey' }).click()
  await tab.getByRole('heading', { name: 'Confirmed' }).waitFor()
  await valueField(page).waitFor()
  await copyAndClose(page)
  for (const each of [tab, security]) await each.close()
  portal.ignoreErrors('401')
})

test('the command line waits until somebody has confirmed in a browser', async () => {
  screen.open()
  const line = "binnacle tokens create --name 'night build' --access full-access; echo it is $?"
  const shown = await screen.enter(line, /Waiting for you to confirm/)
  const [, address = '', code = ''] =
    /Open (\S+)\s+and check that the page shows (\S+)\./.exec(shown) ?? []
  await page.goto(address)
  await page.getByText('Binnacle command line').waitFor()
  expect(await page.locator('.code').innerText()).toBe(code)
  await page.getByText('Use a recovery code').click()
  await inspectServed(page, 'step-up-cli')
  await page.getByLabel('Recovery code').fill(app.recoveryCode)
  await page.getByRole('button', { name: 'Continue with the recovery code' }).click()
  await page.getByRole('heading', { name: 'Confirmed' }).waitFor()
  expect(await screen.until(/it is \d/)).toMatch(/^bnu_\S+\n.*\nit is 0$/m)
})
