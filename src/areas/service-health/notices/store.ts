import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { PlacedRevision } from '../stream/store.ts'
import type { Reached, ReachKeys } from './rules.ts'

export type Progress = Readonly<{
  /** All deliveries up to this revision exist. */
  position: number
  /** The last rule that was looked at for the next one. */
  after: RuleKey | undefined
}>
export type RuleKey = Readonly<{ subscriptionId: string; id: string }>

/** Held until the transaction ends. Nothing while another process matches. */
export async function lockProgress(trx: Trx): Promise<Progress | undefined> {
  const row = await trx
    .selectFrom('notification_matcher')
    .selectAll()
    .where('id', '=', 1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row) return undefined
  const { subscription_id: subscriptionId, notification_id: id } = row
  const after = subscriptionId !== null && id !== null ? { subscriptionId, id } : undefined
  return { position: Number(row.position), after }
}

export async function setProgress(trx: Trx, { position, after }: Progress): Promise<void> {
  await trx
    .updateTable('notification_matcher')
    .set({
      position,
      subscription_id: after?.subscriptionId ?? null,
      notification_id: after?.id ?? null,
    })
    .where('id', '=', 1)
    .execute()
}

export type Revised = PlacedRevision & Readonly<{ at: Date }>

export type Rule = RuleKey &
  Reached &
  Readonly<{ filter: string | null; notices: readonly string[]; isOfAlertRule: boolean }>

const FALSE = sql<boolean>`false`

/**
 * Is on, and the receiver of its e-mails wants them. With `coalesce`, the planner would expect few such rules,
 * and read and sort all that are left for each batch.
 */
export const canReceive = sql<boolean>`
  rule.is_on and (rule.receiver_state is null or rule.receiver_state = 'confirmed')`

/** The last character there is: nothing that begins as the text before it comes after both. */
const LAST = '\u{10ffff}'

/**
 * Whether the subscription of a rule finds what has these keys. Each way is a condition of its own with the
 * collation of the index, so that the subscriptions are read once, and not again for each rule.
 */
export function findsAny(keys: ReachKeys): RawBuilder<boolean> {
  if (keys.isEveryone) return sql`true`
  const { subscriptionIds, exact, everywhere } = keys
  const starts = everywhere.map((key) => key.slice(0, -1))
  const ways = [
    ...(subscriptionIds.length > 0
      ? [sql`rule.subscription_id = any(${subscriptionIds}::text[])`]
      : []),
    ...(exact.length > 0
      ? [
          sql`exists (
            select from footprint as used
             where used.subscription_id = rule.subscription_id
               and used.key collate "C" = any(${exact}::text[]))`,
        ]
      : []),
    ...(starts.length > 0
      ? [
          sql`exists (
            select from footprint as used
              join unnest(${starts}::text[]) as place (start)
                on used.key collate "C" between place.start and place.start || ${LAST}
             where used.subscription_id = rule.subscription_id
               and regexp_replace(used.key, '@[^@]*$', '@') = place.start)`,
        ]
      : []),
  ]
  return ways.length === 0 ? FALSE : sql<boolean>`(${sql.join(ways, sql` or `)})`
}

type Walk = Readonly<{
  reach: ReachKeys
  before: ReachKeys
  now: ReachKeys
  after: RuleKey | undefined
  limit: number
}>

/**
 * The next rules that are on and whose subscription finds the revision, or found the one before. Locked, so
 * that none is deleted while its deliveries are inserted.
 */
export async function lockRulesAfter(
  trx: Trx,
  { reach, before, now, after, limit }: Walk,
): Promise<Rule[]> {
  const beyond = after
    ? sql`and (rule.subscription_id, rule.id) > (${after.subscriptionId}, ${after.id}::uuid)`
    : sql``
  const isReached = findsAny(reach)
  const wasReached = findsAny(before)
  const { rows } = await sql<Rule>`
    select rule.subscription_id as "subscriptionId", rule.id, rule.filter, rule.notices,
           rule.alert_id is not null as "isOfAlertRule",
           ${isReached} as "isReached", ${wasReached} as "wasReached",
           ${findsAny(now)} as "isReachedNow"
      from notification as rule
     where ${canReceive} ${beyond} and (${isReached} or ${wasReached})
     order by rule.subscription_id, rule.id
     limit ${limit}
       for no key update of rule`.execute(trx)
  return rows
}

/** When the oldest revision was published whose deliveries do not all exist. */
export async function findOldestUnmatched(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select revision.at
      from notification_matcher as matcher
      join event_revision as revision on revision.position > matcher.position
     order by revision.position limit 1`.execute(db)
  return rows[0]?.at
}
