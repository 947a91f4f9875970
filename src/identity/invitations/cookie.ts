import { type CookieDeps, makeCookie } from '../federation/cookie.ts'

/** The invitation that was opened in this browser, until somebody has signed in. */
export type OpenedInvitation = Readonly<{
  secret: string
  /** The person chose to sign in there. */
  issuer?: string
  /** The account was created and has accepted: it is to be signed in, once. */
  isAccepted?: true
}>

export const makeInvitationCookie = (deps: CookieDeps) =>
  makeCookie<OpenedInvitation>('_invitation', deps)
