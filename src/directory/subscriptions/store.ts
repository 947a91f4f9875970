import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { ifGiven } from '../../platform/db/if-given.ts'
import type { Subscription, SubscriptionMember } from '../../platform/db/tables.ts'

export type SubscriptionRow = Selectable<Subscription>
export type MemberRow = Selectable<SubscriptionMember>

export function listSubscriptions(
  db: Db,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscription')
    .selectAll()
    .where((row) => ifGiven(after, (given) => row('id', '>', given)))
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function findSubscription(db: Db, id: string): Promise<SubscriptionRow | undefined> {
  return db.selectFrom('subscription').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function hasOrganization(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Nothing when the id is taken. */
export function insertSubscription(
  trx: Trx,
  subscription: Insertable<Subscription>,
): Promise<SubscriptionRow | undefined> {
  return trx
    .insertInto('subscription')
    .values(subscription)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function listMembers(db: Db, subscriptionId: string): Promise<MemberRow[]> {
  return db
    .selectFrom('subscription_member')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('created_at')
    .execute()
}

/** Held until the transaction ends: whoever changes or removes the role waits. */
export async function shareRole(trx: Trx, subscriptionId: string, principalId: string) {
  const row = await trx
    .selectFrom('subscription_member')
    .select('role')
    .where('subscription_id', '=', subscriptionId)
    .where('principal_id', '=', principalId)
    .forShare()
    .executeTakeFirst()
  return row?.role
}

/** Held until the transaction ends: the subscription cannot be deleted meanwhile. */
export async function hasSubscription(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('subscription')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Locked in the order of their ids, so that two loads cannot wait for each other. */
export async function lockSubscriptions(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('subscription')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Those of them that are there. */
export async function listKnownSubscriptions(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::text[]) as named (id) join subscription using (id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** An account, or a client that acts for itself. */
export async function hasPrincipal(trx: Trx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from account where id = ${id}
    union all select from oauth_client where principal_id = ${id}`.execute(trx)
  return rows.length > 0
}

export async function putMember(trx: Trx, member: Insertable<SubscriptionMember>): Promise<void> {
  const { role } = member
  await trx
    .insertInto('subscription_member')
    .values(member)
    .onConflict((conflict) =>
      conflict.columns(['subscription_id', 'principal_id']).doUpdateSet({ role }),
    )
    .execute()
}

export async function deleteMember(
  trx: Trx,
  subscriptionId: string,
  principalId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('subscription_member')
    .where('subscription_id', '=', subscriptionId)
    .where('principal_id', '=', principalId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
