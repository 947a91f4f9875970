import { sql } from 'kysely'
import type { Trx } from '../../../platform/db/connect.ts'
import type { PartRow } from '../requests/store.ts'
import type { Facts } from './rules.ts'

type Row = { limit: number | null; currentValue: number | null; default_limit: number | null } & {
  headroom: number
  maximum: number | null
  unit: string
}

/** What a rule needs to know about the resource of a part. */
export async function findFacts(trx: Trx, part: PartRow): Promise<Facts> {
  const { rows } = await sql<Row>`
    select own."limit", own.current_value as "currentValue",
           resource.default_limit, resource.headroom, resource.maximum, resource.unit
      from (select) as nothing
      left join quota_resource as resource
        on resource.provider_key = ${part.provider_key} and resource.key = ${part.resource_key}
      left join quota_limit as own
        on own.subscription_id = ${part.subscription_id} and own.provider_key = ${part.provider_key}
           and own.location_key = ${part.location_key} and own.resource_key = ${part.resource_key}`.execute(
    trx,
  )
  const row = rows[0] as Row
  const { default_limit: defaultLimit, headroom, maximum, unit } = row
  return {
    asked: part.asked_limit,
    limit: row.limit ?? defaultLimit ?? 0,
    currentValue: row.currentValue ?? 0,
    resource: defaultLimit === null ? undefined : { defaultLimit, headroom, maximum, unit },
  }
}

/** From now on the subscription has what was granted. */
export async function setLimit(trx: Trx, part: PartRow, at: Date): Promise<void> {
  await sql`
    insert into quota_limit
           (subscription_id, provider_key, location_key, resource_key, "limit", updated_at)
    values (${part.subscription_id}, ${part.provider_key}, ${part.location_key},
            ${part.resource_key}, ${part.granted_limit}, ${at})
    on conflict (subscription_id, provider_key, location_key, resource_key) do update
       set "limit" = excluded."limit", updated_at = excluded.updated_at`.execute(trx)
}
