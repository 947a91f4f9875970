import { randomUUIDv7 } from 'node:crypto'
import {
  insertDeliveries,
  type NewDelivery,
  wakeDestinations,
} from '../../../management-api/notifications/deliveries/store.ts'
import { DELIVERIES_TOPIC } from '../../../management-api/notifications/rules.ts'
import { judgeEach, type OnSkipped } from '../../../management-api/notifications/skipped.ts'
import { announce } from '../../../platform/db/changes/announce.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { RealClock } from '../../../platform/time.ts'
import { judgeRevision } from '../revisions/rules.ts'
import { listRevisionsAfter, type PlacedRevision } from '../revisions/store.ts'
import { openEventFilters } from './filters.ts'
import { type RevisionReading, readRevision, UnreadableRevision } from './revisions.ts'
import { isWanted } from './rules.ts'
import { findKeys, findNamed } from './slices.ts'
import * as store from './store.ts'

export type MatcherDeps = Readonly<{ db: Db; realTime: RealClock; onSkipped: OnSkipped }>

/** So many rules are read in one transaction, whether or not they are told. */
const BATCH = 1000

type FitsFilter = ReturnType<typeof openEventFilters>

type Step = Readonly<{ hasMore: boolean; found: number }>
const IDLE: Step = { hasMore: false, found: 0 }

/** `last`: where the walk goes on. */
type Matched = Readonly<{ found: number; last: store.RuleKey | undefined }>
const NOBODY: Matched = { found: 0, last: undefined }

/**
 * Follows the revisions of all events in the order of their commits, and inserts a delivery for each rule that
 * one of them concerns. Where it stands is stored with what it inserts, so a run that was interrupted goes on
 * there; one process at a time holds the row.
 */
export function openMatcher(deps: MatcherDeps) {
  const { db, onSkipped } = deps
  const fitsFilter = openEventFilters()
  const readings = openReadings(onSkipped)

  async function matchBatch(trx: Trx): Promise<Step> {
    const progress = await store.lockProgress(trx)
    if (!progress) return IDLE
    const [revision, next] = await listRevisionsAfter(trx, progress.position, 2)
    if (!revision) return IDLE
    const reading = await readings.readOnce(trx, revision)
    const { found, last } = reading
      ? await matchRules(trx, deps, fitsFilter, { revision, reading, after: progress.after })
      : NOBODY
    await store.setProgress(
      trx,
      last
        ? { position: progress.position, after: last }
        : { position: revision.position, after: undefined },
    )
    return { hasMore: last !== undefined || next !== undefined, found }
  }

  /** One batch; answers whether there is more. */
  return async function matchNext(): Promise<boolean> {
    const { hasMore, found } = await db.transaction().execute(matchBatch)
    if (found > 0) announce(db, DELIVERIES_TOPIC)
    // An emulator whose data is restored gets another revision under the same number.
    if (!hasMore) readings.forget()
    return hasMore
  }
}

/** A walk over many rules reads its revision once. */
function openReadings(onSkipped: OnSkipped) {
  let latest: Readonly<{ key: string; reading: RevisionReading }> | undefined
  return {
    /** Nothing if what is stored cannot be read: nobody is told of it, and of the next one everybody is. */
    async readOnce(trx: Trx, { trackingId, number }: PlacedRevision) {
      const key = `${trackingId} ${number}`
      if (latest?.key === key) return latest.reading
      try {
        const reading = await readRevision(trx, trackingId, number)
        latest = { key, reading }
        return reading
      } catch (error) {
        if (!(error instanceof UnreadableRevision)) throw error
        onSkipped({ follower: 'matching', trackingId }, error)
        return undefined
      }
    },
    forget(): void {
      latest = undefined
    },
  }
}

type WalkStep = Readonly<{
  revision: PlacedRevision
  reading: RevisionReading
  after: store.RuleKey | undefined
}>

/** The next rules of the walk. */
async function matchRules(
  trx: Trx,
  { realTime, onSkipped }: MatcherDeps,
  fitsFilter: FitsFilter,
  { revision, reading, after }: WalkStep,
): Promise<Matched> {
  const { event } = reading
  const known = [...event.reach, ...event.reachBefore]
  const slice = await store.listSlice(trx, { named: findNamed(known), after, limit: BATCH })
  const found = await findKeys(trx, slice, [...known, ...event.reachNow])
  const reached = found.filter(({ keys }) => judgeRevision(event, keys) !== 'nothing')
  const keysById = new Map(reached.map(({ row, keys }) => [row.id, keys]))
  const rows = reached.map(({ row }) => row)
  const rules = rows.length > 0 ? await store.lockRules(trx, rows) : []
  const { trackingId } = revision
  const deliveries = judgeEach(
    rules,
    (rule) => toDelivery(fitsFilter, revision, reading, rule, keysById.get(rule.id)),
    ({ id }, error) => onSkipped({ follower: 'matching', notificationId: id, trackingId }, error),
  )
  if (deliveries.length > 0) {
    const at = realTime()
    await insertDeliveries(trx, deliveries, at)
    const woken = deliveries.map(({ subscriptionId, notificationId: id }) => ({
      subscriptionId,
      id,
    }))
    await wakeDestinations(trx, woken, at)
  }
  return { found: deliveries.length, last: slice.length === BATCH ? slice.at(-1) : undefined }
}

function toDelivery(
  fitsFilter: FitsFilter,
  revision: PlacedRevision,
  { event, row, previousRow }: RevisionReading,
  rule: store.Rule,
  keys: ReadonlySet<string> = new Set(),
): NewDelivery[] {
  const kind = judgeRevision(event, keys)
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
