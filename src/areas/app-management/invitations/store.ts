import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { ifGiven } from '../../../platform/db/if-given.ts'
import type { Invitation } from '../../../platform/db/tables.ts'
import { toEmailKey } from '../../../platform/mail/address.ts'
import type { ProductTime } from '../../../platform/time.ts'

export type InvitationRow = Selectable<Invitation>
export type InvitationChange = Updateable<Invitation>

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
  now: ProductTime,
): Promise<InvitationRow | undefined> {
  return trx
    .selectFrom('invitation')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('app_id', 'is not distinct from', appId)
    .where('email_key', '=', toEmailKey(email))
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export async function setInvitation(
  trx: Trx,
  { owner_id, id }: InvitationRow,
  change: InvitationChange,
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
  { appId, accountIds }: { appId?: string; accountIds?: readonly string[] } = {},
): Promise<string[]> {
  const rows = await trx
    .deleteFrom('invitation')
    .where('owner_id', '=', ownerId)
    .where((row) => ifGiven(appId, (given) => row('app_id', '=', given)))
    .where((row) =>
      ifGiven(accountIds, (given) =>
        row(
          'email_key',
          'in',
          row
            .selectFrom('account_email')
            .select('key')
            .where(sql<boolean>`account_id = any(${given}::uuid[])`),
        ),
      ),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Pending ones, with the account that sent each, and whether the e-mail is that of somebody in an
 * organization of the caller's or in the one that owns the thing: of others nothing is told.
 */
export function listInvitations(
  db: Db,
  { ownerId, appId, callerId }: { ownerId: string; appId: string | null; callerId: string | null },
  now: ProductTime,
) {
  return db
    .selectFrom('invitation')
    .innerJoin('account as inviter', 'inviter.id', 'invitation.invited_by')
    .leftJoin('account_email as mail', 'mail.key', 'invitation.email_key')
    .selectAll('invitation')
    .select([
      'inviter.name as inviter_name',
      'inviter.display_name as inviter_display_name',
      'inviter.email as inviter_email',
      'inviter.created_at as inviter_created_at',
      sql<boolean>`exists (
        select from organization_member as seat
         where seat.account_id = mail.account_id
           and (seat.organization_id = invitation.owner_id
                or seat.organization_id in (select own.organization_id from organization_member as own
                                             where own.account_id = ${callerId})))`.as(
        'is_known_user',
      ),
    ])
    .where('invitation.owner_id', '=', ownerId)
    .where('invitation.app_id', 'is not distinct from', appId)
    .where('invitation.expires_at', '>', now)
    .orderBy('invitation.created_at')
    .orderBy('invitation.id')
    .execute()
}

/** Pending ones, with what they lead to and what their sender is there. */
const selectReceived = (db: Db, now: ProductTime) =>
  db
    .selectFrom('invitation')
    .innerJoin('account as inviter', 'inviter.id', 'invitation.invited_by')
    .leftJoin('app', (join) =>
      join
        .onRef('app.owner_id', '=', 'invitation.owner_id')
        .onRef('app.id', '=', 'invitation.app_id'),
    )
    .leftJoin('organization as org', 'org.id', 'invitation.owner_id')
    .leftJoin('account as person', 'person.id', 'invitation.owner_id')
    .leftJoin('organization_member as seat', (join) =>
      join
        .onRef('seat.organization_id', '=', 'invitation.owner_id')
        .onRef('seat.account_id', '=', 'invitation.invited_by'),
    )
    .leftJoin('app_member as member', (join) =>
      join
        .onRef('member.owner_id', '=', 'invitation.owner_id')
        .onRef('member.app_id', '=', 'invitation.app_id')
        .onRef('member.account_id', '=', 'invitation.invited_by'),
    )
    .selectAll('invitation')
    .select((expression) => [
      'inviter.name as inviter_name',
      'inviter.disabled_at as inviter_disabled_at',
      'seat.role as inviter_organization_role',
      'member.role as inviter_app_role',
      'org.id as organization_id',
      'app.name as app_name',
      // An invitation ends with the app or organization it leads to.
      expression.fn.coalesce('app.display_name', 'org.display_name').$notNull().as('display_name'),
      expression.fn.coalesce('org.name', 'person.name').$notNull().as('owner_name'),
    ])
    .where('invitation.expires_at', '>', now)

/** Reaches across owners: what one person has been invited to. */
export const listReceived = (db: Db, email: string, now: ProductTime) =>
  selectReceived(db, now)
    .where('invitation.email_key', '=', toEmailKey(email))
    .orderBy('invitation.created_at')
    .execute()

/** The same of one, wherever it was found. */
export const findReceived = (db: Db, { ownerId, id }: SentKey, now: ProductTime) =>
  selectReceived(db, now)
    .where('invitation.owner_id', '=', ownerId)
    .where('invitation.id', '=', id)
    .executeTakeFirst()

/** Reaches across owners: what one person has invited others to. */
const selectSent = (db: Db, accountId: string, now: ProductTime) =>
  db
    .selectFrom('invitation')
    .where('invited_by', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')

export type SentKey = Readonly<{ ownerId: string; id: string }>

export const listSentKeys = (db: Db, accountId: string, now: ProductTime): Promise<SentKey[]> =>
  selectSent(db, accountId, now).select(['owner_id as ownerId', 'id']).execute()

/** At most so many, of which any are left out. */
export const listSomeSent = (db: Db, accountId: string, now: ProductTime, most: number) =>
  selectSent(db, accountId, now)
    .selectAll()
    .where(
      sql<boolean>`(owner_id, id) in (
        select sent.owner_id, sent.id from invitation as sent
         where sent.invited_by = ${accountId} and sent.expires_at > ${now} limit ${most})`,
    )
    .execute()

export const listSentByKey = (
  db: Db,
  accountId: string,
  now: ProductTime,
  keys: readonly SentKey[],
) =>
  selectSent(db, accountId, now)
    .selectAll()
    .where(
      sql<boolean>`(owner_id, id) in (
        select * from unnest(${keys.map(({ ownerId }) => ownerId)}::uuid[],
                             ${keys.map(({ id }) => id)}::uuid[]))`,
    )
    .execute()

/** One, or nobody when there is no such invitation. */
export async function listSenders(trx: Trx, ownerId: string, answerKey: string): Promise<string[]> {
  const invitation = await findByAnswerKey(trx, ownerId, answerKey)
  return invitation ? [invitation.invited_by] : []
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

/** So many at most; answers how many. Those that are being renewed are passed over. */
export async function deleteExpiredInvitations(
  db: Db,
  before: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from invitation where ctid = any(array(
      select ctid from invitation where expires_at < ${before}
       limit ${limit} for update skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
