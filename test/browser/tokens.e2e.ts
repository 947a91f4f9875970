import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { caller } from '../support/http/http.ts'
import { isInHeap } from './heap.ts'
import { usePortalFixture } from './portal-fixture.ts'
import {
  closeQuestion,
  copyAndClose,
  createDialog,
  createToken,
  insertMembers,
  openForm,
  openReplacement,
  sendForm,
  TOKENS,
  valueDialog,
  valueField,
} from './token-steps.ts'

const portal = await usePortalFixture()
const call = caller(portal.server)
/** Only what is random in a value: what stands before it names its home. */
const secretOf = (value: string) => value.slice(26, 69)

let manager: Page
let developer: Page
beforeAll(async () => {
  await insertMembers(portal.database.db)
  manager = await portal.openSignedIn('ada', TOKENS)
  developer = await portal.openSignedIn('dev', TOKENS)
})

const rowOf = (page: Page, name: string) => page.getByRole('row', { name })
const statusOf = async (value: string) => (await call(value, 'GET', '/v0.1/apps')).status
const countPosts = (page: Page) => {
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts++
  })
  return () => posts
}

describe('creating a token', () => {
  test('A24: takes it from not existing to the state exists', async () => {
    await manager.getByRole('heading', { name: 'No API tokens yet' }).waitFor()
    const value = await createToken(manager, 'deploy', 'Full access')
    expect(await statusOf(value)).toBe(200)
    await copyAndClose(manager)
    await expect
      .poll(() => rowOf(manager, 'deploy').innerText())
      .toMatch(/\s\w{4}\s+Full access\s+just now.*ada\s+Never\s+Never/s)
    await manager.reload()
    await rowOf(manager, 'deploy').waitFor()
  })

  test('A25: only when a name has been given', async () => {
    const posts = countPosts(manager)
    await openForm(manager)
    const dialog = createDialog(manager)
    await dialog.getByRole('radio', { name: 'Read-only' }).check()
    for (const name of ['', '   ']) {
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByRole('button', { name: 'Create API token' }).click()
      await dialog.getByText('Enter a name for the token.').waitFor()
    }
    expect(await manager.evaluate('document.activeElement.name')).toBe('name')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(posts()).toBe(0)
  })

  test('A26: only when an access type has been given', async () => {
    const posts = countPosts(manager)
    await openForm(manager)
    const dialog = createDialog(manager)
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0)
    await dialog.getByLabel('Name').fill('no access type')
    await dialog.getByRole('button', { name: 'Create API token' }).click()
    await dialog.getByText('Select an access type.').waitFor()
    await manager.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(posts()).toBe(0)
  })

  test('A27: Full access is for managers of the app, and others read who they are', async () => {
    await openForm(developer)
    const dialog = createDialog(developer)
    expect(await dialog.getByRole('radio', { name: 'Full access' }).isDisabled()).toBe(true)
    const sentence =
      'Only managers can create Full access tokens. Managers of this app: The ada and The olga.'
    await dialog.getByText(sentence).waitFor()
    const described = await dialog.getByRole('radiogroup').getAttribute('aria-describedby')
    expect(await developer.locator(`[id="${described}"]`).innerText()).toBe(sentence)
    await developer.keyboard.press('Escape')
    const value = await createToken(manager, 'of a manager', 'Full access')
    expect((await call(value, 'PATCH', '/v0.1/apps/harbour/tide', {})).status).toBe(200)
    await copyAndClose(manager)
  })

  test('A28: a manager can create a Read-only one', async () => {
    const value = await createToken(manager, 'reads for ada', 'Read-only')
    expect(await statusOf(value)).toBe(200)
    expect((await call(value, 'PATCH', '/v0.1/apps/harbour/tide', {})).status).toBe(403)
    await copyAndClose(manager)
  })

  test('A29: a developer can create a Read-only one, and sees those of their own', async () => {
    const value = await createToken(developer, 'reads for dev', 'Read-only')
    expect(await statusOf(value)).toBe(200)
    await copyAndClose(developer)
    await rowOf(developer, 'reads for dev').waitFor()
    expect(await developer.getByRole('rowheader').count()).toBe(1)
  })

  test('A30: somebody who is neither cannot, and reads who can', async () => {
    const page = await portal.openSignedIn('vic', TOKENS)
    const button = page.getByRole('button', { name: 'Create API token' })
    await page.getByText('Managers of this app: The ada and The olga.').waitFor()
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    const described = await button.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described}"]`).innerText()).toContain(
      'Only managers and developers can view and create API tokens for this app.',
    )
    await button.click({ force: true })
    await page.keyboard.press('Enter')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.context().close()
  })
})

