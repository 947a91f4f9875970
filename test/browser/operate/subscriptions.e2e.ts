import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openSignInIssuer } from '../../support/http/sign-in-issuer.ts'
import { useSmtp } from '../../support/mail/use-smtp.ts'
import { insertGroup, putIntoGroup } from '../../support/world/groups.ts'
import { insertOrganization } from '../../support/world/world.ts'
import { inspect } from '../looks.ts'
import { press, tabTo, type, usePortalFixture } from '../portal-fixture.ts'

const smtp = await useSmtp()
const issuer = await openSignInIssuer()
afterAll(() => issuer.close())
const ship = {
  issuer: issuer.url,
  signIn: { id: 'ship', name: 'Ship login', clientId: 'binnacle' },
}
const fixture = await usePortalFixture({
  env: { ...smtp.env, RATE_LIMITS: 'false', TRUSTED_ISSUERS: JSON.stringify([ship]) },
  runsJobs: true,
})
const { origin, database } = fixture
const TIDES = `${origin}/operate/subscriptions/tides`

let people: Awaited<ReturnType<typeof fixture.insertPeople<'otto' | 'ada' | 'grace' | 'mary'>>>
let otto: Page
let ada: Page

beforeAll(async () => {
  people = await fixture.insertPeople('otto', 'ada', 'grace', 'mary')
  const account = database.db.updateTable('account').set({ is_operator: true })
  await account.where('id', '=', people.otto.id).execute()
  otto = await fixture.openSignedIn('otto', '/')
  ada = await fixture.openSignedIn('ada', '/health')
  // Of these sign-ins: here, no e-mail has been sent.
  await vi.waitFor(async () => expect(await countSent()).toBe(2), { timeout: 30_000 })
  await database.db.deleteFrom('mail').execute()
  await otto.reload()
})

async function countSent(): Promise<number> {
  const sent = database.db.selectFrom('mail').select('outcome').where('outcome', '=', 'sent')
  return (await sent.execute()).length
}

const main = () => otto.getByRole('main')
const button = (name: string | RegExp) => otto.getByRole('button', { name })
const step = (title: string) =>
  main()
    .getByRole('listitem')
    .filter({ has: otto.getByText(title, { exact: true }) })
const rowsOf = async (name: string) => {
  const rows = await otto.getByRole('table', { name, exact: true }).getByRole('row').allInnerTexts()
  return rows.slice(1).map((row) => row.replaceAll(/\s+/g, ' ').trim())
}
const tab = (name: string) =>
  otto.getByRole('navigation', { name: 'Pages of the subscription' }).getByRole('link', { name })

describe('a new installation', () => {
  test('tells its operator what to do, and a test e-mail is one step', async () => {
    await main().getByText('0 of 8 done.').waitFor()
    await step('An organization').getByText('Apps and subscriptions belong').waitFor()
    await inspect(otto, 'first-steps')
    await press(otto, button('Send a test e-mail'))
    await main().getByText('An e-mail to otto@example.com is on its way.').waitFor()
    await smtp.waitFor(1, 'otto@example.com')
    await step('E-mail: done').waitFor()
    await insertOrganization(
      database.db,
      { [people.ada.id]: 'admin', [people.mary.id]: 'collaborator' },
      'harbour',
    )
    await step('An organization: done').waitFor()
  })

  test('a second operator is named by their e-mail address', async () => {
    await press(otto, button('Make somebody an operator'))
    const dialog = otto.getByRole('dialog', { name: 'Make somebody an operator' })
    await type(otto, dialog.getByLabel('Name or e-mail'), 'grace@example.com')
    await dialog.getByText('The grace').first().waitFor()
    await inspect(otto, 'operate-promote')
    await press(otto, dialog.getByRole('button', { name: 'Make operator' }))
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() =>
        database.db
          .selectFrom('account')
          .select('name')
          .where('is_operator', '=', true)
          .orderBy('name')
          .execute(),
      )
      .toEqual([{ name: 'grace' }, { name: 'otto' }])
  })

  test('tells whoever has no role who can give one', async () => {
    await ada.getByText('can give you one: The otto').waitFor()
    await inspect(ada, 'no-subscriptions')
    await ada.goto(origin)
    await ada.getByText('can give you one: The otto').waitFor()
    expect(await ada.getByRole('heading', { name: 'First steps' }).count()).toBe(0)
  })

  test('opens a draft of a drill, not of an event', async () => {
    await otto.getByRole('link', { name: 'Compose drill' }).click()
    const drill = otto.getByRole('checkbox', { name: /^Drill/ })
    await expect.poll(() => drill.isChecked()).toBe(true)
    await otto.goBack()
  })
})

