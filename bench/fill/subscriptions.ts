import type pg from 'pg'

/** `sub-1` and on, of one organization. */
export async function insertSubscriptions(client: pg.Client, count: number): Promise<void> {
  const organization = '01a1dd03-7b80-7a71-811c-8bcccd5a6b46'
  await client.query(
    `insert into organization (id, name, display_name, created_at, updated_at)
     values ($1, 'bench', 'Bench', now(), now())`,
    [organization],
  )
  await client.query(
    `insert into subscription (id, organization_id, display_name, created_at, updated_at)
     select 'sub-' || n, $1, 'Subscription ' || n, now(), now() from generate_series(1, $2::int) n`,
    [organization, count],
  )
}
