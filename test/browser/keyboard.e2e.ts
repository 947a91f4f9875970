import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../support/http/signer.ts'
import { insertApp, insertOrganization } from '../support/world/world.ts'
import { choose, focusOf } from './keyboard.ts'
import { checkPage, NARROW } from './looks.ts'
import { press, tabTo, type, usePortalFixture } from './portal-fixture.ts'

/** The shell without a mouse. The journeys on its pages are by keyboard in the files beside them. */
const fixture = await usePortalFixture()
const { origin } = fixture

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
