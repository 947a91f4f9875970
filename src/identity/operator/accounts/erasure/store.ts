import { sql } from 'kysely'
import type { Trx } from '../../../../platform/db/connect.ts'

/** Answers how many rows were changed. Only a function of the database may change the audit trail. */
export async function erasePersonFromAudit(trx: Trx, accountId: string): Promise<number> {
  const { rows } = await sql<{ erased: number }>`
    select erase_person_from_audit(${accountId}) as erased`.execute(trx)
  return rows[0]?.erased ?? 0
}

/**
 * Those addressed to the person, also under an earlier e-mail address, unless it belongs to another account by now.
 * The audit trail knows it until it is erased.
 */
export async function deleteInvitationsTo(trx: Trx, accountId: string): Promise<void> {
  await sql`
    delete from invitation where email_key in (
      select lower(email) from account where id = ${accountId}
      union
      select lower(change.value ->> 'email')
        from audit cross join lateral (values (before), (after)) as change (value)
       where scope_id = ${accountId}::text and action like 'account.%'
         and change.value ->> 'email' is not null)
       and not exists (select from account_email as other
                        where other.key = invitation.email_key
                          and other.account_id <> ${accountId})`.execute(trx)
}

export async function deleteIdentities(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('account_identity').where('account_id', '=', accountId).execute()
}

export async function deleteGroups(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('account_group').where('account_id', '=', accountId).execute()
}

export async function deleteEmails(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('account_email').where('account_id', '=', accountId).execute()
}

export async function clearAddresses(trx: Trx, accountId: string): Promise<void> {
  await trx
    .updateTable('api_token')
    .set({ last_used_from: null })
    .where('created_by', '=', accountId)
    .where('last_used_from', 'is not', null)
    .execute()
}
