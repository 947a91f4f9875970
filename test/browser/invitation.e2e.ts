import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSignInIssuer } from '../support/http/sign-in-issuer.ts'
import { useSmtp } from '../support/mail/use-smtp.ts'
import { linkIn } from '../support/server/invited.ts'
import { insertApp, insertOrganization } from '../support/world/world.ts'
import { checkPage, inspect, NARROW, WIDE } from './looks.ts'
import { press, type, usePortalFixture } from './portal-fixture.ts'

const MOST_PAGES = 4
const PASSWORD = 'a long enough password'

const smtp = await useSmtp()
const issuer = await openSignInIssuer()
afterAll(() => issuer.close())
const ship = {
  issuer: issuer.url,
  signIn: { id: 'ship', name: 'Ship login', clientId: 'binnacle' },
}
const fixture = await usePortalFixture({ env: smtp.env, runsJobs: true })
const federated = await usePortalFixture({
  env: { ...smtp.env, BUNDLED_SIGN_IN: 'false', TRUSTED_ISSUERS: JSON.stringify([ship]) },
  runsJobs: true,
})
const withoutMail = await usePortalFixture()

type Fixture = typeof fixture
const invite = async ({ server }: Fixture, token: string, email: string) => {
  await fetch(`${server.url}/v0.1/apps/harbour/tide/invitations`, {
    method: 'POST',
    headers: { 'X-API-Token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ user_email: email }),
  })
  const [mail] = await smtp.waitFor(1, email)
  return linkIn(mail?.text)
}

async function insertHarbour({ database, insertPeople }: Fixture) {
  const { ada } = await insertPeople('ada')
  const org = await insertOrganization(database.db, { [ada.id]: 'admin' }, 'harbour')
  await insertApp(database.db, org, {}, 'tide')
  return ada
}

/** Every document that the browser loads, also those that lead on by themselves. */
function countPages(page: Page): string[] {
  const seen: string[] = []
  page.on('domcontentloaded', () => seen.push(new URL(page.url()).pathname))
  return seen
}

const isInApp = async (page: Page, origin: string) => {
  await page.waitForURL(`${origin}/orgs/harbour/apps/tide`)
  await page.getByRole('heading', { level: 1, name: 'The tide' }).waitFor()
}

describe('somebody without an account, with the keyboard alone', () => {
  let ada: Awaited<ReturnType<typeof insertHarbour>>
  beforeAll(async () => {
    ada = await insertHarbour(fixture)
  })
  for (const viewport of [WIDE, NARROW]) {
    test(`comes from the e-mail into the app in at most ${MOST_PAGES} pages, at ${viewport.width} px`, async () => {
      const name = `grace-${viewport.width}`
      const link = await invite(fixture, ada.token, `${name}@example.com`)
      const page = await fixture.open({ viewport })
      const pages = countPages(page)
      await page.goto(link)
      await page.getByRole('heading', { level: 1, name: 'Invitation to harbour/tide' }).waitFor()
      await checkPage(page, `invitation-mailed-${viewport.width}`)
      // The name is there already, and has the focus.
      expect(await page.getByLabel('Name').inputValue()).toBe(name)
      await type(page, page.getByLabel('Password', { exact: true }), PASSWORD)
      await type(page, page.getByLabel('Repeat the password'), PASSWORD)
      await press(page, page.getByRole('button', { name: 'Create account and accept' }))
      await isInApp(page, fixture.origin)
      await checkPage(page, `invitation-app-${viewport.width}`)
      expect(pages.length, pages.join()).toBeLessThanOrEqual(MOST_PAGES)
      await page.goto(link)
      await page.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor()
      await checkPage(page, `invitation-ended-${viewport.width}`)
      fixture.ignoreErrors(/404/)
    })
  }

  test('is told on the page what was wrong', async () => {
    const link = await invite(fixture, ada.token, 'mary@example.com')
    const page = await fixture.open({ viewport: NARROW })
    await page.goto(link)
    await type(page, page.getByLabel('Name'), 'ada')
    await type(page, page.getByLabel('Password', { exact: true }), PASSWORD)
    await type(page, page.getByLabel('Repeat the password'), PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await checkPage(page, 'invitation-name-taken')
    fixture.ignoreErrors(/409/)
  })
})

describe('with an issuer in place of a password', () => {
  let ada: Awaited<ReturnType<typeof insertHarbour>>
  beforeAll(async () => {
    ada = await insertHarbour(federated)
  })
  test.each([WIDE, NARROW])('the way is as short, at $width px', async (viewport) => {
    const sub = `linus-${viewport.width}`
    const person = { sub, name: `Linus ${viewport.width}`, email: `${sub}@example.com` }
    issuer.signInAs({ ...person, email_verified: true })
    const page = await federated.open({ viewport })
    const pages = countPages(page)
    await page.goto(await invite(federated, ada.token, person.email))
    await checkPage(page, `invitation-issuer-${viewport.width}`)
    expect(await page.getByLabel('Password').count()).toBe(0)
    await press(page, page.getByRole('button', { name: 'Continue with Ship login' }))
    await isInApp(page, federated.origin)
    expect(pages.length, pages.join()).toBeLessThanOrEqual(MOST_PAGES)
    federated.ignoreErrors(/asked somebody else: http:\/\/127\.0\.0\.1:\d+\/authorize/)
  })
})

describe('without mail', () => {
  test('a link is copied in the portal; somebody with an account signs in with it and joins', async () => {
    await insertHarbour(withoutMail)
    await withoutMail.insertPeople('joan')
    const members = '/orgs/harbour/apps/tide/members'
    const admin = await withoutMail.openSignedIn('ada', members)
    await press(admin, admin.getByRole('button', { name: 'Invite people' }))
    const dialog = admin.getByRole('dialog')
    expect(await dialog.getByText(/Binnacle sends/).count()).toBe(0)
    await type(admin, dialog.getByLabel('E-mail'), 'joan@example.com')
    await admin.keyboard.press('Enter')
    await dialog.getByText('joan@example.com was invited. Binnacle does not send e-mail.').waitFor()
    await press(admin, dialog.getByRole('button', { name: 'Create link' }))
    const link = await dialog.getByText(/\/oauth2\/invitation\//).innerText()
    await inspect(admin, 'invitation-copy')
    await press(admin, dialog.getByRole('button', { name: 'Done' }))

    const guest = await withoutMail.open()
    await guest.goto(link)
    await checkPage(guest, 'invitation-copied')
    expect(await guest.getByLabel('Password').count()).toBe(0)
    await press(guest, guest.getByRole('button', { name: 'Sign in with an existing account' }))
    await withoutMail.signIn(guest, 'joan')
    await isInApp(guest, withoutMail.origin)
    await admin.reload()
    await admin.getByRole('row', { name: 'joan' }).waitFor()
  })

  test('a list of people is checked line by line and then invited', async () => {
    const members = '/orgs/harbour/apps/tide/members'
    const admin = await withoutMail.openSignedIn('ada', members)
    await press(admin, admin.getByRole('button', { name: 'Invite people' }))
    const dialog = admin.getByRole('dialog')
    await press(admin, dialog.getByRole('button', { name: 'Invite several people' }))
    const field = dialog.getByLabel('People')
    await field.fill('email,role\none@example.com,viewer\ntwo@example.com,boss\nada@example.com')
    await dialog.getByText('Correct 1 line.').waitFor()
    await dialog.getByText('Line 3: boss is not a role').waitFor()
    await inspect(admin, 'invitation-list-faults')
    await field.fill('email,role\none@example.com,viewer\ntwo@example.com,manager\nada@example.com')
    await press(admin, dialog.getByRole('button', { name: 'Invite 3 people' }))
    await dialog.getByText('2 of 3 invited. 1 failed.').waitFor()
    await dialog
      .getByText('Line 4: ada@example.com, developer: ada@example.com is already')
      .waitFor()
    await inspect(admin, 'invitation-list-results')
    await press(admin, dialog.getByRole('button', { name: 'Close' }))
    await expect
      .poll(() => admin.getByRole('row', { name: 'two@example.com' }).innerText())
      .toMatch(/manager\s+Invited/)
    withoutMail.ignoreErrors(/409/)
  })

  test('a file is read as a list', async () => {
    const admin = await withoutMail.openSignedIn('ada', '/orgs/harbour/members')
    await admin.getByRole('button', { name: 'Invite people' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Invite several people' }).click()
    const buffer = Buffer.from('three@example.com;admin\r\nfour@example.com\r\n')
    const file = { name: 'people.csv', mimeType: 'text/csv', buffer }
    await dialog.getByLabel('Or a CSV file').setInputFiles(file)
    await dialog.getByText('Line 2: four@example.com, collaborator').waitFor()
    await dialog.getByRole('button', { name: 'Invite 2 people' }).click()
    await dialog.getByText('2 of 2 invited.').waitFor()
  })
})
