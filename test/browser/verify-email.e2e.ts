import { expect, test } from 'vitest'
import { useSmtp } from '../support/mail/use-smtp.ts'
import { inspectServed } from './looks.ts'
import { usePortalFixture } from './portal-fixture.ts'

const ADDRESS = 'grace@elsewhere.example'

const smtp = await useSmtp()
const fixture = await usePortalFixture({ env: smtp.env, runsJobs: true })

/** As somebody who made an account with a copied link. */
async function insertGrace(): Promise<void> {
  const { grace } = await fixture.insertPeople('grace')
  const { db } = fixture.database
  const email = 'grace@unverified.invalid'
  await db
    .updateTable('account')
    .set({ email, unverified_email: ADDRESS })
    .where('id', '=', grace.id)
    .execute()
  const key = { key: email }
  await db.updateTable('account_email').set(key).where('account_id', '=', grace.id).execute()
}

test('from the account page: a mailed link verifies the address, and the account shows it', async () => {
  await insertGrace()
  const page = await fixture.openSignedIn('grace', '/account')
  await page.getByText('Not verified. Sign in with your name, grace, instead.').waitFor()
  await page.getByRole('link', { name: 'Verify your e-mail address' }).click()
  await page.getByText(ADDRESS).waitFor()
  await inspectServed(page, 'verify-email-ask')
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
  const [mail] = await smtp.waitFor(1, ADDRESS)
  await page.goto(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  await inspectServed(page, 'verify-email')
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('heading', { name: 'Your e-mail address is verified' }).waitFor()
  await page.getByRole('link', { name: 'Open your account' }).click()
  await page.getByRole('main').getByText(ADDRESS).waitFor()
  expect(await page.getByText('Not verified').count()).toBe(0)
})
