import { randomUUIDv7 } from 'node:crypto'
import {
  insertDeliveries,
  wakeDestinations,
} from '../../../management-api/notifications/deliveries/store.ts'
import { DELIVERIES_TOPIC } from '../../../management-api/notifications/rules.ts'
import { judgeEach, type OnSkipped } from '../../../management-api/notifications/skipped.ts'
import { announce } from '../../../platform/db/changes/announce.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { findUnavailableReason } from '../../../platform/db/unavailable.ts'
import type { Follower } from '../../../platform/followers.ts'
import type { ProductClock, ProductTime, RealClock } from '../../../platform/time.ts'
import { openEventFilters } from '../notices/filters.ts'
import { sortKeys } from '../notices/rules.ts'
import { findMoments, type Moment, noticesOf, toPlanned } from './rules.ts'
import * as store from './store.ts'

type Deps = Readonly<{
  db: Db
  productTime: ProductClock
  realTime: RealClock
  onSkipped: OnSkipped
}>

const LOOK_EVERY_MS = 2000
const EVENTS_AT_ONCE = 100
const RULES_AT_ONCE = 1000

/** Reminds of planned maintenance. That it did is stored with the delivery, so it goes on after a restart. */
export function reminderFollower(deps: Deps): Follower {
  const fitsFilter = openEventFilters()
  return {
    name: 'reminders',
    topics: [],
    everyMs: LOOK_EVERY_MS,
    async look() {
      const now = deps.productTime()
      for (let after: string | undefined = ''; after !== undefined; ) {
        const page = { after, limit: EVENTS_AT_ONCE }
        const events: store.PlannedEvent[] = await store.listPlanned(deps.db, now, page)
        for (const event of events) await remindOfEvent(deps, fitsFilter, event, now)
        after = events.length === EVENTS_AT_ONCE ? events.at(-1)?.tracking_id : undefined
      }
    },
  }
}

type FitsFilter = ReturnType<typeof openEventFilters>

/** One that fails, or is too slow, does not keep back the reminders of the others. */
async function remindOfEvent(
  deps: Deps,
  fitsFilter: FitsFilter,
  event: store.PlannedEvent,
  now: ProductTime,
): Promise<void> {
  try {
    for (const moment of findMoments(toPlanned(event), now)) {
      await remindOf(deps, fitsFilter, event, moment)
    }
  } catch (error) {
    const reason = findUnavailableReason(error)
    if (reason && reason !== 'too slow') throw error
    deps.onSkipped({ follower: 'reminders', trackingId: event.tracking_id }, error)
  }
}

async function remindOf(
  { db, productTime, realTime, onSkipped }: Deps,
  fitsFilter: FitsFilter,
  event: store.PlannedEvent,
  moment: Moment,
): Promise<void> {
  const trackingId = event.tracking_id
  const keys = sortKeys(event.keys)
  for (let isFirst = true, after: store.Reminded | undefined; isFirst || after; isFirst = false) {
    const walk = {
      trackingId,
      notices: noticesOf(event),
      moment,
      keys,
      now: productTime(),
      after,
      limit: RULES_AT_ONCE,
    }
    after = await db.transaction().execute(async (trx) => {
      const rules = await store.lockUnreminded(trx, walk)
      const fitting = judgeEach(
        rules,
        (rule) => (fitsFilter(rule.filter, event) ? [rule] : []),
        ({ id }, error) =>
          onSkipped({ follower: 'reminders', notificationId: id, trackingId }, error),
      )
      const inserted = await store.insertReminders(trx, trackingId, moment, fitting)
      const reminded = fitting.filter(({ id }) => inserted.has(id))
      if (reminded.length > 0) {
        const at = realTime()
        const content = { phase: moment.phase, at: moment.at.toISOString() }
        const common = { kind: 'maintenance', trackingId, revision: null, content } as const
        const deliveries = reminded.map(({ subscriptionId, id: notificationId }) => ({
          ...{ ...common, subscriptionId, notificationId },
          ...{ id: randomUUIDv7(), position: null },
        }))
        await insertDeliveries(trx, deliveries, at)
        await wakeDestinations(trx, reminded, at)
      }
      return rules.length === RULES_AT_ONCE ? rules.at(-1) : undefined
    })
    announce(db, DELIVERIES_TOPIC)
  }
}
