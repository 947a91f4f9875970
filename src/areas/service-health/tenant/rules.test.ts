import { expect, test } from 'vitest'
import { EVERYONE, keyOfServiceRegion, keyOfSubscription } from '../rules.ts'
import { listConcerned, readerOfTenant, toTenant } from './rules.ts'

const STORAGE = keyOfServiceRegion('Storage', 'West US')
const [ONE, TWO, THREE] = [
  { id: 'sub-1', organizationId: 'org-a', role: 'owner' },
  { id: 'sub-2', organizationId: 'org-b', role: 'reader' },
  { id: 'sub-3', organizationId: 'org-a', role: 'reader' },
] as const
const tenant = toTenant('ada', [ONE, TWO, THREE], { [STORAGE]: [0, 1] })

test('an event concerns each subscription under whose keys it is found, once, by id', () => {
  const concerned = (...keys: string[]) => listConcerned(tenant, keys).map(({ id }) => id)
  expect(concerned(EVERYONE)).toEqual(['sub-1', 'sub-2', 'sub-3'])
  expect(concerned(STORAGE, keyOfServiceRegion('Storage', '*'))).toEqual(['sub-1', 'sub-2'])
  expect(concerned(keyOfSubscription('sub-3'), STORAGE)).toEqual(['sub-1', 'sub-2', 'sub-3'])
  expect(concerned(keyOfSubscription('sub-9'))).toEqual([])
})

test('a caller without a subscription looks under no key', () => {
  expect([...readerOfTenant(toTenant('rex', [], {})).keys]).toEqual([])
})

test('a region shows the organizations that use the service there, and no subscription', () => {
  const at = (key: string) => readerOfTenant(tenant).idsAt({ trackingId: 'X', key, isNamed: false })
  const ids = { impactedSubscriptions: [], impactedTenants: ['org-a', 'org-b'] }
  expect(at(STORAGE)).toEqual(ids)
  expect(at(keyOfServiceRegion('Storage', 'East US')).impactedTenants).toEqual([])
})

test('an event that names subscriptions shows their organizations in each region', () => {
  const { idsAt } = readerOfTenant(tenant, new Map([['X', [THREE]]]))
  const at = (trackingId: string) => idsAt({ trackingId, key: STORAGE, isNamed: true })
  expect(at('X').impactedTenants).toEqual(['org-a'])
  expect(at('Y').impactedTenants).toEqual([])
})

test('at most 100 organizations are shown', () => {
  const many = Array.from({ length: 120 }, (_, n) => ({
    id: `sub-${n}`,
    organizationId: `org-${n}`,
    role: 'reader' as const,
  }))
  const users = { [STORAGE]: many.map((_, position) => position) }
  const { idsAt } = readerOfTenant(toTenant('ada', many, users))
  const ids = idsAt({ trackingId: 'X', key: STORAGE, isNamed: false })
  expect(ids.impactedTenants).toHaveLength(100)
})
