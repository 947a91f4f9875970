import type { SubscriptionRole } from '../../directory/subscriptions/rules.ts'
import { SUBSCRIPTION_ROLES } from '../../directory/subscriptions/wire.ts'
import type { ApiVersions } from '../../management-api/api-version.ts'

export const API_VERSIONS: ApiVersions = {
  served: '2020-10-25',
  accepted: ['2020-10-25'],
  takesNewer: false,
}

/** What an operation can demand, and whom it is for. */
export const rights = {
  'read quota': SUBSCRIPTION_ROLES,
  'request quota': ['owner', 'contributor'],
  'check quota requests': ['owner', 'contributor'],
  'read operations': 'any signed-in account',
} as const satisfies Record<string, readonly SubscriptionRole[] | string>
export type Right = keyof typeof rights

/** A provider or a resource, however it is spelt. */
export const keyOfName = (name: string) => name.toLowerCase()

/** `East US`, `eastus` and `EastUS` are one place. */
export const keyOfLocation = (location: string) => location.toLowerCase().replaceAll(/\s/g, '')

export const hasLocation = (locations: readonly string[], location: string) =>
  locations.some((known) => keyOfLocation(known) === keyOfLocation(location))

/** The first that is there already, apart from its spelling. */
export function findDuplicate(
  names: readonly string[],
  keyOf: (name: string) => string,
): string | undefined {
  const seen = new Set<string>()
  return names.find((name) => seen.size === seen.add(keyOf(name)).size)
}

/** The resources of one provider in one location. */
export type QuotaScope = Readonly<{
  subscriptionId: string
  providerKey: string
  locationKey: string
}>

/** The provider and the location, as a path spells them. */
export type Location = Readonly<{ providerId: string; location: string }>

export const scopeOf = (
  subscriptionId: string,
  { providerId, location }: Location,
): QuotaScope => ({
  subscriptionId,
  providerKey: keyOfName(providerId),
  locationKey: keyOfLocation(location),
})

/** What a job is about; the rest is read when it runs. */
export type SubRequestJob = Readonly<{
  subscriptionId: string
  requestId: string
  subRequestId: string
}>

/** The queues of this area, and what their jobs carry. */
export type QuotaJobs = Record<'quota.decide' | 'quota.fulfil' | 'quota.give-up', SubRequestJob>
