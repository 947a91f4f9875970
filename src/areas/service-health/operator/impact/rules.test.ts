import { describe, expect, test } from 'vitest'
import { addImpact, changeImpact, findUnknown, type ServiceRegion, statusesOf } from './rules.ts'

const NOW = '2026-11-15T08:00:00.000Z'
const LATER = '2026-11-15T09:00:00.000Z'
const impact = addImpact(
  [],
  [
    { impactedService: 'Storage', impactedRegions: ['West US', 'East US'] },
    { impactedService: 'Sign-in', impactedRegions: [] },
  ],
  NOW,
)
const namesOf = (added: typeof impact) =>
  added.flatMap(({ impactedService, impactedRegions, everywhere }) => [
    ...(everywhere ? [`${impactedService} everywhere`] : []),
    ...impactedRegions.map(({ impactedRegion }) => `${impactedService} in ${impactedRegion}`),
  ])

describe('what is hit', () => {
  test.each([
    ['is named once, however it is spelt', ' STORAGE', ['westus', 'West  US'], 3],
    ['can get more regions', 'storage', ['North US', 'north us'], 4],
    ['is hit everywhere once that was said', 'Storage', [], 4],
    ['stays everywhere when a region is named', 'sign-in', ['West US'], 4],
  ])('%s', (_what, impactedService, impactedRegions, count) => {
    expect(namesOf(addImpact(impact, [{ impactedService, impactedRegions }], NOW))).toHaveLength(
      count,
    )
  })
})

test.each<[ServiceRegion[] | undefined, number]>([
  [undefined, 3],
  [[{ impactedService: 'storage' }], 2],
  [[{ impactedService: 'Storage', impactedRegion: 'WESTUS' }], 1],
  [[{ impactedService: 'Sign-in' }], 1],
  [[{ impactedService: 'Sign-in', impactedRegion: 'West US' }], 0],
])('%j means so many of what is hit: %i', (where, count) => {
  const resolved = changeImpact(impact, where, 'Resolved', (region) => ({
    ...region,
    status: 'Resolved',
    lastUpdateTime: LATER,
  }))
  const statuses = statusesOf(resolved, undefined)
  expect(statuses.filter((status) => status === 'Resolved')).toHaveLength(count)
  expect(statusesOf(impact, where)).toHaveLength(count)
})

test.each<[ServiceRegion, boolean]>([
  [{ impactedService: 'Storage' }, false],
  [{ impactedService: 'Sign-in' }, false],
  [{ impactedService: 'storage ', impactedRegion: 'eastus' }, false],
  [{ impactedService: 'Storage', impactedRegion: 'North US' }, true],
  [{ impactedService: 'Sign-in', impactedRegion: 'West US' }, true],
  [{ impactedService: 'Cache' }, true],
])('%j is not hit: %s', (serviceRegion, isUnknown) => {
  expect(findUnknown(impact, [serviceRegion])).toEqual(isUnknown ? serviceRegion : undefined)
})
