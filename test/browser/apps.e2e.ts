import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertApp, insertOrganization } from '../support/world/world.ts'
import { focusOf } from './keyboard.ts'
import { inspect } from './looks.ts'
import { press, tabTo, type, usePortalFixture } from './portal-fixture.ts'

const fixture = await usePortalFixture({ path: '/console' })
const { origin, database } = fixture
const portal = `${origin}/console`

let ada: Page
let grace: Page

beforeAll(async () => {
  const people = await fixture.insertPeople('ada', 'grace')
  const { db } = database
  const harbour = await insertOrganization(db, { [people.ada.id]: 'admin' }, 'harbour')
  await insertOrganization(db, { [people.ada.id]: 'admin' }, 'lighthouse')
  const owner = { ...people.ada, kind: 'user' as const }
  await insertApp(db, owner, { [people.grace.id]: 'viewer' }, 'tide')
  for (const name of ['wave', 'spray']) await insertApp(db, owner, {}, name)
  await insertApp(db, harbour, {}, 'pilot')
  ada = await fixture.openSignedIn('ada', '/apps')
  grace = await fixture.openSignedIn('grace', '/apps')
})

const titleOf = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()

describe('where apps are found', () => {
  test('A3: the address of the portal is the one PORTAL_URL says', async () => {
    expect(ada.url()).toBe(`${portal}/apps`)
    await ada.getByRole('link', { name: 'The tide' }).waitFor()
    const elsewhere = await fetch(`${origin}/apps`, { headers: { accept: 'text/html' } })
    expect(elsewhere.status).toBe(404)
  })

  test('A10: an app of a person is found at /users/{owner-name}/apps/{app-name}', async () => {
    await ada.getByRole('link', { name: 'The tide' }).click()
    await ada.waitForURL(`${portal}/users/ada/apps/tide`)
    await expect.poll(() => titleOf(ada)).toContain('The tide')
    await ada.reload()
    await ada.getByText('App secret', { exact: true }).waitFor()
    await ada.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('ada').waitFor()
  })

  test('A11: an app of an organization is found at /orgs/{owner-name}/apps/{app-name}', async () => {
    await ada.goto(`${portal}/apps`)
    await ada.getByRole('link', { name: 'The pilot' }).click()
    await ada.waitForURL(`${portal}/orgs/harbour/apps/pilot`)
    await expect.poll(() => titleOf(ada)).toContain('The pilot')
    await ada.reload()
    await ada.getByText('App secret', { exact: true }).waitFor()
  })

  test('an address with the wrong kind of owner leads to the right one', async () => {
    await ada.goto(`${portal}/users/harbour/apps/pilot/settings`)
    await ada.waitForURL(`${portal}/orgs/harbour/apps/pilot/settings`)
  })
})

