import type { ApiVersions } from '../../platform/http/api-version.ts'

/** Everything that was published and lists events; all get the body of the last. */
export const API_VERSIONS: Omit<ApiVersions, 'takesNewer'> = {
  served: '2025-05-01',
  accepted: [
    '2015-01-01',
    '2017-07-01',
    '2018-07-01',
    '2022-05-01',
    '2022-10-01',
    '2023-10-01-preview',
    '2024-02-01',
    '2025-05-01',
  ],
}

export type Role = 'owner' | 'contributor' | 'reader'

/** What an operation can demand: the roles on the subscription that may, or no role at all. */
export const rights = {
  'read events': ['owner', 'contributor', 'reader'],
  'read operations': 'whoever is signed in',
} as const satisfies Record<string, readonly Role[] | string>
export type Right = keyof typeof rights

const MAY_SEE_DETAILS: ReadonlySet<Role> = new Set<Role>(['owner', 'contributor'])
export const maySeeDetails = (role: Role | null) => role !== null && MAY_SEE_DETAILS.has(role)

/** In lower case; nothing for what cannot be the id of a subscription. */
export function toSubscriptionId(text: string): string | undefined {
  return /^[A-Za-z0-9-]{1,64}$/.test(text) ? text.toLowerCase() : undefined
}

export type Audience = Readonly<
  | { kind: 'everyone' }
  | { kind: 'footprint' }
  | { kind: 'subscriptions'; subscriptions: readonly string[] }
>

export const EVERYONE = 'everyone'
export const keyOfSubscription = (id: string) => `subscription:${id}`

/** One key for a service in a region, however the two are spelt; `*` for all its regions. */
export const keyOfPlace = (service: string, region: string) =>
  `service:${service.trim().toLowerCase()}@${region.toLowerCase().replaceAll(/[\s@]/g, '')}`

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
    [...(isEverywhere ? ['*'] : []), ...impactedRegions].map((region) =>
      keyOfPlace(impactedService, region),
    ),
  )
  return [...new Set(keys)]
}

/** Under which keys a subscription looks: everyone's, its own, and those of what it uses. */
export function keysOf(
  subscriptionId: string,
  footprint: readonly Readonly<{ service: string; region: string }>[],
): string[] {
  const places = footprint.flatMap(({ service, region }) => [
    keyOfPlace(service, region),
    keyOfPlace(service, '*'),
  ])
  return [...new Set([EVERYONE, keyOfSubscription(subscriptionId), ...places])]
}

const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(0000|d[89a-f][0-9a-f]{2})/

/** Whether the database can keep it as JSON: it has no NUL, and no half of a surrogate pair. */
export const isStorable = (value: unknown) => !UNSTORABLE.test(JSON.stringify(value))
