import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { openHealth } from '../../support/server/health-calls.ts'
import { usePortalFixture } from '../portal-fixture.ts'

const fixture = await usePortalFixture()
const { origin } = fixture
const health = openHealth(fixture.installation)

let ada: Page

beforeAll(async () => {
  await health.addOperator()
  const people = await fixture.insertPeople('ada')
  await health.addSubscription('sub-a', { [people.ada.id]: 'owner' }, [['Storage', 'West US']])
  ada = await fixture.openSignedIn('ada', '/health/sub-a')
})

test.each([
  [
    'its subscription by its id, with no impact',
    { audience: { kind: 'subscriptions', subscriptions: ['sub-a'] }, impact: [] },
    'it was published to this subscription by its id.',
  ],
  [
    'its subscription by its id, elsewhere',
    {
      audience: { kind: 'subscriptions', subscriptions: ['sub-a'] },
      impact: [{ impactedService: 'Cache', impactedRegions: ['North Europe'] }],
    },
    'it was published to this subscription by its id. Your subscription uses none of the affected services in the affected regions.',
  ],
  [
    'who uses a service, in all regions',
    { audience: { kind: 'footprint' }, impact: [{ impactedService: 'Storage' }] },
    'your subscription uses these affected services: Storage in all regions.',
  ],
])('says why the reader sees it: it is for %s', async (_whom, input, reason) => {
  const id = await health.publish({ eventType: 'HealthAdvisory', ...input })
  await ada.goto(`${origin}/health/sub-a/events/${id}`)
  await ada
    .getByRole('region', { name: 'Services and regions' })
    .getByText(`You see this event because ${reason}`, { exact: true })
    .waitFor()
})
