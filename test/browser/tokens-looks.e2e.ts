import { beforeAll, describe, test } from 'vitest'
import { look, useStage } from './stage.ts'
import {
  copyAndClose,
  createDialog,
  createToken,
  insertCrew,
  openForm,
  TOKENS,
} from './token-journey.ts'

const portal = await useStage()
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
    const page = await portal.arrive('ada', TOKENS, screen)
    const see = (what: string) => look(page, `${what}-${colorScheme}-${width}`)
    await page.getByRole('heading', { name: 'No API tokens yet' }).waitFor()
    await see('tokens-empty')
    await openForm(page)
    await createDialog(page).getByRole('button', { name: 'Create API token' }).click()
    await createDialog(page).getByText('Say what the token is for.').waitFor()
    await see('tokens-form-problems')
    await createDialog(page).getByRole('button', { name: 'Cancel' }).click()
    await createToken(page, 'deploy to production', 'Full access')
    await see('tokens-value')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Go back' }).waitFor()
    await see('tokens-question')
    await page.keyboard.press('Escape')
    await copyAndClose(page)
    await createToken(page, 'nightly report', 'Read-only')
    await copyAndClose(page)
    for (const name of ['deploy to production', 'nightly report']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    }
    await see('tokens')
    await page.getByRole('button', { name: 'Revoke 2 tokens' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Revoke 2 tokens?' })
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
    await see('tokens-revoke')
    await dialog.getByRole('button', { name: 'Revoke 2 tokens' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto(`${portal.origin}/account/tokens`)
    await page.getByRole('checkbox', { name: 'Select Without a name' }).waitFor()
    await see('tokens-account')
    await openForm(page)
    await see('tokens-form-user')
    await page.context().close()
    const viewer = await portal.arrive('vic', TOKENS, screen)
    await viewer.getByText('Managers of this app: The ada and The olga.').waitFor()
    await look(viewer, `tokens-viewer-${colorScheme}-${width}`)
    await viewer.context().close()
  })
})
