import type { Db } from '../../../../platform/db/connect.ts'
import { DAY_MS } from '../../../../platform/durations.ts'
import type { ProductTime } from '../../../../platform/time.ts'
import { recordEndBy } from '../actions.ts'
import * as store from './store.ts'

/** One run ends so many at most; the next run ends the others. */
const MOST = 20_000
const BATCH = 500

/** Ends tokens that were not used for so many days, as a sweep: its time is a day longer than that. */
export const endIdleTokens = (days: number) => async (db: Db, before: Date) => {
  const at = new Date(before.getTime() + (days + 1) * DAY_MS) as ProductTime
  const found = await store.listIdleTokens(db, { before, at, limit: MOST })
  const actor = { kind: 'process', id: 'retention.sweep', at } as const
  for (let start = 0; start < found.length; start += BATCH) {
    const keys = found.slice(start, start + BATCH)
    await db.transaction().execute(async (trx) => {
      const ended = await store.endIdleTokens(trx, keys, { before, at })
      await recordEndBy(trx, actor, ended, `not used for ${days} days`)
    })
  }
}
