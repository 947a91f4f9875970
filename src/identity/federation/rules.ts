import type { Newcomer } from '../../directory/accounts/actions.ts'
import type { SignInIssuer } from '../trusted-issuers.ts'

/** What an issuer says of somebody who has signed in there. */
export type Person = Readonly<{
  subject: string | undefined
  hasRequiredClaim: boolean
  email: string | undefined
  isEmailVerified: boolean
  name: string | undefined
  displayName: string | undefined
}>

/** Why somebody that the issuer knows is not let in. */
export type Refusal = Readonly<
  | { fault: 'no subject' | 'claim' | 'no e-mail' | 'unverified' }
  | { fault: 'domain'; email: string }
>

/** At every sign-in: whoever loses the claim that the issuer's people must have is not let in any more. */
export function judgePerson({ subject, hasRequiredClaim }: Person): { subject: string } | Refusal {
  if (subject === undefined) return { fault: 'no subject' }
  return hasRequiredClaim ? { subject } : { fault: 'claim' }
}

/** At the first sign-in: what an account is made of. */
export function judgeNewcomer(
  { issuer, signIn: { allowedDomains, hasVerifiedEmails } }: SignInIssuer,
  subject: string,
  { email, isEmailVerified, name, displayName }: Person,
): Newcomer | Refusal {
  if (email === undefined) return { fault: 'no e-mail' }
  if (!isEmailVerified && !hasVerifiedEmails) return { fault: 'unverified' }
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const isAllowed = allowedDomains?.some((each) => each.toLowerCase() === domain) ?? true
  return isAllowed ? { issuer, subject, email, name, displayName } : { fault: 'domain', email }
}
