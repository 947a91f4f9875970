import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertToken } from '../support/world/samples.ts'
import { insertApp, insertOrganization } from '../support/world/world.ts'
import { choose, focusOf } from './keyboard.ts'
import { inspect, NARROW, WIDE } from './looks.ts'
import { press, tabTo, type, usePortalFixture } from './portal-fixture.ts'

const fixture = await usePortalFixture()
const { origin, database } = fixture
const TIDE = `${origin}/users/ada/apps/tide/members`
const PILOT = `${origin}/orgs/harbour/apps/pilot/members`

let ada: Page
let grace: Page

beforeAll(async () => {
  const { db } = database
  const people = await fixture.insertPeople('ada', 'grace', 'mary', 'joan')
  const members = { [people.grace.id]: 'viewer', [people.mary.id]: 'developer' } as const
  const owner = { ...people.ada, kind: 'user' as const }
  const tide = await insertApp(db, owner, members, 'tide')
  const token = { kind: 'app', homeId: people.ada.id, appId: tide.id } as const
  await insertToken(db, { ...token, createdBy: people.mary.id, description: 'Nightly build' })
  const harbour = await insertOrganization(
    db,
    { [people.ada.id]: 'admin', [people.grace.id]: 'member' },
    'harbour',
  )
  await insertApp(db, harbour, { [people.grace.id]: 'manager' }, 'pilot')
  ada = await fixture.openSignedIn('ada', '/users/ada/apps/tide/members')
  grace = await fixture.openSignedIn('grace', '/users/ada/apps/tide/members')
})

const rowOf = (page: Page, name: string) => page.getByRole('row', { name })

async function openMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menu').first().waitFor()
}

