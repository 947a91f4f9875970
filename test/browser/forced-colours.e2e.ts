import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { paths } from '../../portal/paths.ts'
import { openHealth } from '../support/server/health-calls.ts'
import { openQuota } from '../support/server/quota.ts'
import { insertApp, insertOrganization } from '../support/world/world.ts'
import { checkForcedColours, NARROW, WIDE } from './looks.ts'
import { usePortalFixture } from './portal-fixture.ts'

/** No page may be without a look in the colours of the system; `inspect` has them for what it looks at. */
const fixture = await usePortalFixture()
const { origin } = fixture
const health = openHealth(fixture.installation)
const quota = openQuota(fixture.installation)

const SUB = 'harbour-works'
const PROVIDER = 'Contoso.Tides'
const BUOYS = { name: 'buoys', displayName: 'Buoys', defaultLimit: 10, headroom: 10, maximum: 50 }

/** Those of areas B and C and of operators are looked at beside their own tests. */
const ELSEWHERE = /^\/(health|quota|operate)(\/|$)/
const APP = { overview: 'App secret', members: 'The grace', tokens: 'No API tokens yet' }
const PAGES: Readonly<Record<string, string>> = {
  [paths.home]: 'High tide',
  [paths.apps]: 'The tide',
  [paths.userApp]: APP.overview,
  [paths.userAppMembers]: APP.members,
  [paths.userAppTokens]: APP.tokens,
  [paths.userAppSettings]: 'Delete app',
  [paths.orgApp]: APP.overview,
  [paths.orgAppMembers]: APP.members,
  [paths.orgAppTokens]: APP.tokens,
  [paths.orgAppSettings]: 'Delete app',
  [paths.orgs]: 'The harbour',
  [paths.org]: 'The pilot',
  [paths.orgMembers]: 'The grace',
  [paths.orgTokens]: 'No API tokens yet',
  [paths.orgSettings]: 'Delete organization',
  [paths.account]: 'ada@example.com',
  [paths.accountTokens]: '1 total',
  [paths.accountInvitations]: 'The quay',
  [paths.accountPassword]: 'Last changed',
  [paths.accountSessions]: 'Last used',
  [paths.accountGrants]: 'No applications',
  [paths.about]: 'This installation',
  '/nowhere': 'Page not found',
  [paths.signedIn]: 'You are not signed in',
  [paths.signedOut]: 'You are signed out',
  [paths.noSignIn]: 'You cannot sign in right now',
}
/** Lists have a form of their own on a narrow screen. */
const ALSO_NARROW: ReadonlySet<string> = new Set([paths.home, paths.apps, paths.orgMembers])

let ada: Page

beforeAll(async () => {
  quota.setOperator(await health.addOperator())
  const { db } = fixture.database
  const people = await fixture.insertPeople('ada', 'grace')
  const members = { [people.ada.id]: 'admin', [people.grace.id]: 'member' } as const
  const harbour = await insertOrganization(db, members, 'harbour')
  const developers = { [people.grace.id]: 'developer' } as const
  await insertApp(db, { ...harbour, kind: 'org' }, developers, 'pilot')
  await insertApp(db, { ...people.ada, kind: 'user' }, developers, 'tide')
  await health.addSubscription(SUB, { [people.ada.id]: 'contributor' })
  await health.publish({ trackingId: 'TIDE-1', properties: { title: 'High tide' } })
  const catalogue = { locations: ['East US'], resources: [BUOYS] }
  await quota.callAsOperator('PUT', `/quota/providers/${PROVIDER}`, catalogue)
  const used = { provider: PROVIDER, location: 'East US', resource: 'buoys', currentValue: 9 }
  await quota.callAsOperator('PATCH', `/subscriptions/${SUB}/quota`, { value: [used] })
  await inviteAda()
})

/** Grace has an organization of her own, in which Ada is wanted. */
async function inviteAda(): Promise<void> {
  const { db } = fixture.database
  const { id } = await db
    .selectFrom('account')
    .select('id')
    .where('name', '=', 'grace')
    .executeTakeFirstOrThrow()
  await insertOrganization(db, { [id]: 'admin' }, 'quay')
  const headers = { authorization: `Bearer ${await health.signInAs(id)}` }
  const answer = await fetch(`${fixture.server.url}/v0.1/orgs/quay/invitations`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ user_email: 'ada@example.com' }),
  })
  expect(answer.status).toBe(204)
}

const addressOf = (path: string): string => {
  const isOfUser = path.startsWith('/users/')
  return path
    .replace('$owner', isOfUser ? 'ada' : 'harbour')
    .replace('$app', isOfUser ? 'tide' : 'pilot')
    .replace('$org', 'harbour')
}

test('in forced colours the sign-in is whole and accessible', async () => {
  ada = await fixture.open({ forcedColors: 'active' })
  await ada.goto(`${origin}/`)
  await ada.getByLabel('Password').waitFor()
  await checkForcedColours(ada, 'forced-sign-in')
})

test('in forced colours every page is whole and accessible', async () => {
  const known = Object.values(paths).filter((path) => !ELSEWHERE.test(path))
  expect(Object.keys(PAGES)).toEqual(expect.arrayContaining(known))
  await fixture.signIn(ada, 'ada')
  for (const [path, shown] of Object.entries(PAGES)) {
    // A reload of Home, where the sign-in ended, would lose the bearer of areas B and C.
    if (path !== paths.home) await ada.goto(`${origin}${addressOf(path)}`)
    await expect.poll(() => ada.getByRole('main').innerText(), { message: path }).toContain(shown)
    await checkForcedColours(ada, `forced${path.replaceAll('/', '-')}`)
    if (!ALSO_NARROW.has(path)) continue
    await ada.setViewportSize(NARROW)
    await ada.getByRole('main').getByText(shown).first().waitFor()
    await checkForcedColours(ada, `forced${path.replaceAll('/', '-')}-360`)
    await ada.setViewportSize(WIDE)
  }
})
