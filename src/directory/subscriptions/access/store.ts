import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import { containing } from '../../../platform/db/containing.ts'
import type { SubscriptionRole } from '../rules.ts'
import type { PRINCIPAL_KINDS } from '../wire.ts'

export type AccessPathRow = Readonly<{
  kind: (typeof PRINCIPAL_KINDS)[number]
  principal_id: string
  name: string
  role: SubscriptionRole
  ends_at: string | null
}>
type Page = Readonly<{ after: string | undefined; limit: number }>

/** As JSON: what gives `found` its role, the highest first. */
const PATHS = sql`
  select coalesce(json_agg(path), '[]') from (
    select access.kind, access.through as principal_id, giver.name, access.role,
           max(access.ends_at) as ends_at
      from subscription_access as access
      join principal as giver on giver.id = access.through
     where access.subscription_id = found.subscription_id
       and access.principal_id = found.principal_id
     group by 1, 2, 3, 4
     order by access.role, giver.name, access.through
     limit 20) as path`

export type AccessRow = Readonly<{
  principal_id: string
  kind: 'account' | 'service'
  name: string
  display_name: string
  email: string | null
  role: SubscriptionRole
  through: readonly AccessPathRow[]
}>

/** Who has access to a subscription now, by id. Who is disabled has none. */
export async function listAccess(
  db: Db,
  subscriptionId: string,
  { search, after, limit }: Page & Readonly<{ search: string | undefined }>,
): Promise<AccessRow[]> {
  const text = search === undefined ? null : containing(search)
  const { rows } = await sql<AccessRow>`
    with found as (
      select access.subscription_id, access.principal_id, holder.kind, holder.name,
             holder.display_name, holder.email, min(access.role) as role
        from subscription_access as access
        join principal as holder on holder.id = access.principal_id
       where access.subscription_id = ${subscriptionId}
         and (${after ?? null}::uuid is null or access.principal_id > ${after ?? null})
         and holder.disabled_at is null
         and (${text}::text is null or holder.name ilike ${text}
              or holder.display_name ilike ${text} or holder.email ilike ${text})
       group by 1, 2, 3, 4, 5, 6
       order by access.principal_id
       limit ${limit})
    select found.*, (${PATHS}) as through from found order by principal_id`.execute(db)
  return rows
}

export type AccountSubscriptionRow = Readonly<{
  subscription_id: string
  display_name: string
  role: SubscriptionRole
  through: readonly AccessPathRow[]
}>

/** Where an account has access now, by id. */
export async function listSubscriptionsOf(
  db: Db,
  accountId: string,
  { after, limit }: Page,
): Promise<AccountSubscriptionRow[]> {
  const { rows } = await sql<AccountSubscriptionRow>`
    with found as (
      select access.subscription_id, access.principal_id, min(access.role) as role
        from subscription_access as access
        join principal as holder on holder.id = access.principal_id
       where access.principal_id = ${accountId} and holder.disabled_at is null and access.subscription_id > ${after ?? ''}
       group by 1, 2
       order by access.subscription_id
       limit ${limit})
    select found.subscription_id, subscription.display_name, found.role, (${PATHS}) as through
      from found
      join subscription on subscription.id = found.subscription_id
     order by found.subscription_id`.execute(db)
  return rows
}
