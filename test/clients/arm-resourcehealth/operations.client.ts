import { beforeAll, describe, expect, test } from 'vitest'
import published from '../../../scripts/pages/operations/published.json' with { type: 'json' }
import { useDatabase } from '../../support/database/use-database.ts'
import { listOperations } from '../operations.ts'
import { readSpecifications } from '../published-operations.ts'
import { recordSent } from '../sent.ts'
import { useInstallation } from './installation.ts'

const { health, open } = useInstallation(useDatabase())

const GROUP = 'subscriptions/sub-a/resourceGroups/yard'
const RESOURCE = `${GROUP}/providers/Microsoft.Compute/machines/vm-1`
const CHILD = `${RESOURCE}/disks/d1`
const ADVISORY = 'ADVI-SOR'
const OUTAGE = 'OUTA-GE1'
beforeAll(async () => {
  await health.publish({ trackingId: ADVISORY, eventType: 'SecurityAdvisory' })
  await health.publish({
    trackingId: OUTAGE,
    impact: [{ impactedService: 'Storage', impactedRegions: ['West US'] }],
  })
  await health.publish({ trackingId: 'EMER-GE1', eventType: 'EmergingIssues' })
  for (const id of [ADVISORY, OUTAGE]) {
    const resources = Array.from({ length: 101 }, (_, n) => ({ name: `r-${n}` }))
    const named = [
      ...resources,
      { name: 'vm', targetResourceId: `/${RESOURCE}` },
      { name: 'disk', targetResourceId: `/${CHILD}` },
    ]
    const add = named.map((resource) => ({ subscriptionId: 'sub-a', ...resource }))
    await health.revise(id, 'impactedResources', { add })
  }
})

type Operation = (...given: unknown[]) => unknown
type Group = Record<string, Operation>
type Client = Record<string, Group>
type Call = readonly [given: readonly unknown[], answer: unknown]

const named = (...names: string[]) => names.map((name) => expect.objectContaining({ name }))
const items = (count: number) => expect.objectContaining({ length: count })
const stateOf = (id: string, noun: string, availabilityState: string) => ({
  id: `/${id}/providers/Microsoft.ResourceHealth/${noun}/current`,
  name: 'current',
  properties: { availabilityState },
})
const STATE = 'Unavailable'
const vm = stateOf(RESOURCE, 'availabilityStatuses', STATE)
const disk = stateOf(CHILD, 'availabilityStatuses', STATE)
const child = stateOf(CHILD, 'childAvailabilityStatuses', STATE)

/** What each operation is called with, and what it has to answer. */
const CALLS: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  availabilityStatuses: {
    listBySubscriptionId: [[], [vm, disk]],
    listByResourceGroup: [
      ['YARD', { filter: `availabilityState eq '${STATE}'` }],
      [vm, disk],
    ],
    list: [[RESOURCE, { expand: 'recommendedactions' }], [vm]],
    getByResource: [[RESOURCE], vm],
  },
  childAvailabilityStatuses: {
    list: [[CHILD], [child]],
    getByResource: [[CHILD], child],
  },
  childResources: { list: [[RESOURCE], [disk]] },
  emergingIssues: {
    list: [[], named('default')],
    get: [['default'], { statusActiveEvents: [{ trackingId: 'EMER-GE1' }] }],
  },
  eventOperations: {
    getBySubscriptionIdAndTrackingId: [[OUTAGE], { name: OUTAGE }],
    fetchDetailsBySubscriptionIdAndTrackingId: [[OUTAGE], { name: OUTAGE }],
    getByTenantIdAndTrackingId: [[OUTAGE], { name: OUTAGE }],
    fetchDetailsByTenantIdAndTrackingId: [[OUTAGE], { name: OUTAGE }],
  },
  eventsOperations: {
    listBySubscriptionId: [[], named('EMER-GE1', OUTAGE, ADVISORY)],
    listByTenantId: [[], named('EMER-GE1', OUTAGE, ADVISORY)],
    listBySingleResource: [[RESOURCE, { filter: "eventType eq 'ServiceIssue'" }], named(OUTAGE)],
  },
  impactedResources: {
    listBySubscriptionIdAndEventId: [[OUTAGE], items(103)],
    listByTenantIdAndEventId: [[OUTAGE], items(103)],
    get: [[OUTAGE, 'vm'], { name: 'vm', targetResourceId: `/${RESOURCE}` }],
    getByTenantId: [[OUTAGE, 'vm'], { name: 'vm', targetResourceId: `/${RESOURCE}` }],
  },
  metadata: {
    list: [[], expect.arrayContaining(named('supportedServices', 'supportedRegions'))],
    getEntity: [
      ['supportedRegions'],
      {
        supportedValues: expect.arrayContaining([
          expect.objectContaining({ displayName: 'West US' }),
        ]),
      },
    ],
  },
  operations: {
    list: [[], { value: expect.arrayContaining(named('Microsoft.ResourceHealth/events/read')) }],
  },
  securityAdvisoryImpactedResources: {
    listBySubscriptionIdAndEventId: [[ADVISORY], items(103)],
    listByTenantIdAndEventId: [[ADVISORY], items(103)],
  },
}

async function collectAnswer(answer: unknown): Promise<unknown> {
  const found = await answer
  const isPaged = typeof found === 'object' && found !== null && Symbol.asyncIterator in found
  if (!isPaged) return found
  const all: unknown[] = []
  for await (const item of found as AsyncIterable<unknown>) all.push(item)
  return all
}

const groupsOf = (client: object) =>
  Object.entries(client).filter(([, group]) => /Impl$/.test(group?.constructor?.name ?? ''))

describe.each([undefined, '2018-07-01', '2025-05-01'])('with api-version %s', (apiVersion) => {
  const calls = Object.entries(CALLS).flatMap(([group, of]) =>
    Object.entries(of).map(([name, call]) => [`${group}.${name}`, call] as const),
  )
  test.each(calls)('%s', async (path, [given, answer]) => {
    const [group = '', name = ''] = path.split('.')
    const { sent, options } = recordSent()
    const version = apiVersion === undefined ? {} : { apiVersion }
    const client = open('robot', { ...options, ...version }) as unknown as Client
    expect(await collectAnswer(client[group]?.[name]?.(...given))).toMatchObject(answer as object)
    expect(sent.filter(({ status }) => status >= 300)).toEqual([])
    expect(sent).not.toEqual([])
  })
})

test('the list of operations is that of the installed client', () => {
  const installed = readSpecifications(['@azure/arm-resourcehealth/dist-esm/src/**/*.js'])
  expect(installed).toEqual(published['@azure/arm-resourcehealth'])
})

test('every operation of the client is called', () => {
  const found = groupsOf(open('robot')).map(([name, group]) => [
    name,
    listOperations(group as object),
  ])
  const called = Object.entries(CALLS).map(([name, of]) => [name, Object.keys(of).sort()])
  expect(found.sort()).toEqual(called.sort())
  const count = (list: unknown[][]) =>
    list.reduce((sum, [, names]) => sum + (names as string[]).length, 0)
  console.log(
    `@azure/arm-resourcehealth: ${count(called)} of ${count(found)} operations of ${found.length} groups`,
  )
})
