import type { Location } from '../rules.ts'

/** The routes are below the location of a provider, which the published clients call the scope. */
export const extensionPath = (vendorNamespace: string) =>
  `/subscriptions/:subscriptionId/providers/:providerId/locations/:location/providers/${vendorNamespace}.Quota`

/** The same path with its values filled in. */
export function pathOf(
  subscriptionId: string,
  { providerId, location }: Location,
  vendorNamespace: string,
): string {
  const [provider, region] = [providerId, location].map(encodeURIComponent)
  return `/subscriptions/${subscriptionId}/providers/${provider}/locations/${region}/providers/${vendorNamespace}.Quota`
}

type Addressed = Readonly<{ managementUrl: string; vendorNamespace: string }>

/** The addresses of a request, in the api-version that its caller uses. */
export function linksOf(
  { managementUrl, vendorNamespace }: Addressed,
  subscriptionId: string,
  params: Location,
  { id, version }: Readonly<{ id: string; version: string }>,
) {
  const path = pathOf(subscriptionId, params, vendorNamespace)
  const at = (below: string) => `${managementUrl}${path}/${below}?api-version=${version}`
  return { path, request: at(`quotaRequests/${id}`), operation: at(`operationsStatus/${id}`) }
}
