import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'
import { PERSON, VENDORS, type Vendor, type VendorName } from './vendors.ts'

/**
 * A process of its own: `node provider.ts NAME REDIRECT_URI SECRET LOGOUT_URI`. It answers as the vendor does, signs everybody
 * in at once, and writes its address to stdout. It ends with its stdin.
 */
const [name, redirectUri = '', secret = '', logoutUri = ''] = process.argv.slice(2)
const vendor: Vendor = VENDORS[name as VendorName]
const server = createServer()
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const home = `${origin}${vendor.mount}`

const { privateKey } = await generateKeyPair('RS256', { extractable: true })
const provider: Provider = new Provider(`${origin}${vendor.issuerPath}`, {
  ...claimsSetting(vendor),
  clients: [
    {
      client_id: 'binnacle',
      client_secret: secret,
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'client_secret_post',
      ...(vendor.hasBackchannelLogout && { backchannel_logout_uri: logoutUri }),
    },
  ],
  jwks: {
    keys: [{ ...(await exportJWK(privateKey)), kid: 'vendor-key', alg: 'RS256', use: 'sig' }],
  },
  routes: { ...vendor.routes, end_session: '/logout' },
  cookies: { keys: ['only for tests'] },
  features: {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: vendor.hasBackchannelLogout },
    rpInitiatedLogout: { enabled: true, logoutSource: confirmLogout },
  },
  interactions: { url: (_ctx, { uid }) => `${vendor.mount}/interaction/${uid}` },
  loadExistingGrant: grantEverything,
  // The library refuses to call loopback addresses, where Binnacle is here.
  fetch: (address, { signal, method, headers, body } = {}) =>
    fetch(address, { signal, method, headers, body } as RequestInit),
})

provider.on('backchannel.error', (_ctx, error) => console.error('back-channel logout', error))

server.on('request', (request: IncomingMessage & { baseUrl?: string }, response) => {
  const path = request.url ?? ''
  if (path.endsWith('/.well-known/openid-configuration')) return answer(response, describe())
  if (!vendor.namesIssuer) leaveIssuerOut(response)
  request.url = path.slice(vendor.mount.length)
  request.baseUrl = vendor.mount
  if (request.url.startsWith('/interaction/'))
    return provider.interactionFinished(request, response, { login: { accountId: PERSON } })
  return provider.callback()(request, response)
})
process.stdin.on('close', () => process.exit(0)).resume()
console.log(`${origin}${vendor.issuerPath}`)

function claimsSetting({ claims, scopes, hasFullIdTokens }: Vendor): Configuration {
  const scoped = Object.values(scopes).flat()
  const always = Object.keys(claims).filter((claim) => !scoped.includes(claim))
  return {
    scopes: ['openid', ...Object.keys(scopes)],
    claims: {
      openid: ['sub', ...always],
      ...Object.fromEntries(Object.entries(scopes).map(([scope, names]) => [scope, [...names]])),
    },
    conformIdTokenClaims: !hasFullIdTokens,
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async (use) =>
        use === 'id_token' && !hasFullIdTokens ? { sub } : { sub, ...claims },
    }),
  }
}

/** What the documents of the vendor list, and no more. */
function describe() {
  const { authorization, token, jwks, userinfo } = vendor.routes
  return {
    issuer: `${origin}${vendor.issuerPath}`,
    authorization_endpoint: `${home}${authorization}`,
    token_endpoint: `${home}${token}`,
    jwks_uri: `${home}${jwks}`,
    userinfo_endpoint: `${home}${userinfo}`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    ...(vendor.namesIssuer && { authorization_response_iss_parameter_supported: true }),
  }
}

async function grantEverything(
  ctx: Parameters<NonNullable<Configuration['loadExistingGrant']>>[0],
) {
  const { client, session, params } = ctx.oidc
  const grant = new provider.Grant({
    clientId: client?.clientId ?? '',
    accountId: session?.accountId ?? '',
  })
  grant.addOIDCScope(String(params?.scope))
  await grant.save()
  return grant
}

/** The page of the library asks first; a person at a vendor has pressed the button. */
async function confirmLogout(ctx: { body: unknown }, form: string): Promise<void> {
  ctx.body = form
}

function leaveIssuerOut(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response)
  response.setHeader = (header, value) => {
    if (header.toLowerCase() !== 'location') return setHeader(header, value)
    const location = new URL(String(value), origin)
    location.searchParams.delete('iss')
    return setHeader(header, location.href)
  }
}

function answer(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
