import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/connect.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../test/support/world/world.ts'
import type { Target } from './attacks.ts'

const MANAGERS = 150
const APPS_PER_OWNER = 2000
const OWNERS_WITH_APPS = 5
const ORGANIZATIONS = 200
const MEMBERS = 5000

/** One person with everything at its cap, a crew that shares one app, and an honest caller. */
export async function fillWorld(
  db: Db,
): Promise<Omit<Target, 'url' | 'from'> & { honest: string }> {
  const honest = await insertPerson(db, 'honest')
  const heavy = await insertPerson(db, 'heavy')
  await insertStrangers(db)
  const owners: { id: string; name: string }[] = []
  for (let number = 0; number < ORGANIZATIONS; number++) {
    owners.push(await insertOrganization(db, { [heavy.id]: 'admin' }, `org-${number}`))
  }
  for (const owner of owners.slice(0, OWNERS_WITH_APPS)) await insertApps(db, owner.id)
  const [big = owners[0], yard = owners[1]] = [owners[0], owners.at(-1)]
  if (!big || !yard) throw new Error('no organizations')
  await addMembers(db, big.id)
  const app = await insertApp(db, { ...yard, kind: 'org' }, {}, 'tide')
  const managers: Person[] = []
  for (let number = 0; number < MANAGERS; number++)
    managers.push(await insertPerson(db, `crew-${number}`))
  const joined_at = new Date()
  await db
    .insertInto('app_member')
    .values(
      managers.map(({ id }) => ({
        owner_id: yard.id,
        app_id: app.id,
        account_id: id,
        role: 'manager' as const,
        joined_at,
      })),
    )
    .execute()
  for (const table of ['app', 'app_member', 'organization_member', 'account']) {
    await sql`analyze ${sql.table(table)}`.execute(db)
  }
  const below = `/v0.1/apps/${big.name}/app-1`
  return {
    honest: honest.token,
    heavy: {
      token: heavy.token,
      lists: [
        '/v0.1/apps',
        `/v0.1/orgs/${big.name}/users`,
        `/v0.1/orgs/${big.name}/apps`,
        `${below}/users`,
        '/v0.1/orgs',
      ],
    },
    managers: { tokens: managers.map(({ token }) => token), app: `/v0.1/apps/${yard.name}/tide` },
  }
}

async function insertStrangers(db: Db): Promise<void> {
  await sql`insert into account (id, name, display_name, email, created_at, updated_at)
    select gen_random_uuid(), 'stranger-' || n, 'Stranger ' || n, 'stranger-' || n || '@example.com', now(), now()
      from generate_series(1, ${MEMBERS - 1}::int) n`.execute(db)
}

async function insertApps(db: Db, ownerId: string): Promise<void> {
  await sql`insert into app (owner_id, id, owner_kind, name, name_key, display_name, os, platform, app_secret, created_at, updated_at)
    select ${ownerId}::uuid, gen_random_uuid(), 'org', 'app-' || n, 'app-' || n, 'App ' || n, 'Linux', 'Custom', ${randomUUIDv7()}::uuid, now(), now()
      from generate_series(1, ${APPS_PER_OWNER}::int) n`.execute(db)
}

/** As many as may be in an organization, and in one of its apps. */
async function addMembers(db: Db, ownerId: string): Promise<void> {
  await sql`insert into organization_member (organization_id, account_id, role, joined_at)
    select ${ownerId}::uuid, id, 'member', now() from account where name like 'stranger-%'`.execute(
    db,
  )
  await sql`insert into app_member (owner_id, app_id, account_id, role, joined_at)
    select app.owner_id, app.id, account.id, 'developer', now() from app, account
     where app.owner_id = ${ownerId}::uuid and app.name = 'app-1' and account.name like 'stranger-%'`.execute(
    db,
  )
}
