import type { SignInIssuer } from '../trusted-issuers.ts'
import type { IssuerFailure } from './client.ts'
import type { Refusal, Unlinked } from './rules.ts'

/** What a person is shown: what happened, and what to do. `code` tells pages apart for whoever helps. */
export type Failure = Readonly<{ code: string; title: string; sentences: readonly string[] }>

const notAdmitted = (code: string, name: string, sentences: readonly string[]): Failure => ({
  code,
  title: `You cannot sign in here with ${name}`,
  sentences,
})

/** Somebody whom the issuer knows and this installation does not let in. */
export function explainRefusal(refusal: Refusal, { signIn }: SignInIssuer): Failure {
  const { name, requiredClaim, allowedDomains = [] } = signIn
  const refuse = (code: string, ...sentences: string[]) => notAdmitted(code, name, sentences)
  if (refusal.fault === 'domain')
    return refuse(
      'DomainNotAllowed',
      `Your e-mail address is ${refusal.email}, and only addresses at ${allowedDomains.join(', ')} are allowed.`,
      'Sign in with an account from your organization, or ask an operator of Binnacle to allow your domain.',
    )
  if (refusal.fault === 'address')
    return refuse(
      'EmailInvalid',
      `${name} sent ${refusal.email} as your e-mail address, and only addresses in ASCII characters are allowed.`,
      `Ask the administrator of ${name} to correct the address, then try again.`,
    )
  if (refusal.fault === 'claim')
    return refuse(
      'ClaimMissing',
      `Binnacle requires the value "${requiredClaim?.value}" in the claim "${requiredClaim?.name}", and ${name} did not send it.`,
      `Ask the administrator of ${name} to give you access to Binnacle, then try again.`,
    )
  if (refusal.fault === 'groups omitted')
    return refuse(
      'GroupsOmitted',
      `You are in so many groups that ${name} did not send them, and Binnacle requires the group "${requiredClaim?.value}".`,
      `Ask the administrator of ${name} to send Binnacle only the groups that it needs, then try again.`,
    )
  if (refusal.fault === 'unverified')
    return refuse(
      'EmailNotVerified',
      `${name} did not confirm that your e-mail address is verified.`,
      `Verify your e-mail address at ${name}, then try again. If it is verified, an operator of Binnacle can set hasVerifiedEmails for ${name}.`,
    )
  if (refusal.fault === 'no e-mail')
    return refuse(
      'EmailMissing',
      `${name} did not send your e-mail address, which the first sign-in requires.`,
      `Ask the administrator of ${name} to send the claim "email" to Binnacle, then try again.`,
    )
  return refuse(
    'SubjectMissing',
    `${name} did not send your identity.`,
    'Ask an operator of Binnacle to check the setting personClaim of this issuer.',
  )
}

/** A sign-in that the issuer or this node could not finish. */
export function explainFailure(
  { kind, reason }: IssuerFailure,
  { signIn: { name } }: SignInIssuer,
): Failure {
  const title = `Sign-in with ${name} failed`
  const failure = (code: string, ...sentences: string[]): Failure => ({ code, title, sentences })
  if (kind === 'refused')
    return failure(
      'IssuerRefused',
      `${name} stopped the sign-in: ${reason}.`,
      'Try again. If the error persists, contact the administrator of this issuer.',
    )
  if (kind === 'not fresh')
    return failure(
      'NotSignedInAgain',
      `Binnacle asked for a new sign-in, and ${name} did not confirm that you have just signed in there.`,
      `Sign out of Binnacle in the account menu of the portal, and sign in again with ${name}. Then repeat what you were doing.`,
    )
  if (kind === 'clock')
    return failure(
      'ClocksDiffer',
      `The clocks of ${name} and Binnacle differ by more than 30 seconds, so its response is not valid.`,
      "Ask an operator of Binnacle to check the server's clock, then try again.",
    )
  if (kind === 'keys')
    return failure(
      'SignatureNotVerified',
      `${name} signed its response with an unknown key. It may have replaced its keys.`,
      'Try again. If the error persists, contact an operator of Binnacle.',
    )
  if (kind === 'away')
    return failure(
      'IssuerUnavailable',
      `${name} cannot be reached from Binnacle.`,
      'Wait a minute and try again. If you also have a password for Binnacle, sign in with it.',
    )
  return failure(
    'IssuerAnswerInvalid',
    `The response from ${name} does not belong to this sign-in, or is not valid.`,
    'Go back to the application and start again. If the error persists, contact an operator of Binnacle.',
  )
}

export const accountGone: Failure = {
  code: 'AccountDisabled',
  title: 'Your account is disabled',
  sentences: ['You cannot sign in. Contact an operator of Binnacle.'],
}

export const signedOut: Failure = {
  code: 'SignedOutMeanwhile',
  title: 'You were signed out in the meantime',
  sentences: [
    'After this sign-in began, you were signed out at the issuer, or everywhere in Binnacle.',
    'Go back to the sign-in and start again.',
  ],
}

export const expired: Failure = {
  code: 'SignInExpired',
  title: 'This sign-in has expired',
  sentences: [
    'It was started more than 15 minutes ago or in another browser, or your browser does not accept cookies.',
    'Go back to the application and start again.',
  ],
}

export const emailTaken = ({ email, issuer, subject }: Unlinked): Failure => ({
  code: 'AccountNotAdmitted',
  title: 'Your e-mail address belongs to another account',
  sentences: [
    `There is already an account with the e-mail address ${email}, and it is not connected to ${issuer}.`,
    `If it is your account, ask an operator of Binnacle to connect it to your identity, and give them your subject: ${subject}. Otherwise, ask them to change the e-mail address of that account.`,
  ],
})
