import pg from 'pg'
import { APPS_OWNER, MOST_APPS, RARE_ACTOR } from '../lists/lists.ts'
import { fillEvents } from './events.ts'
import { withoutIndexes } from './without-indexes.ts'

const EVENTS = 2000
const WAITING = 1000
const ACTORS = 1000
const SCOPES = 10_000
const PER_SCOPE = 100

/** An audit trail of `rows` entries, and a tenth as many accounts with an app, organizations and subscriptions. */
export async function fillLists(databaseUrl: string, rows: number): Promise<void> {
  await fillEvents(databaseUrl, { subscriptions: rows / 10, events: EVENTS })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set synchronous_commit = off')
    await client.query('set maintenance_work_mem = "512MB"')
    await withoutIndexes(client, ['audit'], () => insertAudit(client, rows))
    await insertOwners(client, rows / 10)
    await insertApps(client)
    await insertWaiting(client)
    await client.query(
      'vacuum (analyze) audit, account, organization, app, quota_request, quota_sub_request',
    )
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** An audit trail, and an operator and an organization with which entries can be added. */
export async function fillAudit(databaseUrl: string, rows: number) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set synchronous_commit = off')
    await client.query('set maintenance_work_mem = "512MB"')
    // A page of each scope, however many there are.
    const scopes = Math.ceil(rows / PER_SCOPE)
    await withoutIndexes(client, ['audit'], () => insertAudit(client, rows, scopes))
    await insertOwners(client, 1)
    await client.query('update account set is_operator = true')
    const { rows: found } = await client.query<{ id: string }>('select id from organization')
    await client.query('vacuum (analyze) audit, account, organization')
    await client.query('checkpoint')
    return { accountId: APPS_OWNER, organizationId: found[0]?.id ?? '', scope: 'scope-7' }
  } finally {
    await client.end()
  }
}

/** One minute apart. The rare actor has three entries, all among the oldest. */
async function insertAudit(client: pg.Client, rows: number, scopes = SCOPES): Promise<void> {
  await client.query(
    `insert into audit (scope_id, id, at, actor_kind, actor_id, action, target, after, source, request_id)
     select 'scope-' || n % ${scopes}, gen_random_uuid(), now() - interval '1 minute' * n, 'account',
            case when n > $1::int - 3 then $2 else 'actor-' || n % ${ACTORS} end,
            'token.create', 'token ' || n, jsonb_build_object('description', 'ci', 'number', n),
            '192.0.2.1', gen_random_uuid()
       from generate_series(1, $1::int) n`,
    [rows, RARE_ACTOR],
  )
}

async function insertOwners(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `insert into account (id, name, display_name, email, created_at, updated_at)
     select case n when 1 then $2 else gen_random_uuid() end, 'user-' || n, 'User ' || n,
            'user-' || n || '@example.com', now(), now()
       from generate_series(1, $1::int) n`,
    [count, APPS_OWNER],
  )
  await client.query(
    `insert into organization (id, name, display_name, created_at, updated_at)
     select gen_random_uuid(), 'org-' || n, 'Organization ' || n, now(), now()
       from generate_series(1, $1::int) n`,
    [count],
  )
}

async function insertApps(client: pg.Client): Promise<void> {
  await client.query(
    `insert into owner_name (key, owner_id, owner_kind) values ('user-1', $1, 'user')`,
    [APPS_OWNER],
  )
  await client.query(
    `insert into app (owner_id, id, owner_kind, name, name_key, display_name, os, platform,
                      app_secret, created_at, updated_at)
     select $1, gen_random_uuid(), 'user', 'app-' || n, 'app-' || n, 'App ' || n, 'Linux', 'Custom',
            gen_random_uuid(), now(), now()
       from generate_series(1, ${MOST_APPS}) n`,
    [APPS_OWNER],
  )
  await client.query(
    `insert into app (owner_id, id, owner_kind, name, name_key, display_name, os, platform,
                      app_secret, created_at, updated_at)
     select id, gen_random_uuid(), 'user', 'app', 'app', 'An app', 'Linux', 'Custom',
            gen_random_uuid(), created_at, created_at
       from account where id <> $1`,
    [APPS_OWNER],
  )
}

/** Each of a subscription of its own. */
async function insertWaiting(client: pg.Client): Promise<void> {
  await client.query(
    `with request as (
       insert into quota_request (subscription_id, id, provider_key, location_key, submitted_at,
                                  actor_id, requested_by, fingerprint)
       select 'sub-' || n, gen_random_uuid(), 'microsoft.compute', 'eastus',
              date_trunc('second', now()), 'bench', 'bench', decode(repeat('00', 32), 'hex')
         from generate_series(1, ${WAITING}) n
       returning subscription_id, id, provider_key, location_key, submitted_at)
     insert into quota_sub_request (subscription_id, request_id, id, provider_key, location_key,
                                    resource_key, name, display_name, unit, asked_limit, state,
                                    message, created_at, number)
     select subscription_id, id, gen_random_uuid(), provider_key, location_key, 'cores', 'cores',
            'Total regional vCPUs', 'Count', 20, 'InProgress', 'Waits for a decision.',
            submitted_at, 0
       from request`,
  )
}
