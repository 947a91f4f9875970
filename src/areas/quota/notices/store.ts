import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { ProductTime } from '../../../platform/time.ts'
import {
  type JsonSubRequest,
  type RequestRow,
  SUB_REQUESTS,
  toSubRequestView,
} from '../requests/store.ts'

type Key = Readonly<{ providerKey: string; locationKey: string; resourceKey: string }>

/** Notes each resource that has come to 80 % or 95 % of its limit since its last report. */
export async function noteCrossings(
  trx: Trx,
  subscriptionId: string,
  keys: readonly Key[],
  at: ProductTime,
): Promise<void> {
  const columns = [
    keys.map(({ providerKey }) => providerKey),
    keys.map(({ locationKey }) => locationKey),
    keys.map(({ resourceKey }) => resourceKey),
  ].map((names) => sql`${names}::text[]`)
  await sql`
    with used as (
      select own.subscription_id, own.provider_key, own.location_key, own.resource_key,
             own.current_value, coalesce(own."limit", resource.default_limit) as most,
             own.noted_percent, resource.name, resource.display_name, resource.unit
        from quota_limit as own
        join quota_resource as resource
          on resource.provider_key = own.provider_key and resource.key = own.resource_key
       where own.subscription_id = ${subscriptionId}
             and (own.provider_key, own.location_key, own.resource_key) in
                 (select * from unnest(${sql.join(columns)}))),
    judged as (
      select used.*, case when current_value = 0 then 0
                          when current_value::bigint * 100 >= most::bigint * 95 then 95
                          when current_value::bigint * 100 >= most::bigint * 80 then 80
                          else 0 end as percent
        from used),
    changed as (
      update quota_limit as own set noted_percent = judged.percent
        from judged
       where own.subscription_id = judged.subscription_id and own.provider_key = judged.provider_key
             and own.location_key = judged.location_key and own.resource_key = judged.resource_key
             and own.noted_percent <> judged.percent
      returning judged.*)
    insert into notice (subscription_id, kind, subject, content)
    select subscription_id, 'quota-usage', provider_key || '/' || location_key || '/' || resource_key,
           jsonb_build_object(
             'provider', provider_key, 'location', location_key, 'resource', name,
             'displayName', display_name, 'unit', unit, 'currentValue', current_value,
             'limit', most, 'percent', percent, 'reportedAt', ${at.toISOString()}::text)
      from changed
     where percent > noted_percent
           and exists (select from notification
                        where subscription_id = changed.subscription_id and is_on
                          and 'quotaUsage' = any(notices))
        on conflict (subscription_id, kind, subject) do update set content = excluded.content`.execute(
    trx,
  )
}

export async function findEnded(
  db: Db,
  subscriptionId: string,
  id: string,
): Promise<RequestRow | undefined> {
  const { rows } = await sql<
    Omit<RequestRow, 'subRequests'> & { subRequests: readonly JsonSubRequest[] }
  >`
    select request.id, request.submitted_at as "submittedAt",
           ${sql.raw(SUB_REQUESTS)} as "subRequests"
      from quota_request as request
     where request.subscription_id = ${subscriptionId} and request.id = ${id}::uuid`.execute(db)
  const [row] = rows
  return row && { ...row, subRequests: row.subRequests.map(toSubRequestView) }
}
