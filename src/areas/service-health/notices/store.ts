import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { PlacedRevision } from '../revisions/store.ts'

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
  Readonly<{ filter: string | null; notices: readonly string[]; isOfAlertRule: boolean }>

const TRUE = sql<boolean>`true`

/**
 * Is on, and the receiver of its e-mails wants them. With `coalesce`, the planner would expect few such rules,
 * and read and sort all that are left for each batch.
 */
export const canReceive = sql<boolean>`
  rule.is_on and (rule.receiver_state is null or rule.receiver_state = 'confirmed')`

type Slice = Readonly<{
  /** Of these subscriptions alone; otherwise of all. */
  named: readonly string[] | undefined
  after: RuleKey | undefined
  limit: number
}>

/** The next rules of all, whether or not they are of use: so many rows are read, however few can be told. */
export async function listSlice(db: Db, { named, after, limit }: Slice): Promise<RuleKey[]> {
  const beyond = after
    ? sql`(rule.subscription_id, rule.id) > (${after.subscriptionId}, ${after.id}::uuid)`
    : TRUE
  const isNamed = named ? sql`rule.subscription_id = any(${named}::text[])` : TRUE
  const { rows } = await sql<RuleKey>`
    select rule.subscription_id as "subscriptionId", rule.id
      from notification as rule
     where ${beyond} and ${isNamed}
     order by rule.subscription_id, rule.id
     limit ${limit}`.execute(db)
  return rows
}

type Used = Readonly<{ subscriptionId: string; key: string }>

/**
 * What these subscriptions use of some services in some regions; of a service in all its regions, each region, and
 * what has a longer name. `offset 0`: a subscription at a time, and not all that use a service.
 */
export async function listUsed(
  db: Db,
  subscriptionIds: readonly string[],
  services: readonly string[],
): Promise<Used[]> {
  const starts = services.filter((key) => key.endsWith('@*')).map((key) => key.slice(0, -1))
  const { rows } = await sql<Used>`
    select asked.id as "subscriptionId", used.key
      from unnest(${subscriptionIds}::text[]) as asked (id)
     cross join lateral (
           select key from footprint
            where subscription_id = asked.id
              and (key = any(${services}::text[]) or key ^@ any(${starts}::text[]))
           offset 0) as used`.execute(db)
  return rows
}

/** Those that are still on. Locked, so that none is deleted while its deliveries are inserted. */
export async function lockRules(trx: Trx, keys: readonly RuleKey[]): Promise<Rule[]> {
  const subscriptionIds = keys.map(({ subscriptionId }) => subscriptionId)
  const { rows } = await sql<Rule>`
    select rule.subscription_id as "subscriptionId", rule.id, rule.filter, rule.notices,
           rule.alert_id is not null as "isOfAlertRule"
      from unnest(${subscriptionIds}::text[], ${keys.map(({ id }) => id)}::uuid[])
             as given (subscription_id, id)
      join notification as rule
        on rule.subscription_id = given.subscription_id and rule.id = given.id
     where ${canReceive}
     order by rule.subscription_id, rule.id
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
