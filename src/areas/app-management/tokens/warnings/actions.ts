import { mailAccount } from '../../../../directory/notices/actions.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import { DAY_MS } from '../../../../platform/durations.ts'
import type { Mailer } from '../../../../platform/mail/mailer.ts'
import { addMs, type ProductClock } from '../../../../platform/time.ts'
import { pageOf, toExpiryMail } from '../mail/rules.ts'
import { takeExpiring } from './store.ts'

export const WARNED_BEFORE_MS = 7 * DAY_MS
/** The next run goes on where this one ends. */
const MOST_IN_ONE_RUN = 2000

export type WarnDeps = Readonly<{ db: Db; mailer: Mailer; productTime: ProductClock }>

/** Warns the owners of tokens that end within a week, once for each token. */
export async function warnOfExpiry({ db, mailer, productTime }: WarnDeps): Promise<void> {
  if (!mailer.isOn) return
  for (let warned = 0; warned < MOST_IN_ONE_RUN; warned++) {
    if (!(await warnOfNext({ db, mailer, productTime }))) return
  }
}

const warnOfNext = ({ db, mailer, productTime }: WarnDeps): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const now = productTime()
    const token = await takeExpiring(trx, now, addMs(now, WARNED_BEFORE_MS), WARNED_BEFORE_MS)
    if (!token) return false
    await mailAccount(trx, mailer, token.createdBy, {
      event: `token-expiry ${token.id}`,
      message: toExpiryMail(token, mailer.linkTo(pageOf(token))),
    })
    return true
  })
