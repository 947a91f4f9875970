import pg from 'pg'
import { RESOURCES } from './ways.ts'

/** More than any request of the load asks for: what is open is never the same as what is requested. */
const OTHER_LIMIT = 1_000_000

/** An open request for each resource that the requests with these numbers (`makePut`) are for. */
export async function openRequests(
  databaseUrl: string,
  location: string,
  { from, until, subscriptions }: Readonly<{ from: number; until: number; subscriptions: number }>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `with asked as materialized (
         select gen_random_uuid() as request_id, 'sub-' || 1 + n % $3::int as subscription_id,
                ($4::text[])[1 + n / $3::int] as name
           from generate_series($1::int, $2::int - 1) as n),
       request as (
         insert into quota_request (subscription_id, id, provider_key, location_key, submitted_at,
                                    actor_id, requested_by, fingerprint)
         select subscription_id, request_id, 'microsoft.compute', $5, date_trunc('second', now()),
                'bench', 'bench', decode(repeat('00', 32), 'hex')
           from asked)
       insert into quota_sub_request (subscription_id, request_id, id, provider_key, location_key,
                                      resource_key, name, display_name, unit, asked_limit, state,
                                      message, created_at, number)
       select subscription_id, request_id, gen_random_uuid(), 'microsoft.compute', $5, lower(name),
              name, 'Some cores', 'Count', ${OTHER_LIMIT}, 'Accepted', 'Accepted.', now(), 0
         from asked`,
      [from, until, subscriptions, RESOURCES, location],
    )
    await client.query('analyze quota_sub_request')
  } finally {
    await client.end()
  }
}
