import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertToken } from '../support/world/samples.ts'
import { insertApp, insertOrganization } from '../support/world/world.ts'
import { choose } from './keyboard.ts'
import { inspect } from './looks.ts'
import { press, type, usePortalFixture } from './portal-fixture.ts'

const fixture = await usePortalFixture()
const { origin, database } = fixture

let ada: Page
let grace: Page
let joan: Page

beforeAll(async () => {
  const { db } = database
  const people = await fixture.insertPeople('ada', 'grace', 'joan', 'mary')
  const harbour = await insertOrganization(
    db,
    { [people.ada.id]: 'admin', [people.joan.id]: 'member', [people.mary.id]: 'member' },
    'harbour',
  )
  await insertApp(db, harbour, {}, 'pilot')
  const tide = await insertApp(db, harbour, {}, 'tide')
  const token = { kind: 'app', homeId: harbour.id, appId: tide.id } as const
  await insertToken(db, { ...token, createdBy: people.mary.id, description: 'Nightly build' })
  ada = await fixture.openSignedIn('ada', '/apps')
  grace = await fixture.openSignedIn('grace', '/orgs')
  joan = await fixture.openSignedIn('joan', '/orgs/harbour/members')
})

const rowOf = (page: Page, name: string) => page.getByRole('row', { name })
const titleOf = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()

async function openMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menu').first().waitFor()
}

describe('organizations', () => {
  test('are one entry of the rail, and none is said to be none', async () => {
    await grace.getByRole('heading', { name: 'No organizations yet' }).waitFor()
    await inspect(grace, 'organizations-none')
    await ada
      .getByRole('navigation', { name: 'Main navigation' })
      .getByText('Organizations')
      .click()
    await ada.waitForURL(`${origin}/orgs`)
    await expect.poll(() => rowOf(ada, 'The harbour').innerText()).toMatch(/harbour\s+Yes/)
  })

  test('are created, and refused when the name is taken', async () => {
    await ada.getByRole('button', { name: 'Create organization' }).click()
    const dialog = ada.getByRole('dialog', { name: 'Create organization' })
    const create = dialog.getByRole('button', { name: 'Create organization' })
    await create.click()
    await dialog.getByText('Enter a display name.').waitFor()
    await dialog.getByLabel('Display name').fill('Light House')
    await dialog.getByLabel('Name in URLs').fill('harbour')
    await create.click()
    await dialog.getByRole('alert').getByText('The name harbour is already in use').waitFor()
    await inspect(ada, 'organization-create')
    await dialog.getByLabel('Name in URLs').fill('')
    await create.click()
    await expect.poll(() => rowOf(ada, 'Light House').innerText()).toMatch(/Light-House\s+Yes/)
    fixture.ignoreErrors(/409/)
  })

  test('show their apps, and get new ones', async () => {
    await ada.getByRole('link', { name: 'Light House' }).click()
    await ada.getByRole('heading', { name: 'No apps yet' }).waitFor()
    await ada.getByRole('button', { name: 'Create app' }).click()
    const dialog = ada.getByRole('dialog', { name: 'Create app' })
    await expect.poll(() => dialog.getByLabel('Owner').inputValue()).toBe('Light-House')
    await dialog.getByLabel('Display name').fill('Lamp')
    await dialog.getByRole('button', { name: 'Create app' }).click()
    await ada.getByRole('link', { name: 'Lamp' }).click()
    await ada.waitForURL(`${origin}/orgs/Light-House/apps/Lamp`)
    await ada.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Light-House').click()
    await ada.waitForURL(`${origin}/orgs/Light-House`)
  })

  test('are renamed, with their address, and deleted once the name was typed', async () => {
    await ada.getByRole('link', { name: 'Settings' }).click()
    await ada.getByLabel('Display name').fill('Lighthouse')
    await ada.getByLabel('Name in URLs').fill('lighthouse')
    await ada.getByRole('button', { name: 'Save details' }).click()
    await ada.waitForURL(`${origin}/orgs/lighthouse/settings`)
    await expect.poll(() => titleOf(ada)).toContain('Lighthouse')
    await ada.getByRole('button', { name: 'Delete organization' }).click()
    const dialog = ada.getByRole('alertdialog', { name: 'Delete Lighthouse?' })
    await dialog.getByLabel('Type lighthouse to confirm').fill('lighthouse')
    await dialog.getByRole('button', { name: 'Delete organization' }).click()
    await ada.waitForURL(`${origin}/orgs`)
    await rowOf(ada, 'The harbour').waitFor()
    expect(await ada.getByText('Lighthouse').count()).toBe(0)
  })

  test('by keyboard alone: created, opened, renamed, deleted', async () => {
    await press(ada, ada.getByRole('button', { name: 'Create organization' }))
    const dialog = ada.getByRole('dialog')
    await type(ada, dialog.getByLabel('Display name'), 'Buoys')
    await ada.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await press(ada, ada.getByRole('link', { name: 'Buoys' }))
    await press(ada, ada.getByRole('link', { name: 'Settings' }))
    await type(ada, ada.getByLabel('Display name'), 'Buoys and beacons')
    await ada.keyboard.press('Enter')
    await expect.poll(() => titleOf(ada)).toContain('Buoys and beacons')
    await press(ada, ada.getByRole('button', { name: 'Delete organization' }), 'Space')
    const sure = ada.getByRole('alertdialog')
    await type(ada, sure.getByLabel('Type Buoys to confirm'), 'Buoys')
    await press(ada, sure.getByRole('button', { name: 'Delete organization' }))
    await ada.waitForURL(`${origin}/orgs`)
  })
})

