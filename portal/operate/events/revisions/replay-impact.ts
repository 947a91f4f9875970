import type { EventStatus as Status } from '../../../areas/service-health/events/event-summary.ts'
import type { EventRevision } from '../queries.ts'

type Change = EventRevision['change']

type Region = Readonly<{
  service: string
  /** Nothing: the service in all its regions. */
  region: string | undefined
  status: Status
  update: string
}>

export type Impact = Readonly<{
  regions: ReadonlyMap<string, Region>
  /** Counts as long as the event names no service. */
  ownStatus: Status
}>

type Named = Readonly<{
  impactedService: string
  impactedRegion?: string
  impactedRegions?: readonly string[]
}>

const listNamed = (value: unknown): readonly Named[] => (Array.isArray(value) ? value : [])

const keyOfService = (service: string) => service.trim().toLowerCase()
/** Names are the same whatever their letter case, and regions whatever their spaces. */
const keyOf = (service: string, region: string | undefined) =>
  `${keyOfService(service)}@${region === undefined ? '*' : region.toLowerCase().replaceAll(/[\s@]/g, '')}`

export const nameOfRegion = ({ service, region }: Region): string =>
  region === undefined ? service : `${service} in ${region}`

/** An event is resolved when it is resolved everywhere. */
export function statusOf({ regions, ownStatus }: Impact): Status {
  if (regions.size === 0) return ownStatus
  return [...regions.values()].every(({ status }) => status === 'Resolved') ? 'Resolved' : 'Active'
}

function addNamed(regions: ReadonlyMap<string, Region>, added: readonly Named[]) {
  const after = new Map(regions)
  for (const { impactedService: service, impactedRegions = [] } of added) {
    for (const region of impactedRegions.length > 0 ? impactedRegions : [undefined]) {
      const key = keyOf(service, region)
      if (!after.has(key)) after.set(key, { service, region, status: 'Active', update: '' })
    }
  }
  return after
}

const STATUSES: Readonly<Record<string, Status>> = { resolve: 'Resolved', reopen: 'Active' }

/** `hasRegions`: whether there is a region to which the text of the change belongs. */
export function impactAfter(
  before: Impact,
  change: Change,
): Readonly<{ impact: Impact; hasRegions: boolean }> {
  const where = change.where === undefined ? undefined : listNamed(change.where)
  const named = new Set(where?.map((one) => keyOf(one.impactedService, one.impactedRegion)))
  const isMeant = (key: string, { service }: Region) =>
    where === undefined || named.has(key) || named.has(keyOf(service, undefined))
  const status = STATUSES[String(change.kind)]
  const update = change.summary === undefined ? undefined : String(change.summary)
  const regions = new Map(addNamed(before.regions, listNamed(change.impact)))
  let hasRegions = false
  for (const [key, region] of regions) {
    if (!isMeant(key, region)) continue
    const isRegion = region.region !== undefined
    hasRegions ||= isRegion
    regions.set(key, {
      ...region,
      status: status ?? region.status,
      update: (isRegion ? update : undefined) ?? region.update,
    })
  }
  return { impact: { regions, ownStatus: status ?? before.ownStatus }, hasRegions }
}
