import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/connect.ts'
import type { ProductTime } from '../../../platform/time.ts'
import type { SubRequestRow } from '../requests/store.ts'
import type { RuleInput } from './rules.ts'

type Row = { limit: number | null; currentValue: number | null; default_limit: number | null } & {
  headroom: number
  maximum: number | null
  unit: string
}

/** What a rule needs to know about the resource of a sub-request. */
export async function findRuleInput(trx: Trx, subRequest: SubRequestRow): Promise<RuleInput> {
  const { rows } = await sql<Row>`
    select own."limit", own.current_value as "currentValue",
           resource.default_limit, resource.headroom, resource.maximum, resource.unit
      from (select) as nothing
      left join quota_resource as resource
        on resource.provider_key = ${subRequest.provider_key} and resource.key = ${subRequest.resource_key}
      left join quota_limit as own
        on own.subscription_id = ${subRequest.subscription_id} and own.provider_key = ${subRequest.provider_key}
           and own.location_key = ${subRequest.location_key} and own.resource_key = ${subRequest.resource_key}`.execute(
    trx,
  )
  const row = rows[0] as Row
  const { default_limit: defaultLimit, headroom, maximum, unit } = row
  return {
    requestedLimit: subRequest.asked_limit,
    currentLimit: row.limit ?? defaultLimit ?? 0,
    currentValue: row.currentValue ?? 0,
    resource: defaultLimit === null ? undefined : { defaultLimit, headroom, maximum, unit },
  }
}

/** From now on the subscription has what was granted. */
export async function setLimit(
  trx: Trx,
  subRequest: SubRequestRow,
  at: ProductTime,
): Promise<void> {
  await sql`
    insert into quota_limit
           (subscription_id, provider_key, location_key, resource_key, "limit", updated_at)
    values (${subRequest.subscription_id}, ${subRequest.provider_key}, ${subRequest.location_key},
            ${subRequest.resource_key}, ${subRequest.granted_limit}, ${at})
    on conflict (subscription_id, provider_key, location_key, resource_key) do update
       set "limit" = excluded."limit", updated_at = excluded.updated_at`.execute(trx)
}
