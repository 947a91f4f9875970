import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { caller } from '../support/http/http.ts'
import { insertToken } from '../support/world/samples.ts'
import { inspect } from './looks.ts'
import { usePortalFixture } from './portal-fixture.ts'
import {
  closeQuestion,
  copyAndClose,
  createToken,
  insertMembers,
  openReplacement,
  sendForm,
  TOKENS,
  valueDialog,
} from './token-steps.ts'

const portal = await usePortalFixture()
const call = caller(portal.server)

let members: Awaited<ReturnType<typeof insertMembers>>
beforeAll(async () => {
  members = await insertMembers(portal.database.db)
})

const statusOf = async (value: string) => (await call(value, 'GET', '/v0.1/apps')).status
const rowOf = (page: Page, name: string) => page.getByRole('row', { name })

async function setTokenCount(token_count: number): Promise<void> {
  const { db } = portal.database
  const account = db.updateTable('account').set({ token_count })
  await account.where('id', '=', members.id('ada')).execute()
}

describe('replacing a token', () => {
  test('starts with name, access and days of the old one, which works until it is revoked after the new value was shown', async () => {
    const { db } = portal.database
    const homeId = members.id('ada')
    const expiresAt = new Date(Date.now() + 45 * 86_400_000)
    const description = 'night build'
    const { id, value: old } = await insertToken(db, { homeId, description, expiresAt })
    await db
      .updateTable('api_token')
      .set({ last_used_at: new Date('2026-05-04T10:20:00Z'), last_used_from: '192.0.2.7' })
      .where('id', '=', id)
      .execute()
    await setTokenCount(5000)
    const page = await portal.openSignedIn('ada', '/account/tokens')
    const deleted: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'DELETE') deleted.push(request.url())
    })
    const form = await openReplacement(page, rowOf(page, description))
    expect(await form.getByLabel('Name').inputValue()).toBe(description)
    expect(await form.getByRole('radio', { name: 'Full access' }).isChecked()).toBe(true)
    expect(await form.getByRole('combobox').inputValue()).toBe('45')
    await form.getByRole('button', { name: 'Create API token' }).click()
    await form.getByText(/Least recently used: .*“Unnamed token” \(\S+\) of your account/).waitFor()
    await inspect(page, 'tokens-replace-refused')
    await setTokenCount(2)
    const replaced = await sendForm(page, form)
    expect(await valueDialog(page).getByLabel('Token value').inputValue()).toBe(replaced)
    expect([deleted, await statusOf(old)]).toEqual([[], 200])
    await copyAndClose(page)
    const question = page.getByRole('alertdialog', { name: `Revoke ${description}?` })
    await question
      .getByText('night build (Full access), last used at 2026-05-04T10:20:00.000Z from 192.0.2.7')
      .waitFor()
    expect([deleted, await statusOf(old)]).toEqual([[], 200])
    await closeQuestion(page, 'Revoke 1 token')
    expect([await statusOf(old), await statusOf(replaced)]).toEqual([401, 200])
    const made = db.selectFrom('api_token').select(['id', 'access', 'expires_at', 'revoked_at'])
    const [{ expires_at, ...rest } = { expires_at: null }] = await made
      .where('description', '=', description)
      .where('id', '!=', id)
      .execute()
    expect(rest).toMatchObject({ access: 'all', revoked_at: null })
    expect(Math.abs(Number(expires_at) - Number(expiresAt))).toBeLessThan(600_000)
    portal.ignoreErrors('409')
    await page.context().close()
  })

  test('offers nothing that the person cannot create', async () => {
    const home = { kind: 'app', homeId: members.org.id, appId: members.app.id } as const
    const createdBy = members.id('dev')
    await insertToken(portal.database.db, { ...home, createdBy, description: 'of a manager' })
    const page = await portal.openSignedIn('dev', TOKENS)
    const form = await openReplacement(page, rowOf(page, 'of a manager'))
    expect(await form.getByRole('radio', { checked: true }).count()).toBe(0)
    await form.getByRole('button', { name: 'Create API token' }).click()
    await form.getByText('Select an access type.').waitFor()
    await page.context().close()
  })
})

describe('the life of tokens', () => {
  test('a token beyond a later limit is marked and replaced within it, and a longer default is refused', async () => {
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
    // A new one must not live as long.
    const form = await openReplacement(admin, rowOf(admin, 'without an end'))
    expect(await form.getByRole('combobox').inputValue()).toBe('never')
    await sendForm(admin, form)
    await copyAndClose(admin)
    await closeQuestion(admin, 'Cancel')
    await admin.getByLabel('Filter API tokens').fill('')
    await expect
      .poll(() => rowOf(admin, 'without an end').first().innerText())
      .toContain('in 30 days')
    await admin.getByRole('link', { name: 'Settings' }).click()
    await admin.getByLabel('Default lifetime in days').fill('60')
    await admin.getByRole('button', { name: 'Save token limits' }).click()
    await admin.getByRole('alert').waitFor()
    await inspect(admin, 'organization-token-life-refused')
    portal.ignoreErrors(/40[09]|422/)
    await admin.context().close()
  })

  test('only admins change the limits', async () => {
    const member = await portal.openSignedIn('mem', '/orgs/harbour/settings')
    await member.getByRole('heading', { level: 1 }).waitFor()
    expect(await member.getByRole('button', { name: 'Save token limits' }).isEnabled()).toBe(false)
    await member.context().close()
  })
})
