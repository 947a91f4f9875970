import type pg from 'pg'
import { insertSubscriptions } from './subscriptions.ts'
import { fillTables } from './tables.ts'

const TABLES = ['quota_sub_request', 'quota_request', 'subscription']

/** Fills a database with subscriptions of one organization and requests that ended long ago. */
export const fillQuota = (
  databaseUrl: string,
  { subscriptions, requests }: Readonly<{ subscriptions: number; requests: number }>,
): Promise<void> =>
  fillTables(databaseUrl, TABLES, async (client) => {
    await insertSubscriptions(client, subscriptions)
    await insertRequests(client, subscriptions, requests)
  })

async function insertRequests(
  client: pg.Client,
  subscriptions: number,
  requests: number,
): Promise<void> {
  await client.query(
    `insert into quota_request (subscription_id, id, provider_key, location_key, submitted_at,
                                actor_id, requested_by, client_request_id, fingerprint)
     select 'sub-' || 1 + n % $1::int, gen_random_uuid(), 'microsoft.compute', 'eastus',
            date_trunc('second', now() - interval '300 days' * n / $2::int), 'bench', 'bench',
            'bench-' || n, decode(md5(n::text) || md5(n::text), 'hex')
       from generate_series(1, $2::int) n`,
    [subscriptions, requests],
  )
  await client.query(
    `insert into quota_sub_request (subscription_id, request_id, id, provider_key, location_key,
                                    resource_key, name, display_name, unit, asked_limit,
                                    granted_limit, state, message, created_at, ended_at, number,
                                    tries)
     select subscription_id, id, gen_random_uuid(), provider_key, location_key, 'cores', 'cores',
            'Total regional vCPUs', 'Count', 20, 20, 'Succeeded', 'Granted.', submitted_at,
            submitted_at, 0, 1
       from quota_request`,
  )
}
