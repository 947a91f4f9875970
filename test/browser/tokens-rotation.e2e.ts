import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { caller } from '../support/http/http.ts'
import { inspect } from './looks.ts'
import { usePortalFixture } from './portal-fixture.ts'
import { copyAndClose, createToken, insertMembers, TOKENS, valueField } from './token-steps.ts'

const portal = await usePortalFixture()
const call = caller(portal.server)
beforeAll(async () => {
  await insertMembers(portal.database.db)
})

const statusOf = async (value: string) => (await call(value, 'GET', '/v0.1/apps')).status
const rowOf = (page: Page, name: string) => page.getByRole('row', { name })

async function rotate(page: Page, name: string, previous?: string): Promise<string> {
  await rowOf(page, name)
    .getByRole('button', { name: `Rotate ${name}` })
    .click()
  const dialog = page.getByRole('dialog', { name: `Rotate ${name}?` })
  if (previous !== undefined) await dialog.getByRole('combobox').selectOption({ label: previous })
  await dialog.getByRole('button', { name: 'Rotate token' }).click()
  const rotated = page.getByRole('alertdialog', { name: `API token “${name}” rotated` })
  await rotated.waitFor()
  return valueField(page).inputValue()
}

describe('rotating a token', () => {
  test.each([
    ['of an app', 'ada', TOKENS],
    ['of one’s own', 'ada', '/account/tokens'],
    ['of an organization', 'olga', '/orgs/harbour/tokens'],
  ])('%s: the new value is shown once, with the end of the previous one', async (...given) => {
    const [what, login, path] = given
    const page = await portal.openSignedIn(login, path)
    const name = `rotated ${what}`
    const first = await createToken(page, name, 'Full access')
    await copyAndClose(page)
    const second = await rotate(page, name)
    const words = await page.getByRole('alertdialog').innerText()
    expect(words).toMatch(/The previous value is valid until \d{1,2} \w{3,4} \d{4}/)
    await copyAndClose(page)
    expect(second).not.toBe(first)
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
    await expect.poll(() => rowOf(page, name).innerText()).toContain(second.slice(26, 30))
    const third = await rotate(page, name, '0 minutes (stops working immediately)')
    expect(await page.getByRole('alertdialog').innerText()).toContain(
      'The previous value no longer works',
    )
    await copyAndClose(page)
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual([401, 401, 200])
    await rowOf(page, name)
      .getByRole('button', { name: `Revoke ${name}` })
      .click()
    const dialog = page.getByRole('alertdialog', { name: `Revoke ${name}?` })
    await dialog.getByRole('button', { name: 'Revoke 1 token' }).click()
    await dialog.waitFor({ state: 'detached' })
    await rowOf(page, name).waitFor({ state: 'detached' })
    expect(await statusOf(third)).toBe(401)
    await page.context().close()
  })

  test('is offered to the creator only; a failure leaves the token as it was', async () => {
    const developer = await portal.openSignedIn('dev', TOKENS)
    const value = await createToken(developer, 'of dev', 'Read-only')
    await copyAndClose(developer)
    const manager = await portal.openSignedIn('ada', TOKENS)
    await rowOf(manager, 'of dev').getByRole('button', { name: 'Revoke of dev' }).waitFor()
    expect(await manager.getByRole('button', { name: 'Rotate of dev' }).count()).toBe(0)
    await manager.context().close()
    await developer.route('**/rotate', (route) => route.abort())
    await rowOf(developer, 'of dev').getByRole('button', { name: 'Rotate of dev' }).click()
    const dialog = developer.getByRole('dialog', { name: 'Rotate of dev?' })
    await dialog.getByRole('button', { name: 'Rotate token' }).click()
    await dialog.getByText('The token was not rotated.').waitFor()
    expect(await statusOf(value)).toBe(200)
    portal.ignoreErrors('ERR_FAILED')
    await developer.context().close()
  })

  test('looks whole', async () => {
    const page = await portal.openSignedIn('ada', TOKENS)
    await createToken(page, 'nightly report', 'Read-only')
    await copyAndClose(page)
    await inspect(page, 'tokens-rotatable')
    await rowOf(page, 'nightly report')
      .getByRole('button', { name: /^Rotate/ })
      .click()
    await page.getByRole('dialog', { name: 'Rotate nightly report?' }).waitFor()
    await inspect(page, 'tokens-rotate')
    await page.getByRole('button', { name: 'Rotate token' }).click()
    await valueField(page).waitFor()
    await inspect(page, 'tokens-rotated')
    await copyAndClose(page)
    await page.context().close()
  })
})

describe('the life of tokens', () => {
  test('a token beyond a later limit is marked, and the last address is beside the last use', async () => {
    const admin = await portal.openSignedIn('olga', '/orgs/harbour/tokens')
    await createToken(admin, 'without an end', 'Read-only')
    await copyAndClose(admin)
    // A node writes it once a minute.
    await portal.database.db
      .updateTable('api_token')
      .set({ last_used_at: new Date(), last_used_from: '2001:db8:85a3:1234:5678:8a2e:370:7334' })
      .where('description', '=', 'without an end')
      .execute()
    await admin.getByRole('link', { name: 'Settings' }).click()
    const longest = admin.getByLabel('Maximum lifetime in days')
    await longest.fill('30')
    await admin.getByRole('button', { name: 'Save token limits' }).click()
    await admin.getByText('expire after at most 30 days').waitFor()
    await admin.reload()
    await expect.poll(() => longest.inputValue()).toBe('30')
    await inspect(admin, 'organization-token-life')
    await admin.getByRole('link', { name: 'API tokens' }).click()
    await expect
      .poll(() => rowOf(admin, 'without an end').innerText())
      .toMatch(/from 2001:db8:85a3:1234:5678:8a2e:370:7334[\s\S]*Exceeds limit/)
    await inspect(admin, 'tokens-exceeding')
    await admin.getByLabel('Filter API tokens').fill('exceeds limit')
    await rowOf(admin, 'without an end').waitFor()
    await admin.context().close()
  })

  test('only admins change the limits, and a longer default than the limit is refused', async () => {
    const member = await portal.openSignedIn('mem', '/orgs/harbour/settings')
    await member.getByRole('heading', { level: 1 }).waitFor()
    expect(await member.getByRole('button', { name: 'Save token limits' }).isEnabled()).toBe(false)
    await member.context().close()
    const admin = await portal.openSignedIn('olga', '/orgs/harbour/settings')
    await admin.getByLabel('Default lifetime in days').fill('60')
    await admin.getByRole('button', { name: 'Save token limits' }).click()
    await admin.getByRole('alert').waitFor()
    await inspect(admin, 'organization-token-life-refused')
    portal.ignoreErrors(/40[09]|422/)
    await admin.context().close()
  })
})
