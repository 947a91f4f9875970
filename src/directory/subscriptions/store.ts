import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { containing } from '../../platform/db/containing.ts'
import { ifGiven } from '../../platform/db/if-given.ts'
import type { PrincipalKind, Subscription, SubscriptionMember } from '../../platform/db/tables.ts'
import type { SubscriptionRole } from './rules.ts'

export type SubscriptionRow = Selectable<Subscription> & Readonly<{ organization_name: string }>
export type MemberRow = Selectable<SubscriptionMember> & Readonly<{ name: string; members: number }>

const selectSubscriptions = (db: Db) =>
  db
    .selectFrom('subscription')
    .innerJoin('organization', 'organization.id', 'subscription.organization_id')
    .selectAll('subscription')
    .select('organization.name as organization_name')

type Page = Readonly<{ after?: string | undefined; search?: string | undefined; limit: number }>

export function listSubscriptions(
  db: Db,
  { after, search, limit }: Page,
): Promise<SubscriptionRow[]> {
  return selectSubscriptions(db)
    .where((row) => ifGiven(after, (given) => row('subscription.id', '>', given)))
    .where((row) =>
      ifGiven(search, (text) =>
        row.or([
          row(sql`subscription.id collate "C"`, 'ilike', containing(text)),
          row(sql`subscription.display_name`, 'ilike', containing(text)),
        ]),
      ),
    )
    .orderBy('subscription.id')
    .limit(limit)
    .execute()
}

export const findSubscription = (db: Db, id: string): Promise<SubscriptionRow | undefined> =>
  selectSubscriptions(db).where('subscription.id', '=', id).executeTakeFirst()

export async function hasOrganization(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('organization')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** False when the id is taken. */
export async function insertSubscription(
  trx: Trx,
  subscription: Insertable<Subscription>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('subscription')
    .values(subscription)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Until the transaction ends, nobody else renames it, retires it or gives a role on it. */
export function lockSubscription(trx: Trx, id: string) {
  return trx
    .selectFrom('subscription')
    .select(['display_name', 'retired_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function setSubscription(
  trx: Trx,
  id: string,
  change: Updateable<Subscription>,
): Promise<void> {
  await trx.updateTable('subscription').set(change).where('id', '=', id).execute()
}

/** By the id of the principal, each with the number of accounts that it stands for now. */
export async function listMembers(
  db: Db,
  subscriptionId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select given.*, coalesce(principal.name, given.principal_id::text) as name,
           (select count(distinct access.principal_id)::integer
              from subscription_access as access
              join account on account.id = access.principal_id and account.disabled_at is null
             where access.subscription_id = given.subscription_id
               and access.through = given.principal_id) as members
      from subscription_member as given
      left join principal on principal.id = given.principal_id
     where given.subscription_id = ${subscriptionId}
       and (${after ?? null}::uuid is null or given.principal_id > ${after ?? null})
     order by given.principal_id
     limit ${limit}`.execute(db)
  return rows
}

/** Held until the transaction ends: whoever changes or takes away anything that gives the role waits. */
export async function shareRole(
  trx: Trx,
  subscriptionId: string,
  principalId: string,
): Promise<SubscriptionRole | undefined> {
  const isTheirs = sql`subscription_id = ${subscriptionId} and principal_id = ${principalId}`
  const { rows } = await sql<{ role: SubscriptionRole | null }>`
    select min(role) as role from (
      select role from (select role from direct_access where ${isTheirs} for share) as direct
      union all
      select role from (select role from organization_access where ${isTheirs} for share) as seats
      union all
      select role from (select role from issued_access where ${isTheirs} for share) as issued
      union all
      select role from (select role from group_access where ${isTheirs} for share) as groups
    ) as given`.execute(trx)
  return rows[0]?.role ?? undefined
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

/** Those of them that are not retired, locked in the order of their ids, so that two loads cannot wait for each other. */
export async function lockSubscriptions(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('subscription')
    .select('id')
    .where('id', 'in', [...ids])
    .where('retired_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Those of them that are there, and not retired. */
export async function listKnownSubscriptions(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::text[]) as named (id) join subscription using (id)
     where retired_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** What has this id and can have a role. */
export async function findPrincipalKind(trx: Trx, id: string): Promise<PrincipalKind | undefined> {
  const row = await trx
    .selectFrom('principal')
    .select('kind')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.kind ?? undefined
}

export async function putMember(trx: Trx, member: Insertable<SubscriptionMember>): Promise<void> {
  const { role, includes_collaborators } = member
  await trx
    .insertInto('subscription_member')
    .values(member)
    .onConflict((conflict) =>
      conflict
        .columns(['subscription_id', 'principal_id'])
        .doUpdateSet({ role, includes_collaborators }),
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

/** Answers who had which. */
export function deleteMembers(trx: Trx, subscriptionId: string) {
  return trx
    .deleteFrom('subscription_member')
    .where('subscription_id', '=', subscriptionId)
    .returning(['principal_id', 'role'])
    .execute()
}

export async function deleteFootprint(trx: Trx, subscriptionId: string): Promise<void> {
  await trx.deleteFrom('footprint').where('subscription_id', '=', subscriptionId).execute()
}

/** With what waits for their destinations. */
export async function deleteNotifications(trx: Trx, subscriptionId: string): Promise<void> {
  await trx.deleteFrom('notification').where('subscription_id', '=', subscriptionId).execute()
}

/** Of an organization or a group that ceases to exist. Answers on which subscriptions it had which. */
export function deleteRolesOf(trx: Trx, principalId: string) {
  return trx
    .deleteFrom('subscription_member')
    .where('principal_id', '=', principalId)
    .returning(['subscription_id', 'role'])
    .execute()
}
