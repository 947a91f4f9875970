import { beforeAll, describe, test } from 'vitest'
import { inspect, usePortal } from './portal.ts'
import {
  copyAndClose,
  createDialog,
  createToken,
  insertCrew,
  openForm,
  TOKENS,
} from './token-journey.ts'

const portal = await usePortal()
beforeAll(async () => {
  await insertCrew(portal.database.db)
})

describe.each([
  ['light', 1280],
  ['light', 360],
  ['dark', 1280],
  ['dark', 360],
] as const)('token pages in %s at %i px', (colorScheme, width) => {
  test('are whole and accessible', { timeout: 60_000 }, async () => {
    const screen = { colorScheme, viewport: { width, height: 720 } }
    const page = await portal.visit('ada', TOKENS, screen)
    const look = (what: string) => inspect(page, `${what}-${colorScheme}-${width}`)
    await page.getByRole('heading', { name: 'No API tokens yet' }).waitFor()
    await look('tokens-empty')
    await openForm(page)
    await createDialog(page).getByRole('button', { name: 'Create API token' }).click()
    await createDialog(page).getByText('Say what the token is for.').waitFor()
    await look('tokens-form-problems')
    await createDialog(page).getByRole('button', { name: 'Cancel' }).click()
    await createToken(page, 'deploy to production', 'Full access')
    await look('tokens-value')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Go back' }).waitFor()
    await look('tokens-question')
    await page.keyboard.press('Escape')
    await copyAndClose(page)
    await createToken(page, 'nightly report', 'Read-only')
    await copyAndClose(page)
    for (const name of ['deploy to production', 'nightly report']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    }
    await look('tokens')
    await page.getByRole('button', { name: 'Revoke 2 tokens' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Revoke 2 tokens?' })
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
    await look('tokens-revoke')
    await dialog.getByRole('button', { name: 'Revoke 2 tokens' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto(`${portal.origin}/account/tokens`)
    await page.getByRole('checkbox', { name: 'Select Without a name' }).waitFor()
    await look('tokens-account')
    await openForm(page)
    await look('tokens-form-user')
    await page.context().close()
    const viewer = await portal.visit('vic', TOKENS, screen)
    await viewer.getByText('Managers of this app: The ada and The olga.').waitFor()
    await inspect(viewer, `tokens-viewer-${colorScheme}-${width}`)
    await viewer.context().close()
  })
})
