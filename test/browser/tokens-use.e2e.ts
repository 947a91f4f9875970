import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { caller } from '../support/http/http.ts'
import { insertToken } from '../support/world/samples.ts'
import { focused, tabTo } from './keyboard.ts'
import { inspect, NARROW, WIDE } from './looks.ts'
import { press, usePortalFixture } from './portal-fixture.ts'
import {
  copyAndClose,
  createDialog,
  createToken,
  insertMembers,
  openForm,
  valueDialog,
} from './token-steps.ts'

const portal = await usePortalFixture()
const call = caller(portal.server)
const MINE = '/users/ada/apps/pilot/tokens'
let members: Awaited<ReturnType<typeof insertMembers>>
beforeAll(async () => {
  members = await insertMembers(portal.database.db)
})

/** Also behind a dialog, which hides the page from screen readers. */
const names = (page: Page) =>
  page.getByRole('rowheader', { includeHidden: true }).locator('[title]').allInnerTexts()

async function insertNamed(description: string, expiresAt?: Date): Promise<void> {
  const { db } = portal.database
  const home = { homeId: members.id('ada'), appId: members.ownApp.id, kind: 'app' } as const
  const { id } = await insertToken(db, { ...home, ...(expiresAt && { expiresAt }) })
  await db.updateTable('api_token').set({ description }).where('id', '=', id).execute()
  await sql`update account set token_count = token_count + 1 where id = ${members.id('ada')}`.execute(
    db,
  )
}

/** Roles and names in order, as a screen reader goes through them; words that only label are left out. */
const read = (snapshot: string) =>
  snapshot
    .split('\n')
    .map((line) =>
      line
        .trim()
        .slice(2)
        .replace(/bna_\w+/, 'bna_…'),
    )
    .filter((line) => !/^(strong|option|text: (Name|Expires|Token value|Can|Also))/.test(line))

const FORM_READING = [
  'dialog "Create API token":',
  'heading "Create API token" [level=2]',
  'textbox "Name"',
  'text: The script or job that will use the token, for example “Nightly deployment”. Access type',
  'radiogroup "Access type":',
  'radio "Full access Can do everything that a manager of this app can do, except create tokens."',
  'radio "Read-only Has the viewer role on this app. Cannot change anything."',
  'text: Has the viewer role on this app. Cannot change anything.',
  'combobox "Expires":',
  'button "Cancel"',
  'button "Create API token"',
]
const VALUE_READING = [
  'alertdialog "API token “by keyboard” created":',
  'heading "API token “by keyboard” created" [level=2]',
  'textbox "Token value": bna_…',
  'button "Copy token value"',
  'paragraph: Store the value in a password manager or in the secrets of your build system. Do not put it in source code.',
  'paragraph: After you close this dialog, the value cannot be shown or generated again. If you lose it, create a new token.',
  'button "Close"',
]
const REVOKE_READING = [
  'alertdialog "Revoke by keyboard?":',
  'heading "Revoke by keyboard?" [level=2]',
  'text: Scripts that use it will start receiving 401 responses. You cannot undo this.',
  'list:',
  'listitem: by keyboard (Read-only), never used',
  'checkbox "Also revoke the tokens that were created with it"',
  'button "Cancel"',
  'button "Revoke 1 token"',
]

