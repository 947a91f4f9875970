import * as oauth from 'oauth4webapi'
import { type ApiError, toApiError } from '../client/api-error.ts'
import { settings } from './settings.ts'

/** OAuth 2.0 code flow with PKCE. Loaded only when somebody has to sign in or out. */
export type Tokens = Readonly<{
  accessToken: string
  refreshToken: string | undefined
  idToken: string | undefined
  expiresInS: number
}>

/** Area A and operators take tokens for one audience, areas B and C for another. */
export type Audience = 'account' | 'management'

const AUDIENCES: Readonly<Record<Audience, string>> = {
  account: `${settings.baseUrl}/v0.1`,
  management: settings.managementUrl,
}

type Pending = Readonly<{ verifier: string; nonce: string; returnTo: string }>

const client: oauth.Client = { client_id: 'portal' }
const redirectUri = `${settings.portalUrl}/signed-in`
const pendingKey = (state: string) => `binnacle.sign-in.${state}`
/** On a laptop there is no TLS; the address comes from the settings of the server. */
const options = { [oauth.allowInsecureRequests]: settings.issuer.startsWith('http://') }

/** What the last request was refused with on whose answer a sign-in depends: a page shows its id. */
let refusal: ApiError | undefined
export const findRefusal = (): ApiError | undefined => refusal

async function keepRefusal(response: Response): Promise<Response> {
  if (!response.ok) refusal = await toApiError(response.clone())
  return response
}

const findProvider = async (): Promise<oauth.AuthorizationServer> => {
  const issuer = new URL(settings.issuer)
  const response = await keepRefusal(await oauth.discoveryRequest(issuer, options))
  return oauth.processDiscoveryResponse(issuer, response)
}

export async function signInAddress(returnTo: string): Promise<string> {
  const provider = await findProvider()
  const state = oauth.generateRandomState()
  const pending: Pending = {
    verifier: oauth.generateRandomCodeVerifier(),
    nonce: oauth.generateRandomNonce(),
    returnTo,
  }
  sessionStorage.setItem(pendingKey(state), JSON.stringify(pending))
  const address = new URL(provider.authorization_endpoint ?? '')
  const asked = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid account user_impersonation',
    state,
    nonce: pending.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
  })
  for (const audience of Object.values(AUDIENCES)) asked.append('resource', audience)
  address.search = asked.toString()
  return address.href
}

/** Nothing when this browser did not start the sign-in that ends here, or has ended it before. */
export async function finishSignIn(
  address: URL,
): Promise<{ tokens: Tokens; returnTo: string } | undefined> {
  const state = address.searchParams.get('state') ?? ''
  const stored = sessionStorage.getItem(pendingKey(state))
  if (stored === null) return undefined
  sessionStorage.removeItem(pendingKey(state))
  const { verifier, nonce, returnTo } = JSON.parse(stored) as Pending
  const provider = await findProvider()
  const answer = oauth.validateAuthResponse(provider, client, address, state)
  const response = await oauth.authorizationCodeGrantRequest(
    provider,
    client,
    oauth.None(),
    answer,
    redirectUri,
    verifier,
    forAudience('account'),
  )
  await keepRefusal(response)
  const result = await oauth.processAuthorizationCodeResponse(provider, client, response, {
    expectedNonce: nonce,
  })
  return { tokens: toTokens(result), returnTo }
}

const forAudience = (audience: Audience) => ({
  ...options,
  additionalParameters: { resource: AUDIENCES[audience] },
})

/** Nothing when the provider refused it; whatever else goes wrong says nothing about the token. */
export async function refresh(token: string, audience: Audience): Promise<Tokens | undefined> {
  const provider = await findProvider()
  const response = await oauth.refreshTokenGrantRequest(
    provider,
    client,
    oauth.None(),
    token,
    forAudience(audience),
  )
  try {
    return toTokens(await oauth.processRefreshTokenResponse(provider, client, response))
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant')
      return undefined
    throw error
  }
}

type SignOutInput = Readonly<{
  refreshToken: string | undefined
  idToken: string | undefined
  signedOutUrl: string
}>

/** Revokes what can be revoked, and leaves for where the provider ends its session. */
export async function endSession({
  refreshToken,
  idToken,
  signedOutUrl,
}: SignOutInput): Promise<void> {
  const provider = await findProvider().catch(() => undefined)
  if (provider && refreshToken) {
    // The person leaves whether or not this works; the token is in no store and dies with the page.
    await oauth
      .revocationRequest(provider, client, oauth.None(), refreshToken, options)
      .catch(() => undefined)
  }
  if (!provider?.end_session_endpoint) return sendForm(`${settings.issuer}/sign-out`)
  const address = new URL(provider.end_session_endpoint)
  address.searchParams.set('client_id', client.client_id)
  address.searchParams.set('post_logout_redirect_uri', signedOutUrl)
  if (idToken) address.searchParams.set('id_token_hint', idToken)
  location.assign(address.href)
}

/** The bundled provider ends a session on a form that its own pages or the portal send, and on nothing else. */
function sendForm(action: string): void {
  const form = Object.assign(document.createElement('form'), { method: 'post', action })
  document.body.append(form)
  form.submit()
}

function toTokens(result: oauth.TokenEndpointResponse): Tokens {
  return {
    accessToken: result.access_token,
    refreshToken: result.refresh_token,
    idToken: result.id_token,
    expiresInS: result.expires_in ?? 0,
  }
}