describe('a subscription by keyboard alone', () => {
  test('is created for an organization, whose members can read it', async () => {
    await press(otto, step('A subscription').getByRole('link', { name: 'Open subscriptions' }))
    await otto.getByRole('heading', { name: 'No subscriptions yet' }).waitFor()
    await inspect(otto, 'operate-subscriptions-empty')
    await press(otto, button('Create subscription'))
    const dialog = otto.getByRole('dialog', { name: 'Create subscription' })
    await press(otto, dialog.getByRole('button', { name: 'Create subscription' }))
    await dialog.getByText('Enter a display name.').waitFor()
    await type(otto, dialog.getByLabel('Display name'), 'Tide tables')
    await type(otto, dialog.getByRole('combobox', { name: 'Organization' }), 'harbour')
    await dialog.getByText('The harbour').first().waitFor()
    await type(otto, dialog.getByLabel('ID (optional)'), 'Tides')
    await inspect(otto, 'operate-create-subscription')
    await press(otto, dialog.getByRole('button', { name: 'Create subscription' }))
    await otto.waitForURL(TIDES)
    await otto.getByRole('heading', { name: 'Tide tables', level: 1 }).waitFor()
    await expect.poll(() => rowsOf('Roles')).toHaveLength(1)
    expect(await rowsOf('Roles')).toEqual([
      expect.stringMatching(/^harbour Organization reader 1 just now/),
    ])
  })

  test('a registered group gets a role', async () => {
    await insertGroup(database.db, issuer.url, 'crew')
    await press(otto, button('Give a role'))
    const dialog = otto.getByRole('dialog', { name: 'Give a role' })
    await type(otto, dialog.getByLabel('Name or e-mail'), 'nobody@example.com')
    await press(otto, dialog.getByRole('button', { name: 'Give role' }))
    await dialog.getByText('No person is called “nobody@example.com”.').waitFor()
    await dialog.getByLabel('Give it to').focus()
    await otto.keyboard.type('Group')
    await type(otto, dialog.getByRole('combobox', { name: 'Group', exact: true }), 'the crew')
    await tabTo(otto, dialog.getByLabel('Role', { exact: true }))
    await otto.keyboard.type('Contrib')
    await inspect(otto, 'operate-give-role')
    await press(otto, dialog.getByRole('button', { name: 'Give role' }))
    await expect.poll(() => rowsOf('Roles')).toHaveLength(2)
    expect((await rowsOf('Roles'))[1]).toMatch(/^The crew Group contributor 0 just now/)
  })

  test('a role is changed, for collaborators too', async () => {
    await press(otto, button('Give a role'))
    const dialog = otto.getByRole('dialog', { name: 'Give a role' })
    await dialog.getByLabel('Give it to').focus()
    await otto.keyboard.type('Organization')
    await type(otto, dialog.getByRole('combobox', { name: 'Organization' }), 'harbour')
    await press(otto, dialog.getByRole('checkbox', { name: 'Collaborators too' }), 'Space')
    await press(otto, dialog.getByRole('button', { name: 'Give role' }))
    await expect
      .poll(async () => (await rowsOf('Roles'))[0])
      .toMatch(/^harbour Organization reader, collaborators too 2 /)
    await expect.poll(() => button('Give a role').and(otto.locator(':focus')).count()).toBe(1)
    await inspect(otto, 'operate-roles')
  })

  test('an invitation to the organization names it', async () => {
    await ada.goto(`${origin}/orgs/harbour/members`)
    await ada.getByRole('button', { name: 'Invite people' }).click()
    const dialog = ada.getByRole('dialog', { name: 'Invite to The harbour' })
    await dialog
      .getByText('these subscriptions: Tide tables (reader; collaborators too).')
      .waitFor()
    await inspect(ada, 'organization-invite-opens')
    await ada.keyboard.press('Escape')
    await ada.getByRole('button', { name: 'Actions for The mary' }).click()
    await ada.getByRole('menuitem', { name: 'Remove from the organization' }).click()
    const question = ada.getByRole('alertdialog')
    await question
      .getByText('access in another way: Tide tables (reader; collaborators too)')
      .waitFor()
    await ada.keyboard.press('Escape')
  })
})

