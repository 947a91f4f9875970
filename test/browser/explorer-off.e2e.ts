import { beforeAll, expect, test } from 'vitest'
import { insertApp } from '../support/world/world.ts'
import { usePortalFixture } from './portal-fixture.ts'

const fixture = await usePortalFixture({ env: { EXPLORER: 'false' } })
const { origin, database } = fixture

beforeAll(async () => {
  const { ada } = await fixture.insertPeople('ada')
  await insertApp(database.db, { ...ada, kind: 'user' }, {}, 'tide')
})

test('EXPLORER=false: no page of the portal links to the explorer', async () => {
  const page = await fixture.openSignedIn('ada', '/users/ada/apps/tide')
  await page.getByRole('heading', { name: 'Use the API' }).waitFor()
  const links = page.locator('a[href*="explorer"], a[href=""]')
  expect(await links.count()).toBe(0)
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'About Binnacle' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'API explorer' }).count()).toBe(0)
  await page.goto(`${origin}/about`)
  const installation = page.getByRole('region', { name: 'This installation' })
  expect(await installation.innerText()).toMatch(/API explorer\s+Turned off/)
  expect(await links.count()).toBe(0)
})
