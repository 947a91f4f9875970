import { DAY_MS } from '../../platform/durations.ts'
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

/** Whose copied links no other browser accepts. It outlives the sign-in: they can go on as long as an invitation lasts. */
export const makeBrowserCookie = (deps: CookieDeps) =>
  makeCookie<Readonly<{ id: string }>>('_invitation_browser', deps, (30 * DAY_MS) / 1000)
