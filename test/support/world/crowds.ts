import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { toInvitationToken } from '../../../src/areas/app-management/invitations/rules.ts'
import type { Db } from '../../../src/platform/db/connect.ts'
import { insertOrganization } from './world.ts'

// As many of something as there may be, in one statement each.

type Owner = Readonly<{ id: string; kind?: 'user' | 'org' }>

/** Names differ in length and case, as those of people do. */
export async function fillApps(db: Db, owner: Owner, count: number): Promise<void> {
  await sql`
    insert into app (owner_id, id, owner_kind, name, name_key, display_name, description, os, platform,
                     app_secret, created_at, updated_at)
    select ${owner.id}, gen_random_uuid(), ${owner.kind ?? 'org'}::owner_kind, 'App-' || n, 'app-' || n,
           md5(n::text), repeat('It does this and that. ', 10), 'Linux', 'Custom', gen_random_uuid(),
           now() + n * interval '1 millisecond', now()
      from generate_series(1, ${count}::integer) as n`.execute(db)
}

/** Accounts nobody signs in to, as members of an organization, or of one of its apps too. */
export async function fillMembers(
  db: Db,
  organizationId: string,
  count: number,
  appId?: string,
): Promise<void> {
  await sql`
    with people as (
      insert into account (id, name, display_name, email, created_at, updated_at)
      select id, 'p-' || id, 'Somebody', id || '@example.com', now(), now()
        from (select gen_random_uuid() as id from generate_series(1, ${count}::integer)) as made
      returning id),
    seats as (
      insert into organization_member select ${organizationId}, id, 'member', now() from people)
    insert into app_member
    select ${organizationId}, ${appId ?? null}::uuid, id, 'developer', now() from people
     where ${appId ?? null}::uuid is not null`.execute(db)
}

export async function fillOrganizations(
  db: Db,
  accountId: string,
  count: number,
  role: 'admin' | 'member' = 'member',
): Promise<void> {
  await sql`
    with made as (select gen_random_uuid() as id from generate_series(1, ${count}::integer)),
    names as (insert into owner_name select 'o-' || id, id, 'org' from made),
    rows as (
      insert into organization (id, name, display_name, created_at, updated_at)
      select id, 'o-' || id, 'Something', now(), now() from made returning id)
    insert into organization_member
    select id, ${accountId}, ${role}::organization_role, now() from rows`.execute(db)
}

type InvitedTo = Readonly<{ ownerId: string; id: string | null }>

export async function fillInvitations(
  db: Db,
  { ownerId, id }: InvitedTo,
  invitedBy: string,
  count: number,
): Promise<void> {
  await sql`
    insert into invitation (owner_id, id, app_id, email, email_key, app_role, organization_role,
                            invited_by, answer_key, created_at, expires_at)
    select ${ownerId}, gen_random_uuid(), ${id}::uuid, 'i' || n || '@example.com',
           'i' || n || '@example.com', case when ${id}::uuid is null then null else 'viewer'::app_role end,
           case when ${id}::uuid is null then 'member'::organization_role end, ${invitedBy},
           gen_random_uuid(), now(), now() + interval '1 day'
      from generate_series(1, ${count}::integer) as n`.execute(db)
}

type Invited = Readonly<{
  ownerId: string
  appId?: string
  email: string
  role?: 'admin' | 'member'
  expiresAt?: Date
}>

/** An invitation of the owner, and what the invited person answers it with. */
export async function insertInvitation(db: Db, invited: Invited): Promise<string> {
  const { ownerId, appId = null, email, role = 'member' } = invited
  const answerKey = randomUUID()
  // Whoever sent it must be able to grant it: the person who owns the app, or an admin.
  const { rows } = await sql<{ id: string }>`
    select account_id as id from organization_member
     where organization_id = ${ownerId} and role = 'admin' limit 1`.execute(db)
  await db
    .insertInto('invitation')
    .values({
      owner_id: ownerId,
      id: randomUUIDv7(),
      app_id: appId,
      email,
      email_key: email.toLowerCase(),
      app_role: appId === null ? null : 'viewer',
      organization_role: role,
      invited_by: rows[0]?.id ?? ownerId,
      answer_key: answerKey,
      created_at: new Date(),
      expires_at: invited.expiresAt ?? new Date(Date.now() + 86_400_000),
    })
    .execute()
  return toInvitationToken({ ownerId, answerKey })
}

/** Subscriptions of one organization, on each of which the principal is a reader. Answers their ids. */
export async function addRoles(db: Db, principalId: string, count: number): Promise<string[]> {
  const { id: organizationId } = await insertOrganization(db)
  const prefix = randomUUID().slice(0, 8)
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into subscription (id, organization_id, display_name, created_at, updated_at)
      select ${prefix} || '-' || n, ${organizationId}, 'Many', now(), now()
        from generate_series(1, ${count}::integer) as n
      returning id)
    insert into subscription_member (subscription_id, principal_id, role, created_at)
    select id, ${principalId}, 'reader', now() from made
    returning subscription_id as id`.execute(db)
  return rows.map(({ id }) => id)
}
