import type { CloudEndpoints, Endpoints } from './wire.ts'

export type Addresses = Readonly<{ publicUrl: string; managementUrl: string; portalUrl: string }>

const FIRST_LIST = '2019-05-01'
const FIRST_CLOUD = '2022-09-01'

/** The addresses of the installation in the form of an api-version. Without one, in the oldest form. */
export function toEndpoints(version: string, addresses: Addresses): Endpoints {
  const { publicUrl, managementUrl, portalUrl } = addresses
  const audiences = [managementUrl]
  // Whoever reads these two forms asks Azure whether it knows this server, unless the tenant is adfs.
  const adfs = `${publicUrl}/adfs`
  if (version < FIRST_LIST) {
    return {
      galleryEndpoint: managementUrl,
      graphEndpoint: managementUrl,
      portalEndpoint: portalUrl,
      authentication: { loginEndpoint: adfs, audiences },
    }
  }
  const toCloud = (loginEndpoint: string, tenant: string, identityProvider: string) =>
    ({
      name: 'Binnacle',
      portal: portalUrl,
      resourceManager: managementUrl,
      graph: managementUrl,
      graphAudience: managementUrl,
      authentication: { loginEndpoint, audiences, tenant, identityProvider },
      suffixes: {},
    }) satisfies CloudEndpoints
  if (version < FIRST_CLOUD) return [toCloud(adfs, 'adfs', 'ADFS')]
  return toCloud(publicUrl, 'common', 'AAD')
}
