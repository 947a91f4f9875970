import type { SignInIssuer } from '../../trusted-issuers.ts'

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

export type Logout = Readonly<{ subject: string; at: Date }>

/** Of verified claims: who has signed out at the issuer and when, or why this is no logout token. */
export function judgeLogout(
  { personClaim = 'sub' }: SignInIssuer,
  claims: Readonly<Record<string, unknown>>,
): Logout | Readonly<{ fault: string }> {
  const { events, nonce, iat, [personClaim]: subject } = claims
  if (!Object.hasOwn(Object(events), LOGOUT_EVENT))
    return { fault: `The claim "events" does not contain ${LOGOUT_EVENT}.` }
  // So that an ID token is never taken for one.
  if (nonce !== undefined) return { fault: 'A logout token must not contain the claim "nonce".' }
  if (typeof iat !== 'number') return { fault: 'The claim "iat" is missing.' }
  if (typeof subject !== 'string' || subject === '')
    return {
      fault: `The claim "${personClaim}" is missing. Binnacle identifies sessions by the person, not by "sid".`,
    }
  return { subject, at: new Date(iat * 1000) }
}
