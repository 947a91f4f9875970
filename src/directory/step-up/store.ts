import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { SecondFactorState } from './rules.ts'

/** Undefined if there is no such account. */
export async function readSecondFactorState(
  db: Db,
  accountId: string,
  sessionId: string | null,
): Promise<SecondFactorState | undefined> {
  const { rows } = await sql<SecondFactorState>`
    select account.is_operator as "isOperator",
           exists (select from organization_member as member
                     join organization on organization.id = member.organization_id
                    where member.account_id = account.id
                      and organization.requires_second_factor) as "isRequiredByOrganization",
           exists (select from passkey where passkey.account_id = account.id)
             or exists (select from totp_secret as totp where totp.account_id = account.id)
             as "hasSecondFactor",
           use.used_at as "usedAt"
      from account
      left join second_factor_use as use
        on use.account_id = account.id and use.session_id = ${sessionId}::uuid
     where account.id = ${accountId}`.execute(db)
  return rows[0]
}
