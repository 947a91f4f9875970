import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { caller } from '../support/http/http.ts'
import { PASSWORD, signer } from '../support/http/signer.ts'
import { useSmtp } from '../support/mail/use-smtp.ts'
import { inspect, inspectServed, NARROW } from './looks.ts'
import { press, tabTo, usePortalFixture } from './portal-fixture.ts'

const NEW = 'another fine password'
const smtp = await useSmtp()
const fixture = await usePortalFixture({ env: smtp.env, runsJobs: true })
const { origin } = fixture

beforeAll(() => fixture.insertPeople('ada', 'grace', 'edsger', 'barbara'))

async function signIn(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel('E-mail or name').fill(login)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

test('a password is changed, by keyboard alone; this browser stays signed in, another does not', async () => {
  const ada = await fixture.openSignedIn('ada', '/account/password')
  const phone = await fixture.openSignedIn('ada', '/apps', { viewport: NARROW })
  await ada.getByText('Last changed').waitFor()
  await inspect(ada, 'account-password')
  await press(ada, ada.getByRole('link', { name: 'Change password' }))
  await ada.waitForURL(`${origin}/oauth2/change-password`)
  await inspectServed(ada, 'change-password')
  await tabTo(ada, ada.getByLabel('Current password'))
  await ada.keyboard.type('not the password')
  for (const label of ['New password', 'Repeat the new password']) {
    await tabTo(ada, ada.getByLabel(label, { exact: true }))
    await ada.keyboard.type(NEW)
  }
  await ada.keyboard.press('Enter')
  await ada.getByRole('alert').waitFor()
  await inspectServed(ada, 'change-password-wrong')
  fixture.ignoreErrors(/401/)
  await ada.getByLabel('Current password').fill(PASSWORD)
  await ada.getByLabel('New password', { exact: true }).fill(NEW)
  await ada.getByLabel('Repeat the new password').fill(NEW)
  expect(await ada.getByRole('checkbox').isChecked()).toBe(true)
  await press(ada, ada.getByRole('button', { name: 'Change password' }))
  await ada.getByText('Your password was changed.').waitFor()
  await inspectServed(ada, 'change-password-done')
  await ada.getByRole('link', { name: 'Back to your account' }).click()
  await ada.getByText('Last changed').waitFor()
  await phone.goto(`${origin}/account`)
  await phone.getByLabel('E-mail or name').waitFor()
  fixture.ignoreErrors(/401/)
})

test('a forgotten password: a link by mail, a new password, and in', async () => {
  const grace = await fixture.open()
  await grace.goto(`${origin}/apps`)
  await grace.getByLabel('E-mail or name').waitFor()
  await inspectServed(grace, 'sign-in-with-mail')
  await press(grace, grace.getByRole('link', { name: 'Forgot your password?' }))
  await grace.getByLabel('E-mail').waitFor()
  await inspectServed(grace, 'forgot-password')
  await grace.getByLabel('E-mail').fill('grace@example.com')
  await grace.keyboard.press('Enter')
  await grace.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
  await inspectServed(grace, 'forgot-password-sent')
  const [mail] = await smtp.waitFor(1, 'grace@example.com')
  const link = /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  await grace.goto(link)
  await grace.getByLabel('New password').fill(NEW)
  await grace.getByLabel('Repeat the password').fill(NEW)
  await grace.keyboard.press('Enter')
  await grace.getByText('Your password is set.').waitFor()
  await grace.getByRole('link', { name: 'Open Binnacle' }).click()
  await signIn(grace, 'grace', NEW)
  await grace.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
})

describe('sessions and devices', () => {
  test('one is ended, then all others, by keyboard; what ended is signed out at once', async () => {
    const laptop = await fixture.openSignedIn('edsger', '/account/sessions')
    const phone = await fixture.openSignedIn('edsger', '/apps', { viewport: NARROW })
    const tablet = await fixture.openSignedIn('edsger', '/apps')
    await laptop.reload()
    await laptop.getByText('3 total').waitFor()
    expect(await laptop.getByText('This session').count()).toBe(1)
    await laptop.getByText('Chromium on Linux').first().waitFor()
    await inspect(laptop, 'sessions')
    const [end] = await laptop.getByRole('button', { name: /^End Chromium on Linux/ }).all()
    if (end) await press(laptop, end)
    await laptop.getByRole('alertdialog').waitFor()
    await inspect(laptop, 'sessions-end')
    await press(laptop, laptop.getByRole('button', { name: 'End session' }))
    await laptop.getByText('2 total').waitFor()
    await press(laptop, laptop.getByRole('button', { name: 'End all others' }))
    const dialog = laptop.getByRole('alertdialog')
    await press(laptop, dialog.getByRole('button', { name: 'End all others' }))
    await laptop.getByText('1 total').waitFor()
    for (const page of [phone, tablet]) {
      await page.goto(`${origin}/account`)
      await page.getByLabel('E-mail or name').waitFor()
    }
    fixture.ignoreErrors(/401/)
    await laptop.goto(`${origin}/account`)
    await laptop.getByRole('heading', { name: 'About you' }).waitFor()
  })

  test('all are ended, this one too', async () => {
    const laptop = await fixture.openSignedIn('edsger', '/account/sessions')
    await laptop.getByRole('button', { name: 'End all', exact: true }).click()
    await laptop.getByRole('button', { name: 'End all sessions' }).click()
    await laptop.waitForURL(`${origin}/signed-out`)
    await laptop.goto(`${origin}/account`)
    await laptop.getByLabel('E-mail or name').waitFor()
    fixture.ignoreErrors(/40[01]/)
  })
})

test('what an application was allowed is withdrawn, and its access ends', async () => {
  const { exchange } = await signer(origin, [origin]).begin('barbara', {
    client_id: 'cli',
    redirect_uri: 'http://127.0.0.1:4567/signed-in',
    scope: 'openid offline_access account',
    prompt: 'consent',
  } as never)
  const { access_token: bearer } = (await exchange()).body
  const statusOf = async () =>
    (
      await caller(fixture.server)(undefined, 'GET', '/v0.1/user', undefined, {
        Authorization: `Bearer ${bearer}`,
      })
    ).status
  expect(await statusOf()).toBe(200)
  const page = await fixture.openSignedIn('barbara', '/account/applications')
  await page.getByText('Binnacle command line').waitFor()
  await inspect(page, 'applications')
  await press(page, page.getByRole('button', { name: 'Withdraw Binnacle command line' }))
  await page.getByRole('alertdialog').waitFor()
  await inspect(page, 'applications-withdraw')
  await press(page, page.getByRole('button', { name: 'Withdraw access' }))
  await page.getByRole('heading', { name: 'No applications' }).waitFor()
  await inspect(page, 'applications-none')
  expect(await statusOf()).toBe(401)
})
