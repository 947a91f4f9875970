import { type CookieDeps, makeCookie } from '../federation/cookie.ts'

/** The link that was opened in this browser, until somebody signs in with it. */
export const makeSignInLinkCookie = (deps: CookieDeps) =>
  makeCookie<Readonly<{ secret: string }>>('_sign_in_link', deps)