/** Everything of a page that script or a person could read the value from. */
const traces = (page: Page): Promise<string> =>
  page.evaluate(`JSON.stringify([
    document.documentElement.outerHTML,
    [...document.querySelectorAll('input, textarea')].map(({ value }) => value),
    { ...localStorage }, { ...sessionStorage }, history.state, location.href, name,
  ])`)

async function closeWithoutCopying(page: Page): Promise<void> {
  await valueDialog(page).getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('alertdialog', { name: 'Close without copying?' })
  await question.getByRole('button', { name: 'Close without copying' }).click()
  await question.waitFor({ state: 'detached' })
}

describe('the value of a new token', () => {
  test('A31: is shown in a pop-up, this one time', async () => {
    const page = await portal.openSignedIn('ada', TOKENS)
    const value = await createToken(page, 'shown once', 'Read-only')
    expect(await valueField(page).inputValue()).toBe(value)
    const words = await valueDialog(page).innerText()
    expect(words).toContain('Store the value in a password manager')
    expect(words).toContain('the value cannot be shown or generated again')
    await valueDialog(page).getByRole('button', { name: 'Copy token value' }).click()
    await valueDialog(page).getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(value)
    await page.context().close()
  })

  test.each([
    ['A32: of an app, copied', TOKENS, copyAndClose],
    ['A32: of a user, closed without copying', '/account/tokens', closeWithoutCopying],
  ])('%s: cannot be seen once the pop-up is closed, nowhere in the browser', async (...given) => {
    const [name, path, close] = given
    const page = await portal.openSignedIn('ada', path)
    const value = await createToken(page, name, 'Read-only')
    const secret = secretOf(value)
    expect(secret).toHaveLength(43)
    // The search can fail: while the pop-up is open it finds what it looks for.
    expect(await traces(page)).toContain(secret)
    expect(await isInHeap(page, secret)).toBe(true)
    const later: Promise<string>[] = []
    await close(page)
    page.on('response', (response) => later.push(response.text().catch(() => '')))
    expect(await traces(page)).not.toContain(secret)
    expect(await isInHeap(page, secret)).toBe(false)
    await page.getByRole('link', { name: 'Apps', exact: true }).click()
    await page.goBack()
    await page.reload()
    await rowOf(page, name).waitFor()
    expect(await traces(page)).not.toContain(secret)
    const answers = await Promise.all(later)
    expect(answers.join('\n')).toContain(name)
    expect(answers.filter((answer) => answer.includes(secret))).toEqual([])
    await page.context().close()
  })

  test('A33: cannot be made again: nothing offers it, and the same wish is another token', async () => {
    const first = await createToken(manager, 'twin', 'Read-only')
    await copyAndClose(manager)
    await rowOf(manager, 'twin').getByRole('checkbox').check()
    const buttons = await manager.getByRole('main').getByRole('button').allInnerTexts()
    expect(buttons.filter((text) => /show|regenerate|rotate|again|copy/i.test(text))).toEqual([])
    await rowOf(manager, 'twin').getByRole('checkbox').uncheck()
    const second = await createToken(manager, 'twin', 'Read-only')
    await copyAndClose(manager)
    expect(second).not.toBe(first)
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
    await expect.poll(() => rowOf(manager, 'twin').count()).toBe(2)
    // Nor does Replace: that is another token, beside this one.
    const third = await sendForm(
      manager,
      await openReplacement(manager, rowOf(manager, 'twin').first()),
    )
    await copyAndClose(manager)
    await closeQuestion(manager, 'Cancel')
    expect([first, second]).not.toContain(third)
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual([200, 200, 200])
    await expect.poll(() => rowOf(manager, 'twin').count()).toBe(3)
  })

  test('closing before it was copied asks once: by button, by Escape, by leaving', async () => {
    await manager.getByRole('link', { name: 'Apps' }).click()
    await manager.goBack()
    await createToken(manager, 'not copied', 'Read-only')
    const question = manager.getByRole('alertdialog', { name: 'Close without copying?' })
    await valueDialog(manager).getByRole('button', { name: 'Close' }).click()
    await question.getByRole('button', { name: 'Go back' }).click()
    await manager.keyboard.press('Escape')
    await question.waitFor()
    await manager.keyboard.press('Escape')
    await valueField(manager).waitFor()
    expect(await valueField(manager).inputValue()).toMatch(/^bna_/)
    await manager.evaluate('history.forward()')
    await question.waitFor()
    const [dialog] = await Promise.all([
      manager.waitForEvent('dialog'),
      manager.close({ runBeforeUnload: true }),
    ])
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await question.getByRole('button', { name: 'Close without copying' }).click()
    await question.waitFor({ state: 'detached' })
    expect(new URL(manager.url()).pathname).toBe(TOKENS)
    await rowOf(manager, 'not copied').waitFor()
  })
})

