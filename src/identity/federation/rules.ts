import type { Newcomer } from '../../directory/accounts/actions.ts'
import { isEmail, toEmailKey } from '../../platform/mail/address.ts'
import type { SignInIssuer } from '../trusted-issuers.ts'

export const DEFAULT_GROUP_CLAIM = 'groups'

/** What an issuer says of somebody who has signed in there. */
export type Person = Readonly<{
  subject: string | undefined
  hasRequiredClaim: boolean
  email: string | undefined
  isEmailVerified: boolean
  name: string | undefined
  displayName: string | undefined
  /** `omitted`: the issuer says that there are too many for a token. */
  groups: readonly string[] | 'omitted'
  /** The issuer says that a second factor was given there, in a way that the setting accepts. */
  hasSecondFactor: boolean
}>

/** Why somebody that the issuer knows is not let in. */
export type Refusal = Readonly<
  | { fault: 'no subject' | 'claim' | 'groups omitted' | 'no e-mail' | 'unverified' }
  | { fault: 'domain' | 'address'; email: string }
>

/** An identity that is proven, and the e-mail address of an account that is not. */
export type Unlinked = Readonly<{ issuer: string; subject: string; email: string }>

/** Only for the account with the very e-mail address that the issuer vouches for. */
export const mayLink = ({ email }: Unlinked, account: { email: string } | undefined): boolean =>
  account !== undefined && toEmailKey(account.email) === toEmailKey(email)

/** At every sign-in: whoever loses the claim or the address is not let in any more. */
export function judgePerson(
  { signIn }: SignInIssuer,
  { subject, hasRequiredClaim, email, isEmailVerified, groups }: Person,
): { subject: string } | Refusal {
  const { allowedDomains, requiredClaim, groupClaim = DEFAULT_GROUP_CLAIM } = signIn
  if (subject === undefined) return { fault: 'no subject' }
  const isOmitted = groups === 'omitted' && requiredClaim?.name === groupClaim
  if (!hasRequiredClaim) return { fault: isOmitted ? 'groups omitted' : 'claim' }
  if (!allowedDomains) return { subject }
  if (email === undefined) return { fault: 'no e-mail' }
  if (!isEmail(email)) return { fault: 'address', email }
  const domain = toEmailKey(email.slice(email.lastIndexOf('@') + 1))
  const isAllowed = allowedDomains.some((each) => each.toLowerCase() === domain)
  if (!isAllowed) return { fault: 'domain', email }
  // At many issuers people can write any address into their profile.
  return isEmailVerified || signIn.hasVerifiedEmails ? { subject } : { fault: 'unverified' }
}

/** At the first sign-in: what an account is made of. */
export function judgeNewcomer(
  { issuer, signIn: { hasVerifiedEmails } }: SignInIssuer,
  subject: string,
  { email, isEmailVerified, name, displayName }: Person,
): Newcomer | Refusal {
  if (email === undefined) return { fault: 'no e-mail' }
  if (!isEmail(email)) return { fault: 'address', email }
  if (!isEmailVerified && !hasVerifiedEmails) return { fault: 'unverified' }
  return { issuer, subject, email, name, displayName }
}

/** When somebody began to sign in here, and when the issuer issued their ID token, by its own clock. */
export type IssuerProof = Readonly<{
  begunAt?: Date
  issuedAt?: Date
  /** When the person last proved at the issuer who they are, if that is known. */
  provenAt?: Date
}>

/** How far the clock of an issuer may be off. */
export const CLOCK_TOLERANCE_S = 30

/** Whether the issuer asked the person in this sign-in. Without `auth_time` nobody knows. */
export const isAsked = ({ begunAt, provenAt }: IssuerProof): boolean =>
  begunAt !== undefined &&
  provenAt !== undefined &&
  provenAt.getTime() >= begunAt.getTime() - CLOCK_TOLERANCE_S * 1000

/**
 * Whether somebody was signed out since: at the issuer, or everywhere here. `auth_time` does not count: a
 * session at the issuer may be older than the end of another.
 */
export const isOutdated = (
  { begunAt, issuedAt }: IssuerProof,
  { loggedOutAt, validAfter }: Readonly<{ loggedOutAt: Date | undefined; validAfter: Date | null }>,
): boolean =>
  (issuedAt !== undefined && loggedOutAt !== undefined && issuedAt < loggedOutAt) ||
  (begunAt !== undefined && validAfter !== null && begunAt < validAfter)
