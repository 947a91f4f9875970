import { type CookieDeps, makeCookie } from '../federation/cookie.ts'

/** The link that was opened in this browser, until somebody signs in with it. */
export const makeBreakGlassCookie = (deps: CookieDeps) =>
  makeCookie<Readonly<{ secret: string }>>('_break_glass', deps)
