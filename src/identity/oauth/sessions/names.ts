import type { KoaContextWithOIDC } from 'oidc-provider'
import { digestOf } from '../../../platform/crypto/digest.ts'
import type { Given } from '../../second-factor/rules.ts'
import { PORTAL } from '../clients.ts'
import { sessionIdOf } from '../rules.ts'

/** What a sign-in has given counts for its session, and for what is issued in it and outlives it. */
export type SecondFactorRecords = Readonly<{
  record: (accountId: string, sessionId: string, given: Given) => Promise<void>
  copy: (accountId: string, sessionId: string, toSessionId: string) => Promise<void>
}>

type Source = Readonly<{ clientId?: string | undefined; scopes: ReadonlySet<string> }>

/** What was allowed to stay signed in goes on without the browser; the portal never does. */
export const isOfSession = ({ clientId, scopes }: Source) =>
  clientId === PORTAL || !scopes.has('offline_access')

type Issued = Readonly<{
  clientId?: string | undefined
  gty?: string | undefined
  expiresWithSession?: boolean | undefined
  sessionUid?: string | undefined
  grantId?: string | undefined
}>

/**
 * What has to be named to end a token: the browser's session and the grant, or the grant alone if it
 * outlives the session. A grant also ends when a code of it is used twice.
 */
function sessionClaims({ gty, expiresWithSession, sessionUid = '', grantId = '' }: Issued) {
  const grant_id = sessionIdOf(digestOf(grantId))
  const isBound = expiresWithSession || gty === 'implicit'
  if (!isBound) return { sid: grant_id }
  const sid = sessionIdOf(digestOf(sessionUid))
  return { sid, grant_id }
}

/** A grant has its own name, under which the second factor of the browser's session counts too. */
export async function nameSession(
  ctx: KoaContextWithOIDC,
  token: Issued & Readonly<{ accountId: string }>,
  secondFactors: SecondFactorRecords,
): Promise<Readonly<{ sid: string; grant_id?: string }>> {
  const claims = sessionClaims(token)
  const { sessionUid = '' } = token
  const browser = sessionIdOf(digestOf(sessionUid))
  const isRefresh = ctx.oidc.params?.grant_type === 'refresh_token'
  if (claims.sid !== browser && !isRefresh)
    await secondFactors.copy(token.accountId, browser, claims.sid)
  return claims
}

/** After a sign-in in which a second factor was given: only now is it known in which session. */
export async function recordGiven(
  { oidc }: Readonly<{ oidc?: KoaContextWithOIDC['oidc'] }>,
  secondFactors: SecondFactorRecords,
): Promise<void> {
  const { result, session } = oidc ?? {}
  if (!result?.secondFactor || !session?.accountId) return
  const sessionId = sessionIdOf(digestOf(session.uid))
  await secondFactors.record(session.accountId, sessionId, result.secondFactor as Given)
}
