import { type CryptoKey, createRemoteJWKSet, type JWSHeaderParameters } from 'jose'
import { allowInsecureRequests, discoveryRequest, processDiscoveryResponse } from 'oauth4webapi'
import { isSafeAddress } from './trusted-issuers.ts'

/** What a trusted issuer may sign with: nothing that we could sign with too. */
export const ISSUER_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'EdDSA',
]
const LONGEST_FETCH_MS = 5000

/** The key for a token with this header, among the keys that the issuer has now. */
export type FindKey = (header: JWSHeaderParameters) => Promise<CryptoKey>

/** The keys that an issuer publishes: fetched again when one is unknown, and after ten minutes. */
export async function discoverKeys(issuer: string): Promise<FindKey> {
  const address = new URL(issuer)
  const response = await discoveryRequest(address, {
    signal: AbortSignal.timeout(LONGEST_FETCH_MS),
    // Loopback only: the settings were checked for that.
    [allowInsecureRequests]: true,
  })
  const { jwks_uri = '', issuer: named } = await processDiscoveryResponse(address, response)
  if (named !== issuer || !isSafeAddress(jwks_uri)) {
    throw new Error(
      `the discovery document of ${issuer} is not valid: its issuer is ${named} and its jwks_uri is "${jwks_uri}"`,
    )
  }
  return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: LONGEST_FETCH_MS })
}
