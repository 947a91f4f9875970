import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { Invitation } from '../../../platform/db/tables.ts'

export type InvitationRow = Selectable<Invitation>

/** Whom an invitation concerns: an e-mail, on an app or (without one) on the organization itself. */
export type InvitationKey = Readonly<{ ownerId: string; appId: string | null; email: string }>

/** A repeated invitation takes the place of the one before. */
export async function putInvitation(trx: Trx, invitation: Insertable<Invitation>): Promise<void> {
  await trx
    .insertInto('invitation')
    .values(invitation)
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'app_id', 'email_key']).doUpdateSet(invitation),
    )
    .execute()
}

export function findInvitation(
  trx: Trx,
  { ownerId, appId, email }: InvitationKey,
  now: Date,
): Promise<InvitationRow | undefined> {
  return trx
    .selectFrom('invitation')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('app_id', 'is not distinct from', appId)
    .where('email_key', '=', email.toLowerCase())
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export async function setInvitation(
  trx: Trx,
  { owner_id, id }: InvitationRow,
  change: Updateable<Invitation>,
): Promise<void> {
  await trx
    .updateTable('invitation')
    .set(change)
    .where('owner_id', '=', owner_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteInvitation(trx: Trx, { owner_id, id }: InvitationRow): Promise<void> {
  await trx.deleteFrom('invitation').where('owner_id', '=', owner_id).where('id', '=', id).execute()
}

/** Those to one app, or all that the owner has; of one person, or of everybody. Tells which went. */
export async function deleteInvitations(
  trx: Trx,
  ownerId: string,
  { appId, accountId }: { appId?: string; accountId?: string } = {},
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('invitation')
    .where('owner_id', '=', ownerId)
    .$if(appId !== undefined, (query) => query.where('app_id', '=', appId ?? ''))
    .$if(accountId !== undefined, (query) =>
      query.where('email_key', 'in', (mail) =>
        mail
          .selectFrom('account_email')
          .select('key')
          .where('account_id', '=', accountId ?? ''),
      ),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Pending ones, with the account that sent each and whether the e-mail has an account. */
export function listInvitations(db: Db, ownerId: string, appId: string | null, now: Date) {
  return db
    .selectFrom('invitation')
    .innerJoin('account as inviter', 'inviter.id', 'invitation.invited_by')
    .leftJoin('account_email as mail', 'mail.key', 'invitation.email_key')
    .selectAll('invitation')
    .select([
      'inviter.name as inviter_name',
      'inviter.display_name as inviter_display_name',
      'inviter.email as inviter_email',
      'inviter.avatar_url as inviter_avatar_url',
      'inviter.created_at as inviter_created_at',
      'mail.account_id as invited_id',
    ])
    .where('invitation.owner_id', '=', ownerId)
    .where('invitation.app_id', 'is not distinct from', appId)
    .where('invitation.expires_at', '>', now)
    .orderBy('invitation.created_at')
    .orderBy('invitation.id')
    .execute()
}

/** Reaches across owners: what one person has been invited to. */
export function listReceived(db: Db, email: string, now: Date) {
  return db
    .selectFrom('invitation')
    .innerJoin('account as inviter', 'inviter.id', 'invitation.invited_by')
    .leftJoin('app', (join) =>
      join
        .onRef('app.owner_id', '=', 'invitation.owner_id')
        .onRef('app.id', '=', 'invitation.app_id'),
    )
    .leftJoin('organization as org', 'org.id', 'invitation.owner_id')
    .leftJoin('account as person', 'person.id', 'invitation.owner_id')
    .selectAll('invitation')
    .select((expression) => [
      'inviter.name as inviter_name',
      'app.name as app_name',
      'app.display_name as app_display_name',
      'org.display_name as organization_display_name',
      expression.fn.coalesce('org.name', 'person.name').as('owner_name'),
    ])
    .where('invitation.email_key', '=', email.toLowerCase())
    .where('invitation.expires_at', '>', now)
    .orderBy('invitation.created_at')
    .execute()
}

/** Reaches across owners: what one person has invited others to. */
export function listSent(db: Db, accountId: string, now: Date): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitation')
    .selectAll()
    .where('invited_by', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .execute()
}

export function findByAnswerKey(
  trx: Trx,
  ownerId: string,
  answerKey: string,
): Promise<InvitationRow | undefined> {
  return trx
    .selectFrom('invitation')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('answer_key', '=', answerKey)
    .executeTakeFirst()
}
