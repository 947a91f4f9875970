import { randomBytes } from 'node:crypto'
import { OWN_PAGES, SIGNED_IN_PATH } from '../oauth/clients.ts'

/** Where to sign in for a page of the provider, also if somebody is signed in: as whom is decided there. */
export function signInAgainAddress(publicUrl: string, state: string): string {
  const query = new URLSearchParams({
    client_id: OWN_PAGES,
    redirect_uri: `${publicUrl}${SIGNED_IN_PATH}`,
    response_type: 'code',
    scope: 'openid',
    prompt: 'login',
    state,
    code_challenge: randomBytes(32).toString('base64url'),
    code_challenge_method: 'S256',
  })
  return `/oauth2/auth?${query}`
}