describe('members of an organization', () => {
  test('are invited, and the last admin stays: the API says why', async () => {
    await ada.goto(`${origin}/orgs/harbour/members`)
    await ada.getByRole('button', { name: 'Invite people' }).click()
    const dialog = ada.getByRole('dialog', { name: 'Invite to The harbour' })
    await dialog.getByLabel('E-mail').fill('grace@example.com')
    await dialog.getByLabel('Role').selectOption('member')
    await inspect(ada, 'organization-invite')
    await dialog.getByRole('button', { name: 'Create invitation' }).click()
    await ada.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await expect
      .poll(() => rowOf(ada, 'grace@example.com').innerText())
      .toMatch(/member\s+Invited, expires/)
    await openMenu(ada, 'grace@example.com')
    await ada.getByRole('menuitem', { name: 'Renew invitation' }).click()
    await ada.getByText('The invitation for grace@example.com was renewed').waitFor()
    await openMenu(ada, 'The ada')
    await ada.getByRole('menuitemradio', { name: 'member' }).click()
    await ada.getByRole('alert').getByText('is the last admin of this organization').waitFor()
    await inspect(ada, 'organization-members')
    fixture.ignoreErrors(/409/)
  })

  test('change their role, and are removed after the tokens they made for its apps have been named', async () => {
    await expect
      .poll(() => rowOf(ada, 'The mary').innerText())
      .toMatch(/member\s+Joined (just now|\d minutes? ago)/)
    const actions = ada.getByRole('button', { name: 'Actions for The mary' })
    await press(ada, actions)
    await choose(ada, ada.getByRole('menuitemradio', { name: 'collaborator' }))
    await expect.poll(() => rowOf(ada, 'The mary').innerText()).toContain('collaborator')
    await press(ada, actions)
    await choose(ada, ada.getByRole('menuitem', { name: 'Remove from the organization' }))
    const dialog = ada.getByRole('alertdialog', { name: 'Remove The mary from The harbour?' })
    const tokens = dialog.getByRole('list', { name: 'API tokens' })
    await expect.poll(() => tokens.innerText()).toMatch(/^Nightly build, for The tide, Full access/)
    await inspect(ada, 'organization-remove')
    await dialog
      .getByRole('checkbox', { name: 'Also revoke the API tokens that they created' })
      .click()
    await dialog.getByText('These tokens will keep working until someone revokes them').waitFor()
    await press(ada, dialog.getByRole('button', { name: 'Remove The mary' }))
    await dialog.waitFor({ state: 'detached' })
    await rowOf(ada, 'The mary').waitFor({ state: 'detached' })
    const left = await database.db
      .selectFrom('api_token')
      .select('revoked_at')
      .where('description', '=', 'Nightly build')
      .execute()
    expect(left).toEqual([{ revoked_at: null }])
  })
})

describe('pages of an organization', () => {
  test('are there for a member too, switched off, and say who can', async () => {
    await joan.getByText('Your role in this organization is member.').waitFor()
    await joan.getByText('Admins of this organization: The ada.').waitFor()
    const invite = joan.getByRole('button', { name: 'Invite people' })
    expect(await invite.getAttribute('aria-disabled')).toBe('true')
    await joan.getByRole('link', { name: 'Settings' }).click()
    await joan.getByText('Only admins can change these settings.').waitFor()
    expect(await joan.getByLabel('Display name').isDisabled()).toBe(true)
    await inspect(joan, 'organization-settings-member')
    await joan.goto(`${origin}/orgs/nowhere`)
    await joan.getByRole('heading', { name: 'Organization not found' }).waitFor()
    fixture.ignoreErrors(/404/)
  })

  test('are whole and accessible in every look', async () => {
    await ada.goto(`${origin}/orgs`)
    await rowOf(ada, 'The harbour').waitFor()
    await inspect(ada, 'organizations')
    await ada.getByRole('link', { name: 'The harbour' }).click()
    await ada.getByRole('link', { name: 'The pilot' }).waitFor()
    await inspect(ada, 'organization')
    await ada.getByRole('link', { name: 'Settings' }).click()
    await ada.getByLabel('Display name').waitFor()
    await inspect(ada, 'organization-settings')
    await ada.getByRole('button', { name: 'Delete organization' }).click()
    await ada.getByRole('alertdialog').waitFor()
    await inspect(ada, 'organization-delete')
  })
})
