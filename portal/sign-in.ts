import * as oauth from 'oauth4webapi'
import { settings } from './settings.ts'

/** OAuth 2.0 code flow with PKCE. Loaded only when somebody has to sign in or out. */
export type Tokens = Readonly<{
  accessToken: string
  refreshToken: string | undefined
  idToken: string | undefined
  expiresInS: number
}>

type Pending = Readonly<{ verifier: string; nonce: string; returnTo: string }>

const client: oauth.Client = { client_id: 'portal' }
const redirectUri = `${settings.portalUrl}/signed-in`
const pendingKey = (state: string) => `binnacle.sign-in.${state}`
/** On a laptop there is no TLS; the address comes from the settings of the server. */
const options = { [oauth.allowInsecureRequests]: settings.issuer.startsWith('http://') }

const findProvider = async (): Promise<oauth.AuthorizationServer> => {
  const issuer = new URL(settings.issuer)
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
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
  address.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid account',
    state,
    nonce: pending.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
  }).toString()
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
    options,
  )
  const result = await oauth.processAuthorizationCodeResponse(provider, client, response, {
    expectedNonce: nonce,
  })
  return { tokens: toTokens(result), returnTo }
}

/** Nothing when the provider refused it; whatever else goes wrong says nothing about the token. */
export async function refresh(token: string): Promise<Tokens | undefined> {
  const provider = await findProvider()
  const response = await oauth.refreshTokenGrantRequest(
    provider,
    client,
    oauth.None(),
    token,
    options,
  )
  try {
    return toTokens(await oauth.processRefreshTokenResponse(provider, client, response))
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError) return undefined
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
