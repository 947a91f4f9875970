import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import type { Done, Installation } from './rules.ts'

/** What is so at this moment; nothing of it is stored for the steps. */
export async function findDone(
  db: Db,
  operatorId: string,
  { issuers, issuersWithSecondFactor }: Installation,
): Promise<Done> {
  const { rows } = await sql<Done>`
    select exists (
             select from account
              where is_operator and disabled_at is null and id <> ${operatorId}
                and (exists (select from passkey where account_id = account.id)
                     or exists (select from totp_secret where account_id = account.id)
                     or exists (select from account_identity
                                 where account_id = account.id
                                   and issuer = any(${issuersWithSecondFactor}::text[])))
           ) as "second-operator",
           exists (select from mail where outcome = 'sent') as mail,
           exists (
             select from account_identity as identity
               join audit on audit.scope_id = identity.account_id::text
              where identity.issuer = any(${issuers}::text[])
                and audit.action in ('account.create', 'account.sign-in')
                and audit.after ->> 'issuer' = identity.issuer
           ) as issuer,
           exists (select from organization) as organization,
           exists (select from subscription where retired_at is null) as subscription,
           exists (select from footprint) or exists (select from quota_provider) as services,
           exists (
             select from subscription_access as access
               join account on account.id = access.principal_id
              where not account.is_operator and account.disabled_at is null
           ) as access,
           exists (
             select from event
              where audience = 'subscriptions' and record -> 'properties' -> 'isDrill' = 'true'
           ) as drill`.execute(db)
  const [done] = rows
  if (!done) throw new Error('the statement has no row')
  return done
}
