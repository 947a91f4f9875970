import { randomUUIDv7 } from 'node:crypto'
import { announce } from '../../../platform/db/changes/announce.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Follower } from '../../../platform/followers.ts'
import type { RealClock } from '../../../platform/time.ts'
import { insertDeliveries, wakeDestinations } from '../deliveries/store.ts'
import { DELIVERIES_TOPIC } from '../rules.ts'
import { judgeEach, type OnSkipped } from '../skipped.ts'
import { isWantedBy, type Noted, subjectOf, type Wanting } from './rules.ts'
import * as store from './store.ts'

type Deps = Readonly<{ db: Db; realTime: RealClock; onSkipped: OnSkipped }>

const POLL_EVERY_MS = 1000
const BATCH = 100

/** Turns notices into deliveries for those who want them: either both are done, or none. */
export const fanOutFollower = (deps: Deps): Follower => ({
  name: 'fan-out',
  topics: [],
  everyMs: POLL_EVERY_MS,
  async run(signal) {
    while (!signal.aborted && (await fanOut(deps)) === BATCH);
  },
})

async function fanOut({ db, realTime, onSkipped }: Deps): Promise<number> {
  const taken = await db.transaction().execute(async (trx) => {
    const noted = await store.takeNotices(trx, BATCH)
    if (noted.length === 0) return 0
    const receiving = await store.lockReceiving(trx, noted)
    const wanted = receiving.flatMap((one) => listWanted(one, noted, onSkipped))
    if (wanted.length === 0) return noted.length
    const at = realTime()
    const deliveries = wanted.map((one) => ({
      ...one,
      id: randomUUIDv7(),
      trackingId: null,
      revision: null,
      position: null,
    }))
    await insertDeliveries(trx, deliveries, at)
    const keys = wanted.map(({ subscriptionId, notificationId: id }) => ({ subscriptionId, id }))
    await wakeDestinations(trx, keys, at)
    return noted.length
  })
  if (taken > 0) announce(db, DELIVERIES_TOPIC)
  return taken
}

/** Each notice for itself: one that cannot be judged does not keep back the others. */
const listWanted = (wanting: Wanting, noted: readonly Noted[], onSkipped: OnSkipped) =>
  judgeEach(
    noted,
    (one) =>
      isWantedBy(wanting, one)
        ? [{ ...one, subject: subjectOf(one), notificationId: wanting.id }]
        : [],
    ({ kind }, error) =>
      onSkipped({ follower: 'fan-out', notificationId: wanting.id, kind }, error),
  )
