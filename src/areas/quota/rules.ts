import type { ApiVersions } from '../../platform/http/api-version.ts'
import type { SubscriptionRole } from '../../platform/subscription.ts'

export const API_VERSIONS: ApiVersions = {
  served: '2020-10-25',
  accepted: ['2020-10-25'],
  takesNewer: false,
}

/** What an operation can demand, and whom it is for. */
export const rights = {
  'read quota': ['owner', 'contributor', 'reader'],
  'ask for quota': ['owner', 'contributor'],
} as const satisfies Record<string, readonly SubscriptionRole[]>
export type Right = keyof typeof rights

/** A provider or a resource, however it is spelt. */
export const keyOfName = (name: string) => name.toLowerCase()

/** `East US`, `eastus` and `EastUS` are one place. */
export const keyOfLocation = (location: string) => location.toLowerCase().replaceAll(/\s/g, '')

export const hasLocation = (locations: readonly string[], location: string) =>
  locations.some((known) => keyOfLocation(known) === keyOfLocation(location))

/** The first that is there already, apart from its spelling. */
export function findTwice(
  names: readonly string[],
  keyOf: (name: string) => string,
): string | undefined {
  const keys = names.map(keyOf)
  return names.find((_, index) => keys.indexOf(keys[index] ?? '') < index)
}

/** The resources of one provider in one location. */
export type Place = Readonly<{ subscriptionId: string; providerKey: string; locationKey: string }>

export const placeOf = (
  subscriptionId: string,
  { providerId, location }: { providerId: string; location: string },
): Place => ({
  subscriptionId,
  providerKey: keyOfName(providerId),
  locationKey: keyOfLocation(location),
})
