import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

/** Always in one order, in which their mails are counted: fixed lock order prevents deadlock. */
export const listOperators = (db: Db, limit: number) =>
  db
    .selectFrom('account')
    .select(['id', 'email'])
    .where('is_operator', '=', true)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

type Recipient = Readonly<{ id: string; email: string }>
/** Something of a subscription, and who created it. */
export type Created = Readonly<{ subscriptionId: string; createdBy: string }>

/** The creator, if they can sign in and have a role at this moment; or else the owners who can. In a fixed order too. */
export async function listCreatorOrOwners(
  db: Db,
  { subscriptionId, createdBy }: Created,
  limit: number,
): Promise<readonly Recipient[]> {
  const { rows } = await sql<Recipient>`
    with able as (
      select account.id, account.email, min(access.role) as role, account.id::text = ${createdBy} as "isCreator"
        from subscription_access as access
        join account on account.id = access.principal_id
       where access.subscription_id = ${subscriptionId} and account.disabled_at is null
       group by account.id)
    select id, email from able
     where "isCreator" or role = 'owner' and not exists (select from able where "isCreator")
     order by id
     limit ${limit}`.execute(db)
  return rows
}
