import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Binnacle, startBinnacle } from '../../bin/emulator.ts'
import { useDatabase } from '../support/database/use-database.ts'
import {
  type Body,
  below,
  COMPUTE,
  EXTENSION,
  get,
  HEALTH,
  signIn,
} from '../support/processes/binnacle-calls.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

/** PostgreSQL runs already: what it takes to start one is not the point. */
const [ofSample, ofSeeded] = [useDatabase(), useDatabase()]
let sample: Binnacle
let seeded: Binnacle
beforeAll(async () => {
  ;[sample, seeded] = await Promise.all([
    startBinnacle({ database: ofSample.url }),
    startBinnacle({ empty: true, database: ofSeeded.url }),
  ])
})
afterAll(async () => {
  await Promise.all([sample?.stop(), seeded?.stop()])
})

const VM =
  '/subscriptions/5b000000-0000-4000-8000-000000000001/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/vm1'
const DEGRADED = {
  organizations: [{ name: 'quay' }],
  subscriptions: [
    {
      id: '5b000000-0000-4000-8000-000000000001',
      display_name: 'Quay',
      availability: [{ resourceId: VM, availabilityState: 'Degraded', at: '{now-3h}' }],
    },
  ],
}

describe('a saved response of a list operation', () => {
  /** Without who changed it last, and with one id for the organization, which is another one. */
  const comparable = (items: Body[]) =>
    items
      .map(({ systemData: _, ...item }) => item)
      .map((item) => JSON.stringify(item).replaceAll(/("impactedTenants":)\["[^"]+"\]/g, '$1[]'))
      .sort()

  test.each([
    ['events', `${HEALTH}/events?api-version=2025-05-01`],
    ['limits', `${COMPUTE}/eastus/serviceLimits?api-version=2020-10-25`],
    ['quotas', `${EXTENSION}/eastus/providers/Microsoft.Quota/quotas?api-version=2025-03-01`],
    ['usages', `${EXTENSION}/eastus/providers/Microsoft.Quota/usages?api-version=2025-03-01`],
  ])('%s are the same afterwards', async (_name, rest) => {
    const path = below(sample.settings.AZURE_SUBSCRIPTION_ID, rest)
    const saved = await get(sample, path, await signIn(sample))
    expect(saved.value.length).toBeGreaterThan(2)
    await seeded.seed(saved)
    const loaded = await get(seeded, path, await signIn(seeded))
    expect(comparable(loaded.value)).toEqual(comparable(saved.value))
  })

  test('subscriptions', async () => {
    const path = '/subscriptions?api-version=2022-12-01'
    const saved = await get(sample, path, await signIn(sample))
    await seeded.seed(saved)
    const { value } = await get(seeded, path, await signIn(seeded))
    expect(value.map(({ displayName }: Body) => displayName)).toContain('Staging')
  })

  test('states of resources', async () => {
    const { subscriptions } = await seeded.seed(DEGRADED)
    const path = below(
      subscriptions[0]?.id,
      `${HEALTH}/availabilityStatuses?api-version=2025-05-01`,
    )
    const saved = await get(seeded, path, await signIn(seeded))
    await sample.seed(saved)
    const loaded = await get(sample, path, await signIn(sample))
    expect(loaded.value).toEqual(saved.value)
    await sample.reset()
  })

  test('apps', async () => {
    const token = ({ settings }: Binnacle) => ({ 'x-api-token': settings.BINNACLE_TOKEN ?? '' })
    const saved = await get(sample, '/v0.1/apps', token(sample))
    await seeded.seed(saved.filter(({ owner }: Body) => owner.type === 'org'))
    const loaded = await get(seeded, '/v0.1/apps/harbour/tide-tables', token(seeded))
    const found = saved.find(({ name }: Body) => name === 'tide-tables')
    expect(loaded).toMatchObject({ id: found.id, app_secret: found.app_secret, os: 'Linux' })
  })

  test('an event of a service that has another id here is loaded', async () => {
    const id = '/subscriptions/4ABC0000-0000-4000-8000-000000000001'
    const event = (name: string) => ({
      id: `${id}/providers/Microsoft.ResourceHealth/events/${name}`,
      name,
      properties: {
        eventType: 'ServiceIssue',
        status: 'Active',
        impactStartTime: '2026-11-01T10:00:00.1234567Z',
        lastUpdateTime: '2026-11-01T11:00:00.1234567Z',
        impact: [
          {
            impactedService: 'Virtual Machines',
            impactedServiceGuid: '11111111-2222-4333-8444-555555555555',
            impactedRegions: [{ impactedRegion: 'East US' }],
          },
        ],
      },
    })
    const answer = await sample.seed({ value: [event('BC_1-FXZ')] })
    // The subscription in the id of the event is the one it is for.
    expect(answer.subscriptions).toMatchObject([{ id: id.slice(15).toLowerCase() }])
    const path = below(id.slice(15), `${HEALTH}/events/BC_1-FXZ?api-version=2025-05-01`)
    const { properties } = await get(sample, path, await signIn(sample))
    expect(properties.lastUpdateTime).toBe('2026-11-01T11:00:00.123Z')
    await sample.reset()
  })
})
