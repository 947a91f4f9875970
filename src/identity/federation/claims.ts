import { textOf } from '../claims.ts'
import type { SignInIssuer } from '../trusted-issuers.ts'
import type { Person } from './rules.ts'

/** What the verified claims of an ID token say of somebody. One that is missing is never taken as true. */
export function readPerson(
  { personClaim = 'sub', signIn: { requiredClaim } }: SignInIssuer,
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
  }
}
