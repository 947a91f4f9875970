import type { Db } from '../../platform/db/connect.ts'
import type { CookieDeps } from '../federation/cookie.ts'
import type { SignInAccount } from '../sign-in/store.ts'
import { makeFactorCookie, type PendingFactor } from './cookie.ts'
import { type Step, stepOf } from './rules.ts'
import { findSecondFactorNeed } from './store.ts'

type Held = Pick<PendingFactor, 'uid' | 'amr' | 'issuer' | 'isNew'> &
  Readonly<{ account: Pick<SignInAccount, 'id' | 'validAfter' | 'passwordSetAt'> }>

/** Between the proof of who somebody is and the end of the sign-in. */
export function makePendingSignIns(deps: CookieDeps & Readonly<{ db: Db }>) {
  const cookie = makeFactorCookie(deps)
  return {
    /** What comes next. `isGiven`: a second factor that counts was given elsewhere. */
    async findStep(accountId: string, isGiven = false): Promise<Step> {
      if (isGiven) return 'none'
      const need = await findSecondFactorNeed(deps.db, accountId)
      return need ? stepOf(need, deps.config.operatorSecondFactor, isGiven) : 'none'
    },
    /** The next page, and lines for `Set-Cookie`. Nothing comes of the sign-in without that page. */
    hold({ account, ...held }: Held): Readonly<{ page: string; cookies: string[] }> {
      const { id: accountId, validAfter, passwordSetAt } = account
      const validAfterMs = validAfter?.getTime() ?? null
      const passwordSetAtMs = passwordSetAt?.getTime() ?? null
      return {
        page: `/oauth2/interaction/${held.uid}/second-factor`,
        cookies: cookie.write({ ...held, accountId, validAfterMs, passwordSetAtMs }),
      }
    },
  }
}

export type PendingSignIns = ReturnType<typeof makePendingSignIns>
