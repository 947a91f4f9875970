import { randomUUIDv7 } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePasswordLink } from '../../src/identity/sign-in/actions.ts'
import { makeSignInLink } from '../../src/identity/sign-in-link/actions.ts'
import { systemRealTime } from '../../src/platform/time.ts'
import { openSignInIssuer } from '../support/http/sign-in-issuer.ts'
import { inspectServed } from './looks.ts'
import { usePortalFixture } from './portal-fixture.ts'

const issuer = await openSignInIssuer()
afterAll(() => issuer.close())
const signIn = { id: 'ship', name: 'Ship login', clientId: 'binnacle' }
const portal = await usePortalFixture({
  env: {
    TRUST_PROXY: '127.0.0.1',
    TRUSTED_ISSUERS: JSON.stringify([
      { issuer: issuer.url, signIn: { ...signIn, allowedDomains: ['example.com'] } },
    ]),
  },
})
const actor = { kind: 'process', id: 'test', at: systemRealTime() } as const
const person = { name: 'Ada', email: 'ada@example.com', email_verified: true }
let ada: { id: string; name: string; email: string }
beforeAll(async () => {
  ada = (await portal.insertPeople('ada')).ada
})

async function openSignIn(): Promise<Page> {
  const page = await portal.open()
  await page.goto(`${portal.origin}/apps`)
  await page.getByRole('link', { name: 'Sign in with Ship login' }).waitFor()
  return page
}

describe('the pages of the sign-in are whole and accessible:', () => {
  test('a sign-in link, and the sign-in page after it', async () => {
    await portal.database.db
      .updateTable('account')
      .set({ is_operator: true })
      .where('id', '=', ada.id)
      .execute()
    const secret = await makeSignInLink(portal.database.db, actor, 'ada')
    const page = await portal.open()
    await page.goto(`${portal.origin}/oauth2/sign-in-link/${secret}`)
    await page.getByRole('heading', { name: 'Sign in as an operator' }).waitFor()
    await inspectServed(page, 'sign-in-link')
    await page.getByRole('button', { name: 'Continue' }).click()
    const button = page.getByRole('button', { name: `Sign in as ${ada.email}` })
    await button.waitFor()
    await inspectServed(page, 'sign-in-link-opened')
    await button.click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.goto(`${portal.origin}/oauth2/sign-in-link/${secret}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await inspectServed(page, 'sign-in-link-used')
    portal.ignoreErrors('404')
    await page.context().close()
  })

  test.each([
    ['domain', { email: 'ada@elsewhere.example' }, 'DomainNotAllowed'],
    ['unverified', { email_verified: false }, 'EmailNotVerified'],
  ])('somebody whom the issuer sends and who is not let in: %s', async (name, claims, code) => {
    issuer.signInAs({ ...person, sub: randomUUIDv7(), ...claims })
    const page = await openSignIn()
    await page.getByRole('link', { name: 'Sign in with Ship login' }).click()
    await page.getByText(code).waitFor()
    await inspectServed(page, `issuer-${name}`)
    await page.getByRole('link', { name: 'Back to the sign-in' }).click()
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    portal.ignoreErrors(/403|asked somebody else/)
    await page.context().close()
  })

  test('a sign-in that the issuer ended', async () => {
    issuer.misbehave({
      back(url) {
        url.searchParams.delete('code')
        url.searchParams.set('error', 'access_denied')
        return url
      },
    })
    const page = await openSignIn()
    await page.getByRole('link', { name: 'Sign in with Ship login' }).click()
    await page.getByText('IssuerRefused').waitFor()
    await inspectServed(page, 'issuer-refused')
    issuer.misbehave({})
    portal.ignoreErrors(/403|asked somebody else/)
    await page.context().close()
  })

  test('connecting an account, also after a wrong password', async () => {
    issuer.signInAs({ ...person, sub: 'ada-at-ship', email: ada.email })
    const page = await openSignIn()
    await page.getByRole('link', { name: 'Sign in with Ship login' }).click()
    await page.getByText('To connect the two').waitFor()
    await inspectServed(page, 'connect')
    await page.getByLabel('Password').fill('not the password')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await page.getByText('To connect the two').waitFor()
    await inspectServed(page, 'connect-wrong-password')
    portal.ignoreErrors(/401|asked somebody else/)
    await page.context().close()
  })

  test('a password that is refused, then set', async () => {
    const { secret } = await portal.database.db
      .transaction()
      .execute((trx) => makePasswordLink(trx, actor, ada.id))
    const page = await portal.open()
    await page.goto(`${portal.origin}/oauth2/set-password/${secret}`)
    const set = async (password: string) => {
      await page.getByLabel('New password').fill(password)
      await page.getByLabel('Repeat the password').fill(password)
      await page.keyboard.press('Enter')
    }
    for (const [password, words] of [
      ['Password2026!', 'is a common one'],
      ['ada-ada-binnacle', 'consists of your name'],
      ['xyxyxyxyxyxy', 'repeats a few characters'],
    ] as const) {
      await set(password)
      await page.getByRole('alert').filter({ hasText: words }).waitFor()
    }
    await inspectServed(page, 'set-password-refused')
    await set('a lantern on the quay')
    await page.getByRole('heading', { name: 'Done' }).waitFor()
    await inspectServed(page, 'set-password-done')
    portal.ignoreErrors('400')
    await page.context().close()
  })

  test('too many failures with one name: how long to wait, and what else to do', {
    timeout: 120_000,
  }, async () => {
    const page = await openSignIn()
    const action = await page.locator('form[action$="/sign-in"]').getAttribute('action')
    // Until the wait is long enough for a person who types.
    let guesses = 0
    const guess = async () => {
      const answer = await page.request.post(`${portal.origin}${action}`, {
        form: { login: 'nobody', password: 'x' },
        headers: { origin: portal.origin, 'x-forwarded-for': `10.1.${guesses++ % 250}.1` },
      })
      return Number(answer.headers()['retry-after'] ?? 0)
    }
    await expect.poll(guess, { interval: 100, timeout: 60_000 }).toBeGreaterThan(20)
    await page.getByLabel('E-mail or name').fill('nobody')
    await page.getByLabel('Password').fill('x')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').innerText()).toMatch(
      /with this e-mail address or name\. Wait \d+ seconds? and try again, or use a browser/,
    )
    await inspectServed(page, 'sign-in-wait')
    portal.ignoreErrors(/429|401/)
    await page.context().close()
  })
})
