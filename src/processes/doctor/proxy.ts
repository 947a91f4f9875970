import { isLoopback } from '../../platform/settings/loopback.ts'
import type { Config } from '../../settings.ts'
import { type Finding, inBrackets, ok, problem, warning } from './finding.ts'

const TIMEOUT_MS = 5000

export async function checkProxy(config: Config): Promise<Finding[]> {
  const { publicUrl, tls, trustProxy, metricsHost } = config
  const { protocol, hostname } = new URL(publicUrl)
  const isPublic = !isLoopback(hostname)
  return [
    ...(isPublic && protocol === 'http:'
      ? [
          problem(
            'PUBLIC_URL',
            'uses http, so others on the network can read tokens and passwords. Use https.',
          ),
        ]
      : []),
    // With https and no certificate of this node, a proxy ends TLS, whatever the name is.
    ...((isPublic || protocol === 'https:') && !tls && trustProxy.length === 0
      ? [
          warning(
            'TRUST_PROXY',
            'is not set, and this node does not serve HTTPS itself. If it is behind a proxy, all callers have the address of the proxy: set it to the address from which the proxy connects.',
          ),
        ]
      : []),
    ...(isLoopback(metricsHost)
      ? []
      : [
          warning(
            'METRICS_ADDRESS',
            `listens on ${metricsHost}. Allow only Prometheus in the firewall.`,
          ),
        ]),
    await askPublicUrl(publicUrl),
  ]
}

/** As callers reach it: through the proxy, if there is one. */
async function askPublicUrl(publicUrl: string): Promise<Finding> {
  try {
    const response = await fetch(`${publicUrl}/v0.1/user`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const isOurs = response.status === 401 && response.headers.has('x-ms-request-id')
    if (isOurs) return ok('PUBLIC_URL', `${publicUrl} reaches Binnacle`)
    return warning(
      'PUBLIC_URL',
      `${publicUrl}/v0.1/user returned ${response.status} instead of 401, which Binnacle returns. Check the proxy.`,
    )
  } catch (error) {
    const cause = (error as Error).cause
    return warning(
      'PUBLIC_URL',
      `${publicUrl} cannot be reached from here ${inBrackets(cause ?? error)}. Start serve, and check DNS, the certificate and the proxy.`,
    )
  }
}
