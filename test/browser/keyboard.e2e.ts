import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../support/http/signer.ts'
import { insertApp, insertOrganization } from '../support/world/world.ts'
import { checkPage, NARROW, press, tabTo, type, usePortalFixture } from './portal-fixture.ts'
import { createDialog, valueDialog } from './token-steps.ts'

/**
 * The journeys of area A, without a mouse. Those of areas B and C and of operators are by keyboard in the files
 * beside their pages, apart from filters, which are fields like those here.
 */
const fixture = await usePortalFixture()
const { origin } = fixture

/** One pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let ada: Page

beforeAll(async () => {
  const { db } = fixture.database
  const people = await fixture.insertPeople('ada', 'grace', 'mary')
  const owner = { ...people.ada, kind: 'user' as const }
  const members = { [people.ada.id]: 'admin', [people.mary.id]: 'member' } as const
  await insertOrganization(db, members, 'harbour')
  await insertApp(db, owner, { [people.mary.id]: 'developer' }, 'tide')
  await insertApp(db, owner, {}, 'wave')
})

const rowOf = (page: Page, name: string) => page.getByRole('row', { name })
const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true })
const titleOf = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()
const focusOf = (page: Page): Promise<string> => page.evaluate('document.activeElement.innerText')

/** The arrow keys, until the focus is on what was meant: as in any menu. */
async function choose(page: Page, item: Locator): Promise<void> {
  await item.waitFor()
  for (let n = 0; n < 12; n++) {
    if ((await item.and(page.locator(':focus')).count()) > 0) return page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the arrow keys do not lead to ${item}`)
}

async function signIn(page: Page, name: string): Promise<void> {
  await type(page, page.getByLabel('E-mail or name'), name)
  await type(page, page.getByLabel('Password'), PASSWORD)
  await page.keyboard.press('Enter')
}

describe('the shell', () => {
  test('sign in, choose a theme, sign out, sign in again', async () => {
    ada = await fixture.open()
    await ada.goto(`${origin}/apps`)
    await signIn(ada, 'ada')
    await ada.getByRole('link', { name: 'The tide' }).waitFor()
    await press(ada, button(ada, 'Account'))
    await choose(ada, ada.getByRole('menuitemradio', { name: 'High contrast' }))
    await expect.poll(() => ada.evaluate("localStorage.getItem('binnacle.theme')")).toBe('contrast')
    await ada.getByRole('menu').waitFor({ state: 'detached' })
    await checkPage(ada, 'apps-contrast-1280')
    await press(ada, button(ada, 'Account'))
    await choose(ada, ada.getByRole('menuitemradio', { name: 'Same as system' }))
    await ada.getByRole('menu').waitFor({ state: 'detached' })
    await press(ada, button(ada, 'Account'))
    await choose(ada, ada.getByRole('menuitem', { name: 'Sign out' }))
    await ada.waitForURL(`${origin}/signed-out`)
    await press(ada, button(ada, 'Sign in again'))
    await signIn(ada, 'ada')
    await ada.waitForURL(`${origin}/`)
    await press(ada, ada.getByRole('link', { name: 'Apps', exact: true }))
    await ada.waitForURL(`${origin}/apps`)
  })

  test('create an app', async () => {
    await press(ada, button(ada, 'Create app'))
    const dialog = ada.getByRole('dialog', { name: 'Create app' })
    await type(ada, dialog.getByLabel('Display name'), 'Pilot Book')
    await tabTo(ada, dialog.getByLabel('OS'))
    await ada.keyboard.type('Lin')
    await press(ada, button(dialog, 'Create app'))
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => rowOf(ada, 'Pilot Book').innerText()).toContain('Linux')
    await expect.poll(() => focusOf(ada)).toBe('Create app')
  })

  test('search from another page, and open what was found', async () => {
    await press(ada, ada.getByRole('link', { name: 'Organizations' }))
    await ada.waitForURL(`${origin}/orgs`)
    await expect.poll(() => titleOf(ada)).toBe('Organizations')
    await ada.keyboard.press('/')
    await ada.keyboard.type('tide')
    await ada.getByRole('option', { name: 'The tide' }).waitFor()
    await ada.keyboard.press('Enter')
    await ada.waitForURL(`${origin}/users/ada/apps/tide`)
    await expect.poll(() => focusOf(ada)).toContain('The tide')
    await press(ada, ada.getByRole('link', { name: 'Apps', exact: true }))
    await ada.keyboard.press('/')
    await ada.keyboard.type('tide')
    await ada.waitForURL(`${origin}/apps?filter=tide`)
    await expect.poll(() => ada.getByRole('rowheader').count()).toBe(1)
    await type(ada, ada.getByLabel('Filter apps'), 'nothing like it')
    await press(ada, button(ada, 'Clear filter'))
    await ada.getByRole('link', { name: 'The wave' }).waitFor()
    expect(await ada.getByLabel('Filter apps').and(ada.locator(':focus')).count()).toBe(1)
    await press(ada, ada.getByRole('link', { name: 'The tide' }))
    await ada.waitForURL(`${origin}/users/ada/apps/tide`)
    await expect.poll(() => focusOf(ada)).toContain('The tide')
  })

  test('the drawer on a narrow screen opens, leads on, closes and gives the focus back', async () => {
    await ada.setViewportSize(NARROW)
    const areas = button(ada, 'Open navigation')
    const drawer = ada.getByRole('dialog')
    await press(ada, areas)
    await press(ada, drawer.getByRole('link', { name: 'Organizations' }))
    await ada.waitForURL(`${origin}/orgs`)
    await drawer.waitFor({ state: 'detached' })
    await press(ada, areas)
    await drawer.waitFor()
    await ada.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await expect.poll(() => areas.and(ada.locator(':focus')).count()).toBe(1)
    await ada.setViewportSize({ width: 1280, height: 800 })
  })
})

describe('an app', () => {
  test('gets a picture and loses it', async () => {
    await ada.goto(`${origin}/users/ada/apps/wave/settings`)
    const [chooser] = await Promise.all([
      ada.waitForEvent('filechooser'),
      press(ada, button(ada, 'Upload picture')),
    ])
    await chooser.setFiles({ name: 'wave.png', mimeType: 'image/png', buffer: PICTURE })
    await press(ada, button(ada, 'Remove picture'))
    await expect.poll(() => ada.locator('main img').count()).toBe(0)
  })

  test('is transferred', async () => {
    await tabTo(ada, ada.getByLabel('Organization', { exact: true }))
    await ada.keyboard.press('ArrowDown')
    await press(ada, button(ada, 'Transfer app'))
    const dialog = ada.getByRole('alertdialog')
    await expect.poll(() => focusOf(ada)).toBe('Cancel')
    await press(ada, button(dialog, 'Transfer app'))
    await ada.waitForURL(`${origin}/orgs/harbour/apps/wave/settings`)
    await dialog.waitFor({ state: 'detached' })
  })

  test('loses a member', async () => {
    await ada.goto(`${origin}/users/ada/apps/tide/members`)
    await press(ada, button(ada, 'Actions for The mary'))
    await choose(ada, ada.getByRole('menuitem', { name: 'Remove from the app' }))
    const dialog = ada.getByRole('alertdialog')
    await expect.poll(() => focusOf(ada)).toBe('Cancel')
    await press(ada, button(dialog, 'Remove The mary'))
    await rowOf(ada, 'The mary').waitFor({ state: 'detached' })
  })
})

test('members of an organization are invited, get another role, and are removed', async () => {
  await ada.goto(`${origin}/orgs/harbour/members`)
  await press(ada, button(ada, 'Invite people'))
  const form = ada.getByRole('dialog')
  await type(ada, form.getByLabel('E-mail'), 'grace@example.com')
  await ada.keyboard.press('Enter')
  await press(ada, button(form, 'Done'))
  await form.waitFor({ state: 'detached' })
  await rowOf(ada, 'grace@example.com').waitFor()
  await press(ada, button(ada, 'Actions for The mary'))
  await choose(ada, ada.getByRole('menuitemradio', { name: 'collaborator' }))
  await expect.poll(() => rowOf(ada, 'The mary').innerText()).toContain('collaborator')
  await press(ada, button(ada, 'Actions for The mary'))
  await choose(ada, ada.getByRole('menuitem', { name: 'Remove from the organization' }))
  await press(ada, button(ada.getByRole('alertdialog'), 'Remove The mary'))
  await rowOf(ada, 'The mary').waitFor({ state: 'detached' })
})

test('an invitation is accepted', async () => {
  const grace = await fixture.openSignedIn('grace', '/account/invitations')
  await press(grace, button(grace, 'Accept The harbour'))
  await grace.getByText('You are now a collaborator of The harbour.').waitFor()
  await press(grace, grace.getByRole('main').getByRole('link', { name: 'The harbour' }))
  await grace.waitForURL(`${origin}/orgs/harbour`)
  await grace.context().close()
})

async function createToken(page: Page, name: string): Promise<void> {
  await press(page, button(page, 'Create API token'))
  const form = createDialog(page)
  await type(page, form.getByLabel('Name'), name)
  await tabTo(page, form.getByRole('radio', { name: /^Full access/ }))
  await page.keyboard.press('ArrowDown')
  await press(page, button(form, 'Create API token'))
  const value = valueDialog(page)
  await press(page, button(value, 'Copy token value'))
  await button(value, 'Copied').waitFor()
  await press(page, button(value, 'Close'))
  await value.waitFor({ state: 'detached' })
}

describe.each([
  ['one’s own', '/account/tokens'],
  ['an organization', '/orgs/harbour/tokens'],
])('tokens of %s', (_whose, path) => {
  test('are created, a range is selected, and several are revoked at once', async () => {
    await ada.goto(`${origin}${path}?sort=name`)
    for (const name of ['job 1', 'job 2', 'job 3']) await createToken(ada, name)
    const boxOf = (name: string) => ada.getByRole('checkbox', { name: `Select ${name}` })
    await press(ada, boxOf('job 1'), 'Space')
    await press(ada, boxOf('job 3'), 'Shift+Space')
    await ada.keyboard.press('Shift+Tab')
    expect(await boxOf('job 2').isChecked()).toBe(true)
    await press(ada, button(ada, 'Revoke 3 tokens'))
    await expect.poll(() => focusOf(ada)).toBe('Cancel')
    await press(ada, button(ada.getByRole('alertdialog'), 'Revoke 3 tokens'))
    await ada.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(await boxOf('job 2').count()).toBe(0)
    await expect.poll(() => ada.evaluate('document.activeElement.tagName')).toBe('H1')
  })
})
