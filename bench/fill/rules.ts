import pg from 'pg'

/** By turns. Events that are published without more fit all but the last. */
const FILTERS = [
  null,
  "status eq 'Active'",
  "eventType eq 'ServiceIssue' and status ne 'Resolved'",
  "eventType eq 'SecurityAdvisory' or status eq 'Active'",
  "status eq 'Resolved'",
]

/** How many of them such an event fits. */
export const countFitting = (rules: number): number =>
  (rules / FILTERS.length) * (FILTERS.length - 1)

/** Web hooks that want events, each of another of the subscriptions. Nothing can be sent to them. */
export async function fillRules(
  databaseUrl: string,
  { rules, subscriptions }: Readonly<{ rules: number; subscriptions: number }>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into notification (subscription_id, id, name, kind, sealed_address, shown_address,
                                 filter, notices, is_on, created_by, created_at, updated_at)
       select 'sub-' || n * $2::int, gen_random_uuid(), 'bench', 'webhook', '', 'https://bench.example',
              ($3::text[])[1 + n % cardinality($3::text[])], '{events,removals}', true, 'bench', now(), now()
         from generate_series(1, $1::int) n`,
      [rules, subscriptions / rules, FILTERS],
    )
    await client.query('vacuum (analyze) notification')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