describe('the overview', () => {
  test('keeps the app secret covered until it is asked for, and copies it either way', async () => {
    await ada.goto(`${portal}/users/ada/apps/tide`)
    const secret = ada.getByRole('definition').filter({ hasText: 'identify the app' })
    await secret.getByRole('button', { name: 'Copy app secret' }).click()
    const copied = String(await ada.evaluate('navigator.clipboard.readText()'))
    expect(copied).toMatch(/^[0-9a-f-]{36}$/)
    expect(await secret.innerText()).not.toContain(copied)
    await secret.getByRole('button', { name: 'Show app secret' }).click()
    expect(await secret.innerText()).toContain(copied)
  })

  test('says when it was made: how long ago, in the time of this place, and in UTC', async () => {
    const created = await ada.getByRole('definition').filter({ hasText: 'now' }).first().innerText()
    expect(created).toMatch(/^just now\s+\d+ \w+ \d{4}.* \(\d{4}-\d\d-\d\dT[\d:]+Z\)$/)
  })

  test('gives the command for this app, and leads into the explorer where it is described', async () => {
    const command = `curl -H 'X-API-Token: <API_TOKEN>' ${origin}/v0.1/apps/ada/tide`
    await ada.getByText(command).waitFor()
    await ada.getByRole('link', { name: 'Try it in the API explorer' }).click()
    await ada.waitForURL(`${origin}/explorer/**`)
    // The explorer reads and draws the whole document first.
    await ada.getByRole('button', { name: 'Execute' }).waitFor({ timeout: 30_000 })
    const operation = ada.locator('.opblock.is-open')
    expect(await operation.innerText()).toContain('getApp')
    const filledIn = async (name: string) =>
      operation.locator(`tr[data-param-name="${name}"] input`).inputValue()
    await expect.poll(() => filledIn('owner_name')).toBe('ada')
    await expect.poll(() => filledIn('app_name')).toBe('tide')
    const [asked] = await Promise.all([
      ada.waitForRequest(/\/v0\.1\/apps\//),
      ada.getByRole('button', { name: 'Execute' }).click(),
    ])
    expect(asked.url()).toBe(`${origin}/v0.1/apps/ada/tide`)
    fixture.ignoreErrors(/401/)
  })
})

describe('the settings', () => {
  test('change what is said about an app, and its address with its name', async () => {
    await ada.goto(`${portal}/users/ada/apps/wave/settings`)
    await ada.getByLabel('Display name').fill('Wave Height')
    await ada.getByLabel('Description').fill('How high they are')
    await ada.getByLabel('Name in URLs').fill('wave-height')
    await ada.getByRole('button', { name: 'Save details' }).click()
    await ada.waitForURL(`${portal}/users/ada/apps/wave-height/settings`)
    await expect.poll(() => titleOf(ada)).toContain('Wave Height')
    await ada.reload()
    await expect.poll(() => ada.getByLabel('Description').inputValue()).toBe('How high they are')
  })

  test('say what is missing, and show why the server refused', async () => {
    await ada.getByLabel('Display name').fill('')
    await ada.getByText('Enter a display name.').waitFor()
    await ada.getByLabel('Display name').fill('Wave Height')
    await ada.getByLabel('Name in URLs').fill('tide')
    await ada.getByRole('button', { name: 'Save details' }).click()
    await ada.getByRole('alert').getByText('already has an app named tide').waitFor()
    fixture.ignoreErrors(/409/)
  })

  test('by keyboard alone: transfer an app to an organization, after saying what ends', async () => {
    await ada.goto(`${portal}/users/ada/apps/wave-height/settings`)
    await tabTo(ada, ada.getByLabel('Organization', { exact: true }))
    await ada.keyboard.press('End')
    await press(ada, ada.getByRole('button', { name: 'Transfer app' }))
    const dialog = ada.getByRole('alertdialog')
    await dialog.getByText('Its API tokens will be revoked').waitFor()
    await expect.poll(() => focusOf(ada)).toBe('Cancel')
    await press(ada, dialog.getByRole('button', { name: 'Transfer app' }))
    await ada.waitForURL(`${portal}/orgs/lighthouse/apps/wave-height/settings`)
    await dialog.waitFor({ state: 'detached' })
  })

  test('delete an app once its name has been typed', async () => {
    await ada.getByRole('button', { name: 'Delete app' }).click()
    const dialog = ada.getByRole('alertdialog')
    const sure = dialog.getByRole('button', { name: 'Delete app' })
    expect(await sure.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByLabel('Type wave-height to confirm').fill('wave-height')
    await sure.click()
    await ada.waitForURL(`${portal}/apps`)
    await ada.getByRole('link', { name: 'The tide' }).waitFor()
    expect(await ada.getByText('Wave Height').count()).toBe(0)
  })

  test('by keyboard alone: from the list to the settings, saved, and deleted', async () => {
    await ada.goto(`${portal}/apps`)
    await press(ada, ada.getByRole('link', { name: 'The spray' }))
    await press(ada, ada.getByRole('link', { name: 'Settings' }))
    await type(ada, ada.getByLabel('Display name'), 'Sea Spray')
    await ada.keyboard.press('Enter')
    await ada.getByText('Saved', { exact: true }).first().waitFor()
    await press(ada, ada.getByRole('button', { name: 'Delete app' }), 'Space')
    const dialog = ada.getByRole('alertdialog')
    await dialog.waitFor()
    await ada.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await tabTo(ada, ada.getByRole('button', { name: 'Delete app' }))
    await ada.keyboard.press('Enter')
    await type(ada, dialog.getByLabel('Type spray to confirm'), 'spray')
    await press(ada, dialog.getByRole('button', { name: 'Delete app' }))
    await ada.waitForURL(`${portal}/apps`)
    expect(await ada.getByText('Sea Spray').count()).toBe(0)
  })

  test('are there for a viewer too, switched off, and say who can', async () => {
    await grace.goto(`${portal}/users/ada/apps/tide/settings`)
    await grace.getByText('Only managers can change these settings').waitFor()
    await grace.getByText('Managers of this app: The ada.').waitFor()
    await grace.getByText('Only the owner can transfer this app. The owner is The ada.').waitFor()
    expect(await grace.getByLabel('Display name').isDisabled()).toBe(true)
    for (const name of ['Save details', 'Transfer app', 'Delete app']) {
      const button = grace.getByRole('button', { name })
      expect([name, await button.getAttribute('aria-disabled')]).toEqual([name, 'true'])
    }
  })
})

describe('a page of an app', () => {
  test('does not tell whether the app is missing or closed', async () => {
    await grace.goto(`${portal}/orgs/harbour/apps/pilot`)
    await grace.getByRole('heading', { name: 'App not found' }).waitFor()
    await inspect(grace, 'app-missing')
    fixture.ignoreErrors(/404/)
  })

  test('is whole and accessible in every look, with its dialogs', async () => {
    await ada.goto(`${portal}/users/ada/apps/tide`)
    await ada.getByText('App secret', { exact: true }).waitFor()
    await inspect(ada, 'app-overview')
    await ada.getByRole('link', { name: 'Settings' }).click()
    await ada.getByLabel('Organization', { exact: true }).selectOption('The harbour')
    await inspect(ada, 'app-settings')
    await ada.getByRole('button', { name: 'Transfer app' }).click()
    await ada.getByRole('alertdialog').waitFor()
    await inspect(ada, 'app-transfer')
    await ada.keyboard.press('Escape')
    await ada.getByRole('button', { name: 'Delete app' }).click()
    await ada.getByRole('alertdialog').waitFor()
    await inspect(ada, 'app-delete')
    await ada.keyboard.press('Escape')
    await grace.goto(`${portal}/users/ada/apps/tide/settings`)
    await grace.getByText('Only managers can change these settings').waitFor()
    await inspect(grace, 'app-settings-viewer')
  })
})
