import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import type { InvitationLink } from '../../../../platform/db/tables.ts'
import type { ProductTime, RealTime } from '../../../../platform/time.ts'

export type LinkRow = Selectable<InvitationLink>

/** An invitation has one of each kind: a further one takes its place. */
export async function putLink(trx: Trx, link: Insertable<InvitationLink>): Promise<void> {
  await trx
    .insertInto('invitation_link')
    .values(link)
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'invitation_id', 'is_mailed']).doUpdateSet(link),
    )
    .execute()
}

/** Whoever has it must not get more than it was made for. */
export async function deleteCopiedLink(trx: Trx, ownerId: string, id: string): Promise<void> {
  await trx
    .deleteFrom('invitation_link')
    .where('owner_id', '=', ownerId)
    .where('invitation_id', '=', id)
    .where('is_mailed', '=', false)
    .execute()
}

/** Whether its invitation is still there, only that invitation can tell. */
export function findLink(db: Db, hash: Buffer, now: ProductTime): Promise<LinkRow | undefined> {
  return db
    .selectFrom('invitation_link')
    .selectAll()
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** False when another browser was first: the condition is part of the update. */
export async function claimLink(db: Db, hash: Buffer, browser: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitation_link')
    .set({ opened_by: browser })
    .where('hash', '=', hash)
    .where('is_mailed', '=', false)
    .where((link) => link.or([link('opened_by', 'is', null), link('opened_by', '=', browser)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** From now until then, one browser can sign in as the account. */
export async function setMadeAccount(
  trx: Trx,
  hash: Buffer,
  accountId: string,
  until: RealTime,
): Promise<void> {
  await trx
    .updateTable('invitation_link')
    .set({ made_account_id: accountId, sign_in_until: until })
    .where('hash', '=', hash)
    .execute()
}

/** The account, once: the condition is part of the update. */
export async function endSignIn(db: Db, hash: Buffer, now: RealTime): Promise<string | undefined> {
  const row = await db
    .updateTable('invitation_link')
    .set({ sign_in_until: null })
    .where('hash', '=', hash)
    .where('sign_in_until', '>', now)
    .returning('made_account_id')
    .executeTakeFirst()
  return row?.made_account_id ?? undefined
}

/** So many at most; answers how many. */
export async function deleteExpiredInvitationLinks(
  db: Db,
  before: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from invitation_link where ctid = any(array(
      select ctid from invitation_link where expires_at < ${before}
       limit ${limit} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
