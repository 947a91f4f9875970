import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { caller } from '../support/http/http.ts'
import { inspect } from './looks.ts'
import { usePortalFixture } from './portal-fixture.ts'
import {
  copyAndClose,
  createDialog,
  createToken,
  insertMembers,
  openForm,
  TOKENS,
} from './token-steps.ts'

const portal = await usePortalFixture()
const withoutOrgTokens = await usePortalFixture({ env: { ORG_TOKENS: 'false' } })
const call = caller(portal.server)
const ORG = '/orgs/harbour/tokens'
beforeAll(async () => {
  await insertMembers(portal.database.db)
  await insertMembers(withoutOrgTokens.database.db)
})

const createButton = (page: Page) => page.getByRole('button', { name: 'Create API token' })

describe('tokens of one’s own', () => {
  test('are on the account page; the form advises an app token where one app is meant', async () => {
    const page = await portal.openSignedIn('ada', '/account')
    await page.getByRole('link', { name: 'API tokens' }).click()
    await page.getByRole('row', { name: 'Unnamed token' }).waitFor()
    expect(await page.title()).toBe('API tokens · Account settings · Binnacle')
    await openForm(page)
    await createDialog(page).getByText('If you need access to only one app').waitFor()
    expect(await page.evaluate('document.activeElement.name')).toBe('name')
    await createDialog(page).getByRole('button', { name: 'Cancel' }).click()
    const value = await createToken(page, 'acts as ada', 'Full access')
    expect((await call(value, 'GET', '/v0.1/user')).body.name).toBe('ada')
    await copyAndClose(page)
    expect(await page.getByRole('columnheader', { name: 'Created by' }).count()).toBe(0)
    await page.context().close()
  })
})

describe('tokens of an organization', () => {
  test('are created by its admins', async () => {
    const page = await portal.openSignedIn('olga', ORG)
    await page.getByRole('heading', { name: 'No API tokens yet' }).waitFor()
    const value = await createToken(page, 'all builds', 'Full access')
    await copyAndClose(page)
    expect((await call(value, 'GET', '/v0.1/apps')).body).toHaveLength(1)
    await expect
      .poll(() => page.getByRole('row', { name: 'all builds' }).innerText())
      .toMatch(/\s\w{4}\s.*Full access.*olga/s)
    await inspect(page, 'organization-tokens')
    await page.context().close()
  })

  test('are explained to its members, who read whom to ask', async () => {
    const page = await portal.openSignedIn('mem', ORG)
    await page.getByText('Admins of this organization: The olga.').waitFor()
    expect(await createButton(page).getAttribute('aria-disabled')).toBe('true')
    await inspect(page, 'organization-tokens-member')
    await page.context().close()
  })

  test('are absent where the installation has switched them off', async () => {
    const page = await withoutOrgTokens.openSignedIn('olga', ORG)
    await page.getByRole('heading', { name: 'Organization tokens are turned off' }).waitFor()
    const tabs = page.getByRole('navigation', { name: 'Organization pages' })
    await expect
      .poll(() => tabs.getByRole('link').allInnerTexts())
      .toEqual(['Apps', 'Members', 'Settings'])
    expect(await createButton(page).count()).toBe(0)
    await inspect(page, 'organization-tokens-off')
    withoutOrgTokens.ignoreErrors('404')
    await page.context().close()
  })
})

describe('the list', () => {
  test('shows its outline while it loads, and an error with a way on', async () => {
    const page = await portal.openSignedIn('ada', '/account')
    let answer: 'later' | 'broken' = 'later'
    const seen = Promise.withResolvers<void>()
    await page.route('**/v0.1/api_tokens', async (route) => {
      if (answer === 'broken') return route.abort()
      await seen.promise
      return route.continue()
    })
    await page.goto(`${portal.origin}/account/tokens`)
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    seen.resolve()
    await page.getByRole('row', { name: 'Unnamed token' }).waitFor()
    answer = 'broken'
    await page.reload()
    const problem = page.getByRole('alert', { name: 'The API tokens could not be loaded' })
    await problem.waitFor({ timeout: 60_000 })
    await page.unroute('**/v0.1/api_tokens')
    await problem.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('row', { name: 'Unnamed token' }).waitFor()
    portal.ignoreErrors('ERR_FAILED')
    await page.context().close()
  })

  test('of an app or organization nobody showed you looks like one that is not there', async () => {
    const page = await portal.openSignedIn('mem', '/account/tokens')
    await page.goto(`${portal.origin}${TOKENS}`)
    await page.getByRole('heading', { name: 'App not found' }).waitFor()
    await page.goto(`${portal.origin}/orgs/elsewhere/tokens`)
    await page.getByRole('heading', { name: 'Organization not found' }).waitFor()
    portal.ignoreErrors('404')
    await page.context().close()
  })
})
