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

const POLL_EVERY_MS = 2000
const EVENTS_AT_ONCE = 100
const RULES_AT_ONCE = 1000

/** Reminds of planned maintenance. That it did is stored with the delivery, so it goes on after a restart. */
export function reminderFollower(deps: Deps): Follower {
  const fitsFilter = openEventFilters()
  return {
    name: 'reminders',
    topics: [],
    everyMs: POLL_EVERY_MS,
    async run(signal) {
      const now = deps.productTime()
      let after: string | undefined = ''
      while (after !== undefined && !signal.aborted) {
        const events: store.PlannedEvent[] = await store.listPlanned(deps.db, now, {
          after,
          limit: EVENTS_AT_ONCE,
        })
        for (const event of events) await remindOfEvent(deps, fitsFilter, { event, now, signal })
        after = events.length === EVENTS_AT_ONCE ? events.at(-1)?.tracking_id : undefined
      }
    },
  }
}

type Reminding = Readonly<{ event: store.PlannedEvent; now: Date; signal: AbortSignal }>

async function remindOfEvent(
  deps: Deps,
  fitsFilter: ReturnType<typeof openEventFilters>,
  { event, now, signal }: Reminding,
): Promise<void> {
  for (const moment of findMoments(toPlanned(event), now)) {
    await remindOf(deps, fitsFilter, event, moment, signal)
  }
}

async function remindOf(
  { db, productTime, realTime }: Deps,
  fitsFilter: ReturnType<typeof openEventFilters>,
  event: store.PlannedEvent,
  moment: Moment,
  signal: AbortSignal,
): Promise<void> {
  const trackingId = event.tracking_id
  const keys = sortKeys(event.keys)
  let after: store.Reminded | undefined
  do {
    if (signal.aborted) return
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
  } while (after)
}
