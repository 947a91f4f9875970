import type { SubscriptionRole } from '../../../directory/subscriptions/rules.ts'
import type { EventRegion, Reader, RegionIds } from '../events/rules.ts'
import { EVERYONE, keyOfSubscription, toAllRegions } from '../rules.ts'

/** More are not looked at: the caller reads them subscription by subscription. */
export const MOST_SUBSCRIPTIONS = 1000
export const MOST_SERVICE_REGIONS = 100_000
const MOST_TENANTS = 100

/** A subscription on which the caller has a role. They are in the order of their ids. */
export type OwnSubscription = Readonly<{
  id: string
  organizationId: string
  role: SubscriptionRole
}>

/** Everything that a caller has a role on. */
export type Tenant = Readonly<{
  principalId: string
  subscriptions: readonly OwnSubscription[]
  /** Under each key, the positions of the subscriptions that find events there. */
  positions: ReadonlyMap<string, readonly number[]>
}>

/** `users`: the positions of the subscriptions that use each service in a region, by its key. */
export function toTenant(
  principalId: string,
  subscriptions: readonly OwnSubscription[],
  users: Readonly<Record<string, readonly number[]>>,
): Tenant {
  const everybody = subscriptions.map((_, position) => position)
  const positions = new Map<string, readonly number[]>(Object.entries(users))
  if (everybody.length > 0) positions.set(EVERYONE, everybody)
  for (const [position, { id }] of subscriptions.entries()) {
    positions.set(keyOfSubscription(id), [position])
  }
  const ofServices = new Map<string, Set<number>>()
  for (const [key, found] of Object.entries(users)) {
    const all = toAllRegions(key)
    const known = ofServices.get(all) ?? new Set()
    for (const position of found) known.add(position)
    ofServices.set(all, known)
  }
  for (const [key, found] of ofServices) positions.set(key, [...found])
  return { principalId, subscriptions, positions }
}

/** The subscriptions that find an event under these keys, each once, by id. */
export function listConcerned(
  { subscriptions, positions }: Tenant,
  keys: readonly string[],
): readonly OwnSubscription[] {
  const found = new Set(keys.flatMap((key) => positions.get(key) ?? []))
  return subscriptions.filter((_, position) => found.has(position))
}

/**
 * The tenant level shows organizations, never subscriptions: those of the caller that use the service
 * in the region, or whose subscriptions the event names (`named`, by tracking id).
 */
export function readerOfTenant(
  tenant: Tenant,
  named: ReadonlyMap<string, readonly OwnSubscription[]> = new Map(),
): Reader {
  const known = new Map<string, RegionIds>()
  const idsAt = ({ trackingId, key, isNamed }: EventRegion): RegionIds => {
    const knownAs = isNamed ? `event ${trackingId}` : key
    const found = known.get(knownAs)
    if (found) return found
    const hit = isNamed ? (named.get(trackingId) ?? []) : listConcerned(tenant, [key])
    const ids = toIds(hit)
    known.set(knownAs, ids)
    return ids
  }
  return { keys: new Set(tenant.positions.keys()), idsAt, seesDetails: false }
}

function toIds(subscriptions: readonly OwnSubscription[]): RegionIds {
  const tenants = [...new Set(subscriptions.map(({ organizationId }) => organizationId))]
  return { impactedSubscriptions: [], impactedTenants: tenants.sort().slice(0, MOST_TENANTS) }
}
