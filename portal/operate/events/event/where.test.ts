import { expect, test } from 'vitest'
import type { OperatorEvent } from '../queries.ts'
import { canTake, describeWhere, listWhere, toWhere } from './where.ts'

type Status = NonNullable<OperatorEvent['event']['properties']['status']>
const of = (status: Status, west?: Status, east?: Status): OperatorEvent => ({
  trackingId: 'A',
  audience: 'everyone',
  revisions: 1,
  event: {
    ...{ id: '', name: 'A', type: '', systemData: {} },
    properties: {
      status,
      impact:
        west && east
          ? [
              {
                impactedService: 'Storage',
                impactedRegions: [
                  { impactedRegion: 'West US', status: west },
                  { impactedRegion: 'East US', status: east },
                ],
              },
            ]
          : [],
    },
  },
})
const WEST = { impactedService: 'Storage', impactedRegion: 'West US' }

test('an event is resolved where it is active, and reopened where it is resolved', () => {
  const half = of('Active', 'Active', 'Resolved')
  expect(listWhere('resolve', half).map(({ region }) => region)).toEqual(['West US'])
  expect(listWhere('reopen', half).map(({ region }) => region)).toEqual(['East US'])
  expect(listWhere('updates', half)).toHaveLength(2)
  expect(canTake('reopen', of('Active', 'Active', 'Active'))).toBe(false)
  expect([canTake('resolve', of('Active')), canTake('resolve', of('Resolved'))]).toEqual([
    true,
    false,
  ])
})

test('what is resolved already is not resolved again with what is left', () => {
  const half = of('Active', 'Active', 'Resolved')
  expect(toWhere(half, listWhere('resolve', half), undefined)).toEqual([WEST])
  const whole = of('Active', 'Active', 'Active')
  expect(toWhere(whole, listWhere('resolve', whole), undefined)).toBeUndefined()
  expect(toWhere(whole, listWhere('resolve', whole), listWhere('resolve', half))).toEqual([WEST])
})

test('the button says where', () => {
  const all = listWhere('updates', of('Active', 'Active', 'Active'))
  expect(describeWhere('updates', all, undefined)).toBe('all services and regions')
  expect(describeWhere('resolve', all, undefined)).toBe('everywhere')
  expect(describeWhere('resolve', all, all.slice(0, 1))).toBe('Storage in West US')
  expect(describeWhere('resolve', all, all)).toBe('2 of 2 regions')
  expect(describeWhere('resolve', [], undefined)).toBe('the event')
})