test('a row shows the id and characters 27 to 30 of the value, is found by both, and has its own way to the end', async () => {
  const page = await portal.openSignedIn('ada', TOKENS)
  const value = await createToken(page, 'leaked', 'Full access')
  await copyAndClose(page)
  const { id } = await portal.database.db
    .selectFrom('api_token')
    .select('id')
    .where('description', '=', 'leaked')
    .executeTakeFirstOrThrow()
  const row = page.getByRole('row', { name: 'leaked' })
  const shown = await row.innerText()
  expect(shown).toContain(id)
  await page.getByText('Characters 27–30').waitFor()
  expect(shown).toContain(value.slice(26, 30))
  expect(shown).not.toContain(value.slice(26, 31))
  for (const words of [id, value.slice(26, 30)]) {
    await page.getByLabel('Filter API tokens').fill(words)
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(1)
    await row.waitFor()
  }
  await row.getByRole('button', { name: 'Revoke leaked' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Revoke leaked?' })
  await dialog.getByRole('button', { name: 'Revoke 1 token' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.waitFor({ state: 'detached' })
  expect(await statusOf(value)).toBe(401)
  await page.context().close()
})

test('A34: selecting an existing token and deleting it takes it from exists to revoked', async () => {
  const value = await createToken(manager, 'leaked', 'Full access')
  await copyAndClose(manager)
  expect(await statusOf(value)).toBe(200)
  await manager.getByRole('checkbox', { name: 'Select leaked' }).check()
  await manager.getByRole('button', { name: 'Revoke 1 token' }).click()
  const dialog = manager.getByRole('alertdialog', { name: 'Revoke leaked?' })
  await dialog.getByText('Scripts that use it will start receiving 401 responses.').waitFor()
  expect(await manager.evaluate('document.activeElement.textContent')).toBe('Cancel')
  await dialog.getByRole('button', { name: 'Revoke 1 token' }).click()
  await dialog.waitFor({ state: 'detached' })
  await rowOf(manager, 'leaked').waitFor({ state: 'detached' })
  expect(await statusOf(value)).toBe(401)
  expect(await manager.evaluate('document.activeElement.tagName')).toBe('H1')
})