test('with the keyboard alone: create, copy, close, revoke', async () => {
  const page = await portal.openSignedIn('ada', MINE)
  const { keyboard } = page
  await page.getByRole('heading', { name: 'No API tokens yet' }).waitFor()
  await tabTo(page, 'Create API token')
  await keyboard.press('Enter')
  await createDialog(page).waitFor()
  await expect.poll(() => focused(page)).toMatch(/^Name/)
  expect(read(await createDialog(page).ariaSnapshot())).toEqual(FORM_READING)
  await keyboard.type('by keyboard')
  await tabTo(page, 'Full access')
  await keyboard.press('ArrowDown')
  expect(await focused(page)).toMatch(/^Read-only/)
  await tabTo(page, 'Expires')
  await keyboard.press('ArrowDown')
  await createDialog(page).getByText('The token stops working').waitFor()
  await tabTo(page, 'Create API token')
  await keyboard.press('Enter')
  await valueDialog(page).waitFor()
  await expect.poll(() => focused(page)).toMatch(/^Token value/)
  expect(read(await valueDialog(page).ariaSnapshot())).toEqual(VALUE_READING)
  await tabTo(page, 'Copy token value')
  await keyboard.press('Enter')
  await valueDialog(page).getByRole('button', { name: 'Copied' }).waitFor()
  await tabTo(page, 'Close')
  await keyboard.press('Enter')
  await valueDialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Create API token')
  await tabTo(page, 'Select by keyboard')
  await keyboard.press('Space')
  await tabTo(page, 'Revoke 1 token', 'Shift+Tab')
  await keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Revoke by keyboard?' })
  await expect.poll(() => focused(page)).toBe('Cancel')
  expect(read(await dialog.ariaSnapshot())).toEqual(REVOKE_READING)
  await keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Revoke 1 token')
  await keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Cancel')
  await tabTo(page, 'Revoke 1 token')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No API tokens yet' }).waitFor()
  await page.context().close()
})

