import type { Db } from '../../platform/db/connect.ts'
import type { Origin } from '../sign-in/actions.ts'
import { linkIdentity } from './actions.ts'
import { type CookieDeps, makeProvenCookie } from './cookie.ts'

type Browser = Readonly<{ cookies: string | undefined; uid: string }>

/** Connects whom an issuer has confirmed in a sign-in with the account that the password then proves. */
export function makeLinking(deps: CookieDeps & Readonly<{ db: Db }>) {
  const cookie = makeProvenCookie(deps)
  const find = ({ cookies, uid }: Browser) => {
    const proven = cookie.read(cookies)
    return proven?.uid === uid ? proven : undefined
  }
  return {
    /** What the sign-in page says of it. */
    describe(browser: Browser): Readonly<{ login: string; note?: string }> {
      const proven = find(browser)
      if (!proven) return { login: '' }
      const { email, issuer } = proven
      const note = `${issuer} confirmed that you are ${email}. An account with this e-mail address exists already. To connect the two, sign in with the password of that account. If it is not your account, choose Cancel and contact your administrator.`
      return { login: email, note }
    },
    /** Answers lines for the header `Set-Cookie`. */
    async link(browser: Browser, accountId: string, by: Origin): Promise<string[]> {
      const proven = find(browser)
      if (!proven) return []
      await linkIdentity(deps.db, accountId, proven, by)
      return cookie.clear()
    },
  }
}
