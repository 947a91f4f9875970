import type { Db } from '../../platform/db/connect.ts'
import type { Origin } from '../sign-in/actions.ts'
import { hasSignIn } from '../trusted-issuers.ts'
import { linkIdentity } from './actions.ts'
import { type CookieDeps, makeLinkCookie } from './cookie.ts'

type Browser = Readonly<{ cookies: string | undefined; uid: string }>

/** As the button says it. The issuer itself, if it is not in the settings any more. */
const nameOf = ({ trustedIssuers }: CookieDeps['config'], issuer: string) =>
  trustedIssuers.filter(hasSignIn).find((each) => each.issuer === issuer)?.signIn.name ?? issuer

/** Connects whom an issuer has confirmed in a sign-in with the account that the password then proves. */
export function makeLinking(deps: CookieDeps & Readonly<{ db: Db }>) {
  const cookie = makeLinkCookie(deps)
  const find = ({ cookies, uid }: Browser) => {
    const pending = cookie.read(cookies)
    return pending?.uid === uid ? pending : undefined
  }
  return {
    /** What the sign-in page says of it. */
    describe(browser: Browser): Readonly<{ login: string; note?: string }> {
      const pending = find(browser)
      if (!pending) return { login: '' }
      const { email, issuer } = pending
      const name = nameOf(deps.config, issuer)
      const note = `${name} confirmed that you are ${email}. An account with this e-mail address already exists. To connect the two, sign in with the password of that account. If it is not your account, choose Cancel and contact your administrator.`
      return { login: email, note }
    },
    /** Answers lines for the header `Set-Cookie`. */
    async link(browser: Browser, accountId: string, by: Origin): Promise<string[]> {
      const pending = find(browser)
      if (!pending) return []
      await linkIdentity(deps.db, accountId, pending, by)
      return cookie.clear()
    },
  }
}