describe('many tokens', () => {
  let page: Page
  beforeAll(async () => {
    for (let n = 1; n <= 6; n++) await insertNamed(`job ${n}`)
    await insertNamed('old', new Date(Date.now() - 3 * 86_400_000))
    page = await portal.openSignedIn('ada', `${MINE}?sort=name`)
  })

  test('an expired one says so, is found by the word, and the address keeps the view', async () => {
    await expect.poll(() => page.getByRole('row', { name: 'old' }).innerText()).toContain('Expired')
    await page.getByLabel('Filter API tokens').fill('expired')
    await expect.poll(() => names(page)).toEqual(['old'])
    expect(page.url()).toBe(`${portal.origin}${MINE}?filter=expired&sort=name`)
    await page.getByLabel('Filter API tokens').fill('job')
    await page.getByRole('button', { name: 'Name' }).click()
    await expect
      .poll(() => names(page))
      .toEqual(['job 6', 'job 5', 'job 4', 'job 3', 'job 2', 'job 1'])
    await page.getByRole('button', { name: 'Name' }).click()
  })

  test('a token that is pasted into a filter or the search is refused, and is not in the address', async () => {
    const value = `bnu_${'aB3'.repeat(24).slice(0, 71)}`
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await page.getByLabel('Filter API tokens').fill(value)
    await page.getByText('This looks like a token').waitFor()
    await page.getByLabel('Search', { exact: true }).fill(value)
    const results = page.getByRole('listbox', { name: 'Search results' })
    await expect.poll(() => results.innerText()).toContain('This looks like a token')
    expect(await results.innerText()).not.toContain(value)
    await page.keyboard.press('Escape')
    await page.getByLabel('Filter API tokens').fill('job')
    await page.getByText('This looks like a token').waitFor({ state: 'detached' })
    await page.reload()
    for (const url of [page.url(), ...sent]) expect(url).not.toContain(value.slice(4))
  })

  test('all are selected on a narrow screen too', async () => {
    await page.setViewportSize(NARROW)
    const all = page.getByRole('checkbox', { name: 'Select all' })
    await all.click()
    await page.getByRole('button', { name: 'Revoke 6 tokens' }).waitFor()
    await page.getByRole('checkbox', { name: 'Select job 2' }).click()
    expect(await all.ariaSnapshot()).toContain('[checked=mixed]')
    await all.click()
    await all.click()
    await page.setViewportSize(WIDE)
    await page.getByRole('row', { name: 'job 1' }).waitFor()
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  })

  test('by keyboard alone: a range is selected with shift and revoked; what fails is listed and tried again', async () => {
    await press(page, page.getByRole('checkbox', { name: 'Select job 2' }), 'Space')
    await press(page, page.getByRole('checkbox', { name: 'Select job 5' }), 'Shift+Space')
    await press(page, page.getByRole('button', { name: 'Revoke 4 tokens' }))
    const dialog = page.getByRole('alertdialog', { name: 'Revoke 4 tokens?' })
    await expect
      .poll(() => dialog.getByRole('listitem').allInnerTexts())
      .toEqual([
        'job 2 (Full access), never used',
        'job 3 (Full access), never used',
        'job 4 (Full access), never used',
        'job 5 (Full access), never used',
      ])
    let broken = 0
    await page.route('**/api_tokens/*', (route) =>
      broken++ === 1 ? route.abort() : route.continue(),
    )
    await dialog.getByRole('button', { name: 'Revoke 4 tokens' }).click()
    const failed = page.getByRole('alertdialog', { name: 'Could not revoke job 3' })
    await failed.getByText('job 3: The server did not respond.').waitFor()
    await failed.getByText('The token may still work.').waitFor()
    await inspect(page, 'tokens-revoke-failed')
    await expect.poll(() => names(page)).toEqual(['job 1', 'job 3', 'job 6'])
    await failed.getByRole('button', { name: 'Try again' }).click()
    await failed.waitFor({ state: 'detached' })
    await expect.poll(() => names(page)).toEqual(['job 1', 'job 6'])
    await page.unroute('**/api_tokens/*')
    portal.ignoreErrors('ERR_FAILED')
  })

  test('how far it is stands in the dialog, and Stop sends nothing more', async () => {
    for (let n = 1; n <= 8; n++) await insertNamed(`nightly ${n}`)
    await page.goto(`${portal.origin}${MINE}?sort=name&filter=nightly`)
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await page.getByRole('button', { name: 'Revoke 8 tokens' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Revoke 8 tokens?' })
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    let asked = 0
    await page.route('**/api_tokens/*', async (route) => {
      if (++asked > 1) await held
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Revoke 8 tokens' }).click()
    await dialog.getByText('Processed 1 of 8 tokens').waitFor()
    await dialog.getByRole('progressbar', { name: 'Revoking' }).waitFor()
    await inspect(page, 'tokens-revoke-progress', [WIDE])
    await dialog.getByRole('button', { name: 'Stop' }).click()
    release()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => names(page)).toEqual(['nightly 6', 'nightly 7', 'nightly 8'])
    expect(asked).toBe(5)
    await page.unroute('**/api_tokens/*')
    await page.context().close()
  })
})

test('tokens made with a token go with it, when asked', async () => {
  const page = await portal.openSignedIn('ada', '/account/tokens')
  const maker = await createToken(page, 'maker', 'Full access')
  await copyAndClose(page)
  const made = await call(maker, 'POST', '/v0.1/api_tokens', {
    description: 'made with it',
    scope: ['all'],
  })
  expect(made.status).toBe(201)
  await page.reload()
  await page.getByRole('checkbox', { name: 'Select maker' }).click()
  await page.getByRole('button', { name: 'Revoke 1 token' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Also revoke the tokens that were created with it').check()
  await dialog.getByRole('button', { name: 'Revoke 1 token' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: 'made with it' }).waitFor({ state: 'detached' })
  expect((await call(made.body.api_token, 'GET', '/v0.1/user')).status).toBe(401)
  await page.context().close()
})

test('a form sent again after no answer leaves one token', async () => {
  const page = await portal.openSignedIn('ada', MINE)
  await openForm(page)
  const dialog = createDialog(page)
  await dialog.getByLabel('Name').fill('once')
  await dialog.getByRole('radio', { name: 'Read-only' }).check()
  await dialog.getByLabel('Expires').selectOption('On a date')
  const send = dialog.getByRole('button', { name: 'Create API token' })
  await send.click()
  await dialog.getByText('Select an expiry date.').waitFor()
  await dialog.getByLabel('Expiry date').fill('2099-12-31')
  await page.route('**/api_tokens', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await send.click()
  await dialog.getByText('The token was not created.').waitFor()
  await page.unroute('**/api_tokens')
  portal.ignoreErrors('ERR_FAILED')
  await send.click()
  await valueDialog(page).waitFor()
  await copyAndClose(page)
  await page.reload()
  await page.getByRole('row', { name: 'once' }).waitFor()
  expect(await page.getByRole('row', { name: 'once' }).count()).toBe(1)
  expect(await page.getByRole('row', { name: 'once' }).innerText()).toContain('in 7')
  await page.context().close()
})
