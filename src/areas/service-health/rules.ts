import type { SubscriptionRole } from '../../directory/subscriptions/rules.ts'
import { SUBSCRIPTION_ROLES } from '../../directory/subscriptions/wire.ts'
import type { ApiVersions } from '../../management-api/api-version.ts'

/** Everything that was published and lists events; all get the body of the last. */
export const API_VERSIONS: Omit<ApiVersions, 'takesNewer'> = {
  served: '2025-05-01',
  accepted: [
    '2015-01-01',
    '2017-07-01',
    '2018-07-01',
    '2022-05-01-preview',
    '2022-05-01',
    '2022-10-01-preview',
    '2022-10-01',
    '2023-07-01-preview',
    '2023-10-01-preview',
    '2024-02-01',
    '2025-04-01',
    '2025-05-01',
  ],
}

/** What an operation can demand, and whom it is for. */
export const rights = {
  'read events': SUBSCRIPTION_ROLES,
  'read availability': SUBSCRIPTION_ROLES,
  'read security advisory resources': ['owner', 'contributor'],
  'read events of own subscriptions': 'any signed-in account',
  'read operations': 'any signed-in account',
  'read metadata': 'any signed-in account',
  'read emerging issues': 'any signed-in account',
} as const satisfies Record<string, readonly SubscriptionRole[] | string>
export type Right = keyof typeof rights

/** Announced after each revision. */
export const EVENTS_TOPIC = 'events'

export const maySeeDetails = (role: SubscriptionRole) => role === 'owner' || role === 'contributor'

export type Audience = Readonly<
  | { kind: 'everyone' }
  | { kind: 'footprint' }
  | { kind: 'subscriptions'; subscriptions: readonly string[] }
>

export const EVERYONE = 'everyone'
export const keyOfSubscription = (id: string) => `subscription:${id}`

/** However it is spelt: case does not count, nor do blanks around a service or anywhere in a region. */
export const canonicalizeService = (name: string) => name.trim().toLowerCase()
export const canonicalizeRegion = (name: string) => name.toLowerCase().replaceAll(/[\s@]/g, '')

/** Stands for all regions of a service. No region has this name. */
export const ALL_REGIONS = '*'

/** One key for a service in a region; `*` for all its regions. */
export const keyOfServiceRegion = (service: string, region: string) =>
  `service:${canonicalizeService(service)}@${canonicalizeRegion(region)}`

type ReachedService = Readonly<{
  impactedService: string
  impactedRegions: readonly string[]
  /** In all its regions, those that are named and all others. */
  isEverywhere: boolean
}>

/** Under which keys subscriptions find an event: those of its audience, never those of its readers. */
export function reachOf(audience: Audience, impact: readonly ReachedService[]): string[] {
  if (audience.kind === 'everyone') return [EVERYONE]
  if (audience.kind === 'subscriptions') return audience.subscriptions.map(keyOfSubscription)
  const keys = impact.flatMap(({ impactedService, impactedRegions, isEverywhere }) =>
    [...(isEverywhere ? [ALL_REGIONS] : []), ...impactedRegions].map((region) =>
      keyOfServiceRegion(impactedService, region),
    ),
  )
  return [...new Set(keys)]
}

/** The key of the same service in all its regions. */
export const toAllRegions = (key: string) => `${key.slice(0, key.lastIndexOf('@'))}@${ALL_REGIONS}`

/** Under which keys a subscription looks: everyone's, its own, and those of the services and regions it uses. */
export function keysOf(subscriptionId: string, keys: readonly string[]): string[] {
  const services = keys.map(toAllRegions)
  return [...new Set([EVERYONE, keyOfSubscription(subscriptionId), ...keys, ...services])]
}
