import type { RealTime } from '../../platform/time.ts'
import { textOf } from '../claims.ts'
import type { IssuerSignIn, SignInIssuer } from '../trusted-issuers.ts'
import { DEFAULT_GROUP_CLAIM, type IssuerProof, type Person } from './rules.ts'

/** The claims that decide who is let in, and with which roles. */
export const claimsOf = (
  {
    personClaim = 'sub',
    signIn: { requiredClaim, groupClaim = DEFAULT_GROUP_CLAIM },
  }: SignInIssuer,
  hasGroups: boolean,
): string[] => [
  personClaim,
  'email',
  ...(requiredClaim ? [requiredClaim.name] : []),
  ...(hasGroups ? [groupClaim] : []),
]

/** One that is left out because it is too long will not be elsewhere either. */
export const isSent = (claims: Readonly<Record<string, unknown>>, name: string): boolean =>
  claims[name] !== undefined || Object.hasOwn(Object(claims._claim_names), name)

/** What the verified claims of an issuer say of somebody. One that is missing is never taken as true. */
export function readPerson(
  {
    personClaim = 'sub',
    signIn: { requiredClaim, groupClaim = DEFAULT_GROUP_CLAIM, ...accepted },
  }: SignInIssuer,
  claims: Readonly<Record<string, unknown>>,
): Person {
  return {
    subject: textOf(claims[personClaim]),
    hasRequiredClaim:
      !requiredClaim || [claims[requiredClaim.name]].flat().includes(requiredClaim.value),
    email: textOf(claims.email),
    isEmailVerified: claims.email_verified === true,
    name: textOf(claims.preferred_username),
    displayName: textOf(claims.name),
    groups: readGroups(claims, groupClaim),
    hasSecondFactor: confirmsSecondFactor(accepted, claims),
  }
}

type Begun = Readonly<{ begunAtMs?: number; isFresh?: boolean }>

export function readProof(
  { iat, auth_time: authTime }: Readonly<Record<string, unknown>>,
  { begunAtMs, isFresh = false }: Begun,
  now: RealTime,
): IssuerProof {
  const provenAtMs = typeof authTime === 'number' ? authTime * 1000 : isFresh && now.getTime()
  return {
    ...(typeof iat === 'number' && { issuedAt: new Date(iat * 1000) }),
    ...(begunAtMs !== undefined && { begunAt: new Date(begunAtMs) }),
    ...(provenAtMs !== false && { provenAt: new Date(Math.min(provenAtMs, now.getTime())) }),
  }
}

type Accepted = Pick<IssuerSignIn, 'secondFactorAmr' | 'secondFactorAcr'>

/** Whether an issuer says that it has checked a second factor, in words that the settings accept. */
export const confirmsSecondFactor = (
  { secondFactorAmr, secondFactorAcr }: Accepted,
  { amr, acr }: Readonly<Record<string, unknown>>,
): boolean => isAccepted(amr, secondFactorAmr) || isAccepted(acr, secondFactorAcr)

const isAccepted = (claim: unknown, accepted: readonly string[] = []) =>
  [claim].flat().some((value) => typeof value === 'string' && accepted.includes(value))

/** Above a number of groups, an issuer names where to ask for them (OpenID Connect Core, 5.6.2), or only that there are some. */
function readGroups(
  claims: Readonly<Record<string, unknown>>,
  groupClaim: string,
): Person['groups'] {
  const elsewhere = Object(claims._claim_names)
  if (Object.hasOwn(elsewhere, groupClaim) || `${claims.hasgroups}` === 'true') return 'omitted'
  // The database cannot hold the character NUL, so no registered group has it.
  return [claims[groupClaim]]
    .flat()
    .filter((group) => typeof group === 'string')
    .filter((group) => !group.includes('\0'))
}
