import { randomUUIDv7 } from 'node:crypto'
import {
  insertDeliveries,
  wakeDestinations,
} from '../../../management-api/notifications/deliveries/store.ts'
import { DELIVERIES_TOPIC } from '../../../management-api/notifications/rules.ts'
import { judgeEach, type OnSkipped } from '../../../management-api/notifications/skipped.ts'
import { announce } from '../../../platform/db/changes/announce.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { findUnavailableReason } from '../../../platform/db/unavailable.ts'
import type { Follower } from '../../../platform/followers.ts'
import type { ProductClock, ProductTime, RealClock } from '../../../platform/time.ts'
import { openEventFilters } from '../notices/filters.ts'
import { findKeys } from '../notices/slices.ts'
import type { RuleKey } from '../notices/store.ts'
import { findMoments, isDrill, type Moment, toPlanned } from './rules.ts'
import * as store from './store.ts'

type Deps = Readonly<{
  db: Db
  productTime: ProductClock
  realTime: RealClock
  onSkipped: OnSkipped
}>

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
      for (let after: string | undefined = ''; after !== undefined && !signal.aborted; ) {
        const page = { after, limit: EVENTS_AT_ONCE }
        const events: store.PlannedEvent[] = await store.listPlanned(deps.db, now, page)
        for (const event of events) await remindOfEvent(deps, fitsFilter, { event, now, signal })
        after = events.length === EVENTS_AT_ONCE ? events.at(-1)?.tracking_id : undefined
      }
    },
  }
}

type FitsFilter = ReturnType<typeof openEventFilters>
type Reminding = Readonly<{ event: store.PlannedEvent; now: ProductTime; signal: AbortSignal }>

/** One that fails, or is too slow, does not keep back the reminders of the others. */
async function remindOfEvent(
  deps: Deps,
  fitsFilter: FitsFilter,
  { event, now, signal }: Reminding,
): Promise<void> {
  try {
    for (const moment of findMoments(toPlanned(event), now)) {
      await remindOf(deps, fitsFilter, event, moment, signal)
    }
  } catch (error) {
    const reason = findUnavailableReason(error)
    if (reason && reason !== 'too slow') throw error
    deps.onSkipped({ follower: 'reminders', trackingId: event.tracking_id }, error)
  }
}

/** Looks at all that ask for reminders, and locks those alone that get one. */
async function remindOf(
  deps: Deps,
  fitsFilter: FitsFilter,
  event: store.PlannedEvent,
  moment: Moment,
  signal: AbortSignal,
): Promise<void> {
  const { db, productTime } = deps
  const trackingId = event.tracking_id
  const reminder = { trackingId, isDrill: isDrill(event), moment, now: productTime() }
  const listFitting = <Rule extends store.Reminded>(rules: readonly Rule[]) =>
    judgeEach(
      rules,
      (rule) => (fitsFilter(rule.filter, event) ? [rule] : []),
      ({ id }, error) =>
        deps.onSkipped({ follower: 'reminders', notificationId: id, trackingId }, error),
    )
  let wanting: store.Wanting[]
  let after: RuleKey | undefined
  do {
    if (signal.aborted) return
    wanting = await store.listWanting(db, reminder, { after, limit: RULES_AT_ONCE })
    const due = listFitting(wanting.filter((one) => one.isDue))
    const found = await findKeys(db, due, event.keys)
    const reached = found.filter(({ keys }) => event.keys.some((key) => keys.has(key)))
    if (reached.length > 0) {
      const rows = reached.map(({ row }) => row)
      await remind(deps, reminder, async (trx) =>
        listFitting(await store.lockDue(trx, reminder, rows)),
      )
    }
    after = wanting.at(-1)
  } while (wanting.length === RULES_AT_ONCE)
}

async function remind(
  { db, realTime }: Deps,
  { trackingId, moment }: store.Reminder,
  lock: (trx: Trx) => Promise<readonly store.Reminded[]>,
): Promise<void> {
  const count = await db.transaction().execute(async (trx) => {
    const rules = await lock(trx)
    const inserted = await store.insertReminders(trx, trackingId, moment, rules)
    const reminded = rules.filter(({ id }) => inserted.has(id))
    if (reminded.length === 0) return 0
    const at = realTime()
    const content = { phase: moment.phase, at: moment.at.toISOString() }
    const common = { kind: 'maintenance', trackingId, revision: null, content } as const
    const deliveries = reminded.map(({ subscriptionId, id: notificationId }) => ({
      ...{ ...common, subscriptionId, notificationId },
      ...{ id: randomUUIDv7(), position: null },
    }))
    await insertDeliveries(trx, deliveries, at)
    await wakeDestinations(trx, reminded, at)
    return reminded.length
  })
  if (count > 0) announce(db, DELIVERIES_TOPIC)
}