describe('access', () => {
  test('says who has it, through what and until when', async () => {
    const { id } = await database.db
      .selectFrom('issuer_group')
      .select('id')
      .executeTakeFirstOrThrow()
    await putIntoGroup(database.db, id, people.mary.id, 120)
    await press(otto, tab('Access'))
    await expect.poll(() => rowsOf('Who has access')).toHaveLength(2)
    const [adas, marys] = await rowsOf('Who has access')
    expect(adas).toMatch(/^The ada ada@example.com reader Organization harbour: reader$/)
    expect(marys).toMatch(
      /^The mary mary@example.com contributor Group The crew: contributor, ends in (an|1|2) hours?.* Organization harbour: reader$/,
    )
    await inspect(otto, 'operate-access')
  })

  test('a person is looked up, here and everywhere', async () => {
    await otto.getByLabel('Find by name or e-mail').fill('mary@')
    await expect.poll(() => rowsOf('Who has access')).toHaveLength(1)
    await press(otto, otto.getByRole('link', { name: 'The mary' }))
    await otto.getByRole('heading', { name: 'Access of The mary' }).waitFor()
    await otto.getByRole('link', { name: 'Tide tables' }).waitFor()
    await inspect(otto, 'operate-person')
    await press(otto, otto.getByRole('link', { name: 'Tide tables' }))
    await otto.waitForURL(`${TIDES}/access`)
    await expect.poll(() => rowsOf('Who has access')).toHaveLength(2)
  })
})

describe('the footprint', () => {
  test('takes services in several regions, and gives some back', async () => {
    await press(otto, tab('Settings'))
    const service = otto.getByRole('combobox', { name: 'Service' })
    const regions = otto.getByLabel('Regions, separated by commas')
    await type(otto, service, 'Storage')
    await main().getByText('Enter a service and at least one region').waitFor()
    await type(otto, regions, 'West US, East US')
    await inspect(otto, 'operate-footprint')
    await press(otto, button('Save footprint'))
    await main().getByText('The footprint was changed.').waitFor()
    expect(await listFootprint()).toEqual(['East US', 'West US'])
    await regions.fill('West US')
    await press(otto, button('Save footprint'))
    await expect.poll(listFootprint).toEqual(['West US'])
    await otto.reload()
    await expect.poll(() => service.inputValue()).toBe('Storage')
    expect(await regions.inputValue()).toBe('West US')
  })

  async function listFootprint(): Promise<string[]> {
    const rows = database.db.selectFrom('footprint').select('region').orderBy('region')
    return (await rows.execute()).map(({ region }) => region)
  }
})

describe('taking away', () => {
  test('a role ends the access that it gave', async () => {
    await press(otto, tab('Roles'))
    await press(otto, button('Remove the role of harbour'))
    const dialog = otto.getByRole('alertdialog')
    await dialog.getByText('2 people have access through it.').waitFor()
    await inspect(otto, 'operate-remove-role')
    await press(otto, dialog.getByRole('button', { name: 'Remove role' }))
    await expect.poll(() => rowsOf('Roles')).toHaveLength(1)
    await press(otto, tab('Access'))
    await expect.poll(async () => (await rowsOf('Who has access')).join()).toMatch(/^The mary/)
  })

  test('a subscription is renamed, and retired for good', async () => {
    await press(otto, tab('Settings'))
    await type(otto, otto.getByLabel('Display name'), 'Old tides')
    await press(otto, button('Save details'))
    await otto.getByRole('heading', { name: 'Old tides', level: 1 }).waitFor()
    await press(otto, button('Retire subscription'))
    const dialog = otto.getByRole('alertdialog', { name: 'Retire Old tides?' })
    await inspect(otto, 'operate-retire')
    await type(otto, dialog.getByLabel('Type Old tides to confirm'), 'Old tides')
    await press(otto, dialog.getByRole('button', { name: 'Retire subscription' }))
    await main()
      .getByText(/Retired just now/)
      .waitFor()
    expect(await button('Retire subscription').count()).toBe(0)
    await press(otto, tab('Roles'))
    await otto.getByRole('heading', { name: 'Nobody has a role' }).waitFor()
    expect(await button('Give a role').count()).toBe(0)
    await otto.goto(`${origin}/operate/subscriptions`)
    await expect
      .poll(() => rowsOf('Subscriptions'))
      .toEqual([expect.stringMatching(/^Old tides tides harbour Retired /)])
    await inspect(otto, 'operate-subscriptions')
    await otto.getByLabel('Filter by name or ID').fill('quay')
    await otto.getByText('No results for “quay”.').waitFor()
  })
})
