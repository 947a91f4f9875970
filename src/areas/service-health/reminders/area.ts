import { randomUUIDv7 } from 'node:crypto'
import {
  insertDeliveries,
  wakeDestinations,
} from '../../../management-api/notifications/deliveries/store.ts'
import { DELIVERIES_TOPIC } from '../../../management-api/notifications/rules.ts'
import { announce } from '../../../platform/db/changes/announce.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Follower } from '../../../platform/followers.ts'
import type { ProductClock, RealClock } from '../../../platform/time.ts'
import { openEventFilters } from '../notices/filters.ts'
import { sortKeys } from '../notices/rules.ts'
import { findMoments, type Moment, noticesOf, toPlanned } from './rules.ts'
import * as store from './store.ts'

type Deps = Readonly<{ db: Db; productTime: ProductClock; realTime: RealClock }>

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
        for (const event of events) {
          for (const moment of findMoments(toPlanned(event), now)) {
            await remindOf(deps, fitsFilter, event, moment)
          }
        }
        after = events.length === EVENTS_AT_ONCE ? events.at(-1)?.tracking_id : undefined
      }
    },
  }
}

async function remindOf(
  { db, productTime, realTime }: Deps,
  fitsFilter: ReturnType<typeof openEventFilters>,
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
      const fitting = rules.filter(({ filter }) => fitsFilter(filter, event))
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
