import type { AdapterPayload } from 'oidc-provider'
import { digestOf } from '../../platform/crypto/digest.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { RealClock } from '../../platform/time.ts'
import type { RequestContexts } from '../oauth/request-context.ts'
import { describeBrowser } from './rules.ts'
import { noteGrantUse, noteSessionUse } from './store.ts'

type Deps = Readonly<{ db: Db; realTime: RealClock; requests: RequestContexts }>

/** When, from where and with which browser a session or grant is used. */
export function trackLastUse({ db, realTime, requests }: Deps) {
  function describe() {
    const from = requests.from()
    if (!from) return undefined
    const browser = describeBrowser(from.headers['user-agent'])
    return { last_used_at: realTime(), last_used_from: from.ip, browser }
  }
  return {
    describe,
    /** A refresh token is a use of the session that it ends with, or else of its grant. */
    async note({ expiresWithSession, sessionUid, grantId }: AdapterPayload): Promise<void> {
      const use = describe()
      if (!use) return
      if (expiresWithSession && sessionUid) await noteSessionUse(db, digestOf(sessionUid), use)
      else if (grantId) await noteGrantUse(db, digestOf(grantId), use)
    },
  }
}
