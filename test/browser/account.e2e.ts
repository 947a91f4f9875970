import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertApp, insertOrganization } from '../support/world/world.ts'
import { inspect } from './looks.ts'
import { press, tabTo, type, usePortalFixture } from './portal-fixture.ts'

const fixture = await usePortalFixture()
const { origin, database } = fixture

let ada: Page
let grace: Page

beforeAll(async () => {
  const { db } = database
  const people = await fixture.insertPeople('ada', 'grace')
  const harbour = await insertOrganization(db, { [people.ada.id]: 'admin' }, 'harbour')
  await insertApp(db, harbour, {}, 'pilot')
  ada = await fixture.openSignedIn('ada', '/orgs/harbour/members')
  grace = await fixture.openSignedIn('grace', '/apps')
})

const rowOf = (page: Page, name: string) => page.getByRole('row', { name })

async function invite(page: Page, path: string): Promise<void> {
  await page.goto(`${origin}${path}`)
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill('grace@example.com')
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
}

describe('invitations to oneself', () => {
  test('are counted in the account menu, accepted in place, and lead to what was joined', async () => {
    await invite(ada, '/orgs/harbour/members')
    await invite(ada, '/orgs/harbour/apps/pilot/members')
    await grace.goto(`${origin}/apps`)
    await grace.getByRole('button', { name: 'Account, 2 invitations' }).click()
    await grace.getByRole('menuitem', { name: 'Invitations' }).click()
    await grace.waitForURL(`${origin}/account/invitations`)
    const row = rowOf(grace, 'The harbour')
    await expect.poll(() => row.innerText()).toMatch(/Organization harbour\s+collaborator\s+ada/)
    await inspect(grace, 'invitations')
    await press(grace, grace.getByRole('button', { name: 'Accept The harbour' }))
    await row.waitFor({ state: 'detached' })
    await grace.getByText('You are now a collaborator of The harbour.').waitFor()
    await grace.getByRole('button', { name: 'Account, 1 invitation' }).waitFor()
    await press(grace, grace.getByRole('main').getByRole('link', { name: 'The harbour' }))
    await grace.waitForURL(`${origin}/orgs/harbour`)
    await grace.goBack()
  })

  test('by keyboard alone: rejected after a question, and none are left', async () => {
    await press(grace, grace.getByRole('button', { name: 'Reject The pilot' }))
    const dialog = grace.getByRole('alertdialog')
    await dialog.waitFor()
    await grace.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await tabTo(grace, grace.getByRole('button', { name: 'Reject The pilot' }))
    await grace.keyboard.press('Enter')
    await inspect(grace, 'invitation-reject')
    await press(grace, dialog.getByRole('button', { name: 'Reject invitation' }))
    await grace.getByRole('heading', { name: 'No invitations' }).waitFor()
    await inspect(grace, 'invitations-none')
  })
})

test('About, from the account menu, tells the two dates of the retired app platform as its own', async () => {
  await ada.goto(`${origin}/apps`)
  await ada.getByRole('button', { name: 'Account', exact: true }).click()
  await ada.getByRole('menuitem', { name: 'About Binnacle' }).click()
  await ada.waitForURL(`${origin}/about`)
  const original = ada.getByRole('region', { name: 'The retired app platform' })
  const shown = await original.innerText()
  expect(shown).toMatch(/Product\s+Retired on 31 March 2025/)
  expect(shown).toMatch(/Analytics and diagnostics features\s+Supported until 30 June 2026/)
  expect(shown).toContain('not to this installation')
  await inspect(ada, 'about')
})

describe('the account', () => {
  test('the profile is changed in place', async () => {
    await ada.goto(`${origin}/account`)
    await ada.getByRole('textbox', { name: 'Display name' }).fill('Ada of the Harbour')
    await ada.getByRole('button', { name: 'Save display name' }).click()
    await ada.getByText('Saved', { exact: true }).first().waitFor()
    await inspect(ada, 'account')
    await ada.getByRole('button', { name: 'Account', exact: true }).click()
    await ada.getByRole('menu', { name: 'Account' }).getByText('Ada of the Harbour').waitFor()
    const explorer = ada.getByRole('menuitem', { name: 'API explorer' })
    expect(await explorer.getAttribute('href')).toBe(`${origin}/explorer/`)
  })

  test('by keyboard alone: renamed from the account menu on', async () => {
    await grace.goto(`${origin}/apps`)
    await press(grace, grace.getByRole('button', { name: 'Account', exact: true }))
    await grace.getByRole('menuitem', { name: 'Account settings' }).waitFor()
    await grace.keyboard.press('Enter')
    await grace.waitForURL(`${origin}/account`)
    await type(grace, grace.getByRole('textbox', { name: 'Display name' }), 'Grace')
    await grace.keyboard.press('Enter')
    await grace.getByText('Saved', { exact: true }).first().waitFor()
  })
})