describe('the members of an app', () => {
  test('are listed with their role and how they come by it', async () => {
    await expect.poll(() => rowOf(ada, 'The ada').innerText()).toMatch(/manager\s+Owner/)
    expect(await rowOf(ada, 'The grace').innerText()).toMatch(/viewer\s+Member/)
    await ada.goto(PILOT)
    await expect
      .poll(() => rowOf(ada, 'The ada').innerText())
      .toMatch(/manager\s+Organization admin/)
  })

  test('are invited by e-mail with a role, sent again, changed and revoked', async () => {
    await ada.goto(TIDE)
    await ada.getByRole('button', { name: 'Invite people' }).click()
    const dialog = ada.getByRole('dialog', { name: 'Invite to The tide' })
    await dialog.getByRole('button', { name: 'Create invitation' }).click()
    await dialog.getByText('Enter an e-mail address.').waitFor()
    await dialog.getByText('Binnacle does not send e-mail. In the next step').waitFor()
    await dialog.getByLabel('E-mail').fill('joan@example.com')
    await dialog.getByLabel('Role').selectOption('viewer')
    await dialog.getByRole('button', { name: 'Create invitation' }).click()
    await ada.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    const row = rowOf(ada, 'joan@example.com')
    await expect.poll(() => row.innerText()).toMatch(/viewer\s+Invited, expires in 30 days/)
    await openMenu(ada, 'joan@example.com')
    await ada.getByRole('menuitemradio', { name: 'manager' }).click()
    await expect.poll(() => row.innerText()).toContain('manager')
    await openMenu(ada, 'joan@example.com')
    await ada.getByRole('menuitem', { name: 'Renew invitation' }).click()
    await ada.getByText('The invitation for joan@example.com was renewed').waitFor()
    await openMenu(ada, 'joan@example.com')
    await ada.getByRole('menuitem', { name: 'Revoke invitation' }).click()
    const sure = ada.getByRole('alertdialog')
    await sure.getByRole('button', { name: 'Revoke invitation' }).click()
    await row.waitFor({ state: 'detached' })
  })

  test('cannot be invited twice: the answer of the API says what to do', async () => {
    await ada.getByRole('button', { name: 'Invite people' }).click()
    const dialog = ada.getByRole('dialog')
    await dialog.getByLabel('E-mail').fill('grace@example.com')
    await dialog.getByRole('button', { name: 'Create invitation' }).click()
    await dialog.getByRole('alert').getByText('Change their role instead').waitFor()
    await ada.keyboard.press('Escape')
    fixture.ignoreErrors(/409/)
  })

  test('are invited as developers when their role could not be set, and the dialog says so', async () => {
    const address = /\/tide\/invitations\/joan/
    await ada.route(address, (route) => route.fulfill({ status: 500 }))
    await ada.getByRole('button', { name: 'Invite people' }).click()
    const dialog = ada.getByRole('dialog')
    await dialog.getByLabel('E-mail').fill('joan@example.com')
    await dialog.getByLabel('Role').selectOption('viewer')
    await dialog.getByRole('button', { name: 'Create invitation' }).click()
    await dialog.getByRole('alert').getByText('the role could not be changed to viewer').waitFor()
    await ada.unrouteAll()
    await dialog.getByRole('button', { name: 'Create invitation' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => rowOf(ada, 'joan@example.com').innerText()).toContain('viewer')
    await openMenu(ada, 'joan@example.com')
    await ada.getByRole('menuitem', { name: 'Revoke invitation' }).click()
    const sure = ada.getByRole('alertdialog')
    await sure.getByRole('button', { name: 'Revoke invitation' }).click()
    await rowOf(ada, 'joan@example.com').waitFor({ state: 'detached' })
    fixture.ignoreErrors(/500/)
  })

  test('change their role', async () => {
    await openMenu(ada, 'The grace')
    await ada.getByRole('menuitemradio', { name: 'developer' }).click()
    await expect.poll(() => rowOf(ada, 'The grace').innerText()).toContain('developer')
    await openMenu(ada, 'The grace')
    await ada.getByRole('menuitemradio', { name: 'viewer' }).click()
    await expect.poll(() => rowOf(ada, 'The grace').innerText()).toContain('viewer')
  })

  test('are removed after the API tokens they made have been named; by default those are revoked', async () => {
    await press(ada, ada.getByRole('button', { name: 'Actions for The mary' }))
    await choose(ada, ada.getByRole('menuitem', { name: 'Remove from the app' }))
    const dialog = ada.getByRole('alertdialog', { name: 'Remove The mary from The tide?' })
    const tokens = dialog.getByRole('list', { name: 'API tokens' })
    await expect.poll(() => tokens.innerText()).toMatch(/Nightly build, Full access, never used/)
    const revokes = dialog.getByRole('checkbox', {
      name: 'Also revoke the API tokens that they created',
    })
    expect(await revokes.isChecked()).toBe(true)
    await dialog
      .getByText('Scripts that use these tokens will start receiving 401 responses.')
      .waitFor()
    await expect.poll(() => focusOf(ada)).toBe('Cancel')
    await inspect(ada, 'members-remove')
    await press(ada, dialog.getByRole('button', { name: 'Remove The mary' }))
    await dialog.waitFor({ state: 'detached' })
    await rowOf(ada, 'The mary').waitFor({ state: 'detached' })
    const left = await database.db
      .selectFrom('api_token')
      .select('revoked_at')
      .where('description', '=', 'Nightly build')
      .execute()
    expect(left).toEqual([{ revoked_at: expect.any(Date) }])
  })

  test('who hold their role by other means cannot lose it here, and the menu says why', async () => {
    await openMenu(ada, 'The ada')
    await ada.getByText('The owner of an app is always a manager.').waitFor()
    const viewer = ada.getByRole('menuitemradio', { name: 'viewer' })
    expect(await viewer.getAttribute('aria-disabled')).toBe('true')
    const leave = ada.getByRole('menuitem', { name: 'Leave the app' })
    expect(await leave.getAttribute('aria-disabled')).toBe('true')
    await inspect(ada, 'members-menu', [WIDE])
    await ada.keyboard.press('Escape')
  })

  test('see what they may not do, and who can', async () => {
    await grace.getByText('Only managers can invite people').waitFor()
    await grace.getByText('Managers of this app: The ada.').waitFor()
    const invite = grace.getByRole('button', { name: 'Invite people' })
    expect(await invite.getAttribute('aria-disabled')).toBe('true')
    await openMenu(grace, 'The ada')
    const remove = grace.getByRole('menuitem', { name: 'Remove from the app' })
    expect(await remove.getAttribute('aria-disabled')).toBe('true')
    await grace.keyboard.press('Escape')
    await inspect(grace, 'members-viewer')
  })

  test('may always leave by themselves', async () => {
    await openMenu(grace, 'The grace')
    await grace.getByRole('menuitem', { name: 'Leave the app' }).click()
    const leave = grace.getByRole('alertdialog').getByRole('button', { name: 'Leave The tide' })
    await leave.waitFor()
    await inspect(grace, 'members-leave')
    await leave.click()
    await grace.waitForURL(`${origin}/apps`)
    await grace.getByRole('link', { name: 'The pilot' }).waitFor()
    expect(await grace.getByRole('link', { name: 'The tide' }).count()).toBe(0)
  })
})

test('by keyboard alone: invite somebody, change their role, revoke', async () => {
  await ada.goto(TIDE)
  await press(ada, ada.getByRole('button', { name: 'Invite people' }))
  const dialog = ada.getByRole('dialog')
  await type(ada, dialog.getByLabel('E-mail'), 'joan@example.com')
  await ada.keyboard.press('Enter')
  await press(ada, dialog.getByRole('button', { name: 'Done' }))
  await dialog.waitFor({ state: 'detached' })
  await tabTo(ada, ada.getByRole('button', { name: 'Invite people' }))
  const row = rowOf(ada, 'joan@example.com')
  const actions = ada.getByRole('button', { name: 'Actions for joan@example.com' })
  await press(ada, actions)
  await ada.getByRole('menuitemradio', { name: 'manager' }).waitFor()
  await ada.keyboard.press('ArrowDown')
  await ada.keyboard.press('ArrowDown')
  await ada.keyboard.press('Enter')
  await expect.poll(() => row.innerText()).toContain('viewer')
  await press(ada, actions)
  const cancel = ada.getByRole('menuitem', { name: 'Revoke invitation' })
  await cancel.waitFor()
  await ada.keyboard.press('End')
  await ada.keyboard.press('Enter')
  await press(ada, ada.getByRole('alertdialog').getByRole('button', { name: 'Revoke invitation' }))
  await row.waitFor({ state: 'detached' })
})

describe('the page of members', () => {
  test('is whole and accessible in every look, with its dialogs', async () => {
    await ada.goto(PILOT)
    await rowOf(ada, 'The grace').waitFor()
    await ada.getByRole('button', { name: 'Invite people' }).click()
    const dialog = ada.getByRole('dialog')
    await dialog.getByLabel('E-mail').fill('joan@example.com')
    await inspect(ada, 'members-invite')
    await dialog.getByRole('button', { name: 'Create invitation' }).click()
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByRole('button', { name: 'Copy link' }).waitFor()
    await inspect(ada, 'members-link')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await rowOf(ada, 'joan@example.com').waitFor()
    await inspect(ada, 'members')
    await ada.setViewportSize(NARROW)
    await openMenu(ada, 'joan@example.com')
    await inspect(ada, 'members-menu', [NARROW])
    await ada.keyboard.press('Escape')
    await openMenu(ada, 'joan@example.com')
    await ada.getByRole('menuitem', { name: 'Revoke invitation' }).click()
    await ada.getByRole('alertdialog').waitFor()
    await inspect(ada, 'members-cancel')
  })
})
