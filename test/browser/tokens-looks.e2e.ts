import { beforeAll, test } from 'vitest'
import { inspect } from './looks.ts'
import { usePortalFixture } from './portal-fixture.ts'
import {
  copyAndClose,
  createDialog,
  createToken,
  insertMembers,
  openForm,
  TOKENS,
} from './token-steps.ts'

const portal = await usePortalFixture()
beforeAll(async () => {
  await insertMembers(portal.database.db)
})

test('token pages are whole and accessible in every look', { timeout: 120_000 }, async () => {
  const page = await portal.openSignedIn('ada', TOKENS)
  await page.getByRole('heading', { name: 'No API tokens yet' }).waitFor()
  await inspect(page, 'tokens-empty')
  await openForm(page)
  await createDialog(page).getByRole('button', { name: 'Create API token' }).click()
  await createDialog(page).getByText('Enter a name for the token.').waitFor()
  await inspect(page, 'tokens-form-problems')
  await createDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await createToken(page, 'deploy to production', 'Full access')
  await inspect(page, 'tokens-value')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Go back' }).waitFor()
  await inspect(page, 'tokens-question')
  await page.keyboard.press('Escape')
  await copyAndClose(page)
  await createToken(page, 'nightly report', 'Read-only')
  await copyAndClose(page)
  for (const name of ['deploy to production', 'nightly report']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  }
  await inspect(page, 'tokens')
  await page.getByRole('button', { name: 'Revoke 2 tokens' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Revoke 2 tokens?' })
  await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
  await inspect(page, 'tokens-revoke')
  await dialog.getByRole('button', { name: 'Revoke 2 tokens' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto(`${portal.origin}/account/tokens`)
  await page.getByRole('checkbox', { name: 'Select Unnamed token' }).waitFor()
  await inspect(page, 'tokens-account')
  await openForm(page)
  await inspect(page, 'tokens-form-user')
  await page.context().close()
})

test('so is the page of tokens for a viewer', async () => {
  const viewer = await portal.openSignedIn('vic', TOKENS)
  await viewer.getByText('Managers of this app: The ada and The olga.').waitFor()
  await inspect(viewer, 'tokens-viewer')
  await viewer.context().close()
})
