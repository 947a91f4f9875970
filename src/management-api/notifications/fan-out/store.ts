import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/connect.ts'
import { NOTICES_OF } from '../rules.ts'
import type { Noted, Wanting } from './rules.ts'

/**
 * In their order. Each is one that this transaction deletes, so nobody else tells of it; whoever comes meanwhile
 * waits, so that a later notice of the same resource is not sent first.
 */
export async function takeNotices(trx: Trx, limit: number): Promise<Noted[]> {
  const { rows } = await sql<Noted>`
    with taken as (delete from notice where (subscription_id, kind, subject) in (
      select subscription_id, kind, subject from notice
       order by subscription_id, kind, subject limit ${limit} for update)
    returning subscription_id, kind, subject, content)
    select subscription_id as "subscriptionId", kind, subject, content from taken
     order by subscription_id, kind, subject collate "C"`.execute(trx)
  return rows
}

/** Who asks for such notices. Locked, so that none is deleted while its deliveries are inserted. */
export async function lockReceiving(trx: Trx, noted: readonly Noted[]): Promise<Wanting[]> {
  const subscriptionIds = noted.map(({ subscriptionId }) => subscriptionId)
  const names = [...new Set(noted.map(({ kind }) => NOTICES_OF[kind]))]
  const { rows } = await sql<Wanting>`
    select subscription_id as "subscriptionId", id, notices, filter,
           alert_id is not null as "isOfAlertRule" from notification
     where subscription_id = any(${subscriptionIds}::text[]) and is_on
       and notices && ${names}::text[]
       and coalesce(receiver_state, 'confirmed') = 'confirmed'
     order by subscription_id, id
       for no key update`.execute(trx)
  return rows
}
