import { randomUUIDv7 } from 'node:crypto'
import {
  insertDeliveries,
  type NewDelivery,
  wakeDestinations,
} from '../../../management-api/notifications/deliveries/store.ts'
import { DELIVERIES_TOPIC } from '../../../management-api/notifications/rules.ts'
import { announce } from '../../../platform/db/changes/announce.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { RealClock } from '../../../platform/time.ts'
import { listRevisionsAfter, type PlacedRevision } from '../stream/store.ts'
import { openEventFilters } from './filters.ts'
import { type RevisionReading, readRevision } from './revisions.ts'
import { isWanted, judgeReached, sortKeys } from './rules.ts'
import * as store from './store.ts'

type MatcherDeps = Readonly<{ db: Db; realTime: RealClock }>

/** So many rules in one transaction. */
const BATCH = 1000

type FitsFilter = ReturnType<typeof openEventFilters>

type Step = Readonly<{ hasMore: boolean; found: number }>
const IDLE: Step = { hasMore: false, found: 0 }

/**
 * Follows the revisions of all events in the order of their commits, and inserts a delivery for each rule that
 * one of them concerns. Where it stands is stored with what it inserts, so a run that was interrupted goes on
 * there; one process at a time holds the row.
 */
export function openMatcher({ db, realTime }: MatcherDeps) {
  const fitsFilter = openEventFilters()
  let latest: Readonly<{ key: string; reading: RevisionReading }> | undefined

  /** A walk over many rules reads its revision once. */
  async function readOnce(trx: Trx, { trackingId, number }: PlacedRevision) {
    const key = `${trackingId} ${number}`
    if (latest?.key !== key) latest = { key, reading: await readRevision(trx, trackingId, number) }
    return latest.reading
  }

  async function matchBatch(trx: Trx): Promise<Step> {
    const progress = await store.lockProgress(trx)
    if (!progress) return IDLE
    const [revision, next] = await listRevisionsAfter(trx, progress.position, 2)
    if (!revision) return IDLE
    const reading = await readOnce(trx, revision)
    const rules = await store.lockRulesAfter(trx, {
      reach: sortKeys(reading.event.reach),
      before: sortKeys(reading.event.reachBefore),
      now: sortKeys(reading.event.reachNow),
      after: progress.after,
      limit: BATCH,
    })
    const deliveries = rules.flatMap((rule) => toDelivery(fitsFilter, revision, reading, rule))
    if (deliveries.length > 0) {
      const at = realTime()
      await insertDeliveries(trx, deliveries, at)
      const woken = deliveries.map(({ subscriptionId, notificationId: id }) => ({
        subscriptionId,
        id,
      }))
      await wakeDestinations(trx, woken, at)
    }
    const last = rules.length === BATCH ? rules.at(-1) : undefined
    await store.setProgress(
      trx,
      last
        ? { position: progress.position, after: last }
        : { position: revision.position, after: undefined },
    )
    return { hasMore: last !== undefined || next !== undefined, found: deliveries.length }
  }

  /** One batch; answers whether there is more. */
  return async function matchNext(): Promise<boolean> {
    const { hasMore, found } = await db.transaction().execute(matchBatch)
    if (found > 0) announce(db, DELIVERIES_TOPIC)
    // An emulator whose data is restored gets another revision under the same number.
    if (!hasMore) latest = undefined
    return hasMore
  }
}

function toDelivery(
  fitsFilter: FitsFilter,
  revision: PlacedRevision,
  { event, row, previousRow }: RevisionReading,
  rule: store.Rule,
): NewDelivery[] {
  const kind = judgeReached(rule)
  if (kind === 'nothing') return []
  if (!isWanted(rule, kind, event.state.isDrill)) return []
  // Who was told of it before is told that it is gone.
  if (!fitsFilter(rule.filter, kind === 'event' ? row : (previousRow ?? row))) return []
  return [
    {
      subscriptionId: rule.subscriptionId,
      id: randomUUIDv7(),
      notificationId: rule.id,
      kind,
      trackingId: revision.trackingId,
      revision: revision.number,
      position: revision.position,
    },
  ]
}
