import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Label } from '../figures/aims.ts'
import type { Request } from '../load/requests.ts'

/** For the bare server alone: it reads nothing, so it is told that something is open. */
export const SUPERSEDES = 'x-bench-supersedes'

export type Way = Readonly<{
  label: Label
  /** Of our side and of the bare one: what one has requested must not be open for the other. */
  locations: Readonly<{ binnacle: string; bare: string }>
  resourcesEach: number
  hasClientRequestId: boolean
  supersedes: boolean
}>

const SHORT: Way = {
  label: 'quota request, relative to bare inserts',
  locations: { binnacle: 'eastus', bare: 'westus' },
  resourcesEach: 1,
  hasClientRequestId: false,
  supersedes: false,
}

export const WAYS: Readonly<Record<'short' | 'all', readonly Way[]>> = {
  short: [SHORT],
  all: [
    SHORT,
    {
      ...SHORT,
      label: 'quota request with a client request id, relative to bare inserts',
      locations: { binnacle: 'eastus2', bare: 'westus2' },
      hasClientRequestId: true,
    },
    {
      ...SHORT,
      label: 'quota request that supersedes another, relative to bare inserts',
      locations: { binnacle: 'northeurope', bare: 'westeurope' },
      supersedes: true,
    },
    {
      ...SHORT,
      label: 'quota request for five resources, relative to bare inserts',
      locations: { binnacle: 'uksouth', bare: 'francecentral' },
      resourcesEach: 5,
    },
  ],
}

/** What each request that was acknowledged has written. */
export const rowsOf = ({ resourcesEach, hasClientRequestId, supersedes }: Way) => ({
  quota_request: 1,
  quota_sub_request: resourcesEach,
  'pgboss.job': resourcesEach,
  audit: supersedes ? 1 + resourcesEach : 1,
  request_key: hasClientRequestId ? 1 : 0,
})

/** Of the catalogue that ships. */
export const RESOURCES: readonly string[] = JSON.parse(
  readFileSync('samples/catalogue/starter.json', 'utf8'),
)['{vendor}.Compute'].resources.map(({ name }: { name: string }) => name)

const VERSION = 'api-version=2020-10-25'
const scopeOf = (subscription: string, location: string) =>
  `/subscriptions/${subscription}/providers/Microsoft.Capacity/resourceProviders/Microsoft.Compute/locations/${location}`

export const statusPath = (subscription: string, location: string, id: string) =>
  `${scopeOf(subscription, location)}/serviceLimitsRequests/${id}?${VERSION}`

/** Subscription by subscription, then resource by resource: no two numbers are for the same one. */
export function makePut(
  { resourcesEach, hasClientRequestId }: Way,
  location: string,
  number: number,
  subscriptions: number,
): Omit<Request, 'headers'> & { headers: Record<string, string> } {
  const first = Math.floor(number / subscriptions) * resourcesEach
  const names = RESOURCES.slice(first, first + resourcesEach)
  if (names.length < resourcesEach) throw new Error('everything has been requested')
  const path = `${scopeOf(`sub-${1 + (number % subscriptions)}`, location)}/serviceLimits`
  const limits = names.map((value) => ({
    properties: { limit: 1 + (number % 1000), name: { value } },
  }))
  const one = `/${encodeURIComponent(names[0] ?? 'none')}`
  return {
    method: 'PUT',
    path: `${path}${resourcesEach === 1 ? one : ''}?${VERSION}`,
    headers: hasClientRequestId ? { 'x-ms-client-request-id': randomUUID() } : {},
    body: resourcesEach === 1 ? limits[0] : { value: limits },
  }
}
