import { beforeAll, expect, test } from 'vitest'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { useHealth } from '../../../../test/support/server/health.ts'

const GUID = '0199d4c0-7a5e-4c3f-8000-00000000000a'
const health = useHealth()
/** Without a role on any subscription. */
let rex: Reader
beforeAll(async () => {
  rex = await health.addReader('rex')
  const ada = await health.addReader('ada')
  await health.addSubscription('sub-a', { [ada.id]: 'reader' }, [['Storage', 'West US']])
  await health.publish({
    impact: [{ impactedService: 'Cache', impactedServiceGuid: GUID, impactedRegions: ['East US'] }],
  })
})

const metadata = (rest = '', who: Reader | undefined = rex) =>
  health.ask(who, `/providers/Microsoft.ResourceHealth/metadata${rest}`)

test('the list has services and regions of the registry, and the values that events have', async () => {
  const { status, body } = await metadata()
  expect(status).toBe(200)
  const valuesOf = (name: string) =>
    body.value.find((entity: { name: string }) => entity.name === name).properties.supportedValues
  expect(valuesOf('supportedServices')).toEqual([
    { id: 'Cache', displayName: 'Cache', serviceGuid: GUID, resourceTypes: [] },
    // No event has named it, so its guid is not settled.
    { id: 'Storage', displayName: 'Storage', resourceTypes: [] },
  ])
  expect(valuesOf('supportedRegions')).toEqual([
    { id: 'East US', displayName: 'East US' },
    { id: 'West US', displayName: 'West US' },
  ])
  expect(valuesOf('status').map(({ id }: { id: string }) => id)).toEqual(['Active', 'Resolved'])
})

test('one kind is found by its name, in any case, and its id is its address', async () => {
  const { body } = await metadata('/SUPPORTEDSERVICES')
  expect(body).toMatchObject({
    id: '/providers/Microsoft.ResourceHealth/metadata/supportedServices',
    name: 'supportedServices',
    type: 'Microsoft.ResourceHealth/metadata',
  })
  expect((await health.ask(rex, body.id)).body).toEqual(body)
})
