import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { isUniqueViolation } from '../../../platform/db/conflict.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { ifGiven } from '../../../platform/db/if-given.ts'
import type { Read } from '../../../platform/db/shared-read.ts'
import type { App, AppRole, OrganizationRole } from '../../../platform/db/tables.ts'
import type { ProductTime } from '../../../platform/time.ts'
import type { AppOrder } from './wire.ts'

export type AppKey = Readonly<{ ownerId: string; appId: string }>

/** An app, its owner, and the roles one account has been given there. */
export type AppRow = Selectable<App> & {
  owner_name: string
  owner_display_name: string
  owner_email: string | null
  app_role: AppRole | null
  organization_role: OrganizationRole | null
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

function selectApps(db: Db, accountId: string | null) {
  const viewer = accountId ?? NOBODY
  return db
    .selectFrom('app')
    .leftJoin('account as person', (join) =>
      join.onRef('person.id', '=', 'app.owner_id').on('app.owner_kind', '=', 'user'),
    )
    .leftJoin('organization as org', 'org.id', 'app.owner_id')
    .leftJoin('app_member as member', (join) =>
      join
        .onRef('member.owner_id', '=', 'app.owner_id')
        .onRef('member.app_id', '=', 'app.id')
        .on('member.account_id', '=', viewer),
    )
    .leftJoin('organization_member as seat', (join) =>
      join.onRef('seat.organization_id', '=', 'app.owner_id').on('seat.account_id', '=', viewer),
    )
    .selectAll('app')
    .select((expression) => [
      // Every app has an owner, who is one or the other.
      expression.fn.coalesce('person.name', 'org.name').$notNull().as('owner_name'),
      expression.fn
        .coalesce('person.display_name', 'org.display_name')
        .$notNull()
        .as('owner_display_name'),
      'person.email as owner_email',
      'member.role as app_role',
      'seat.role as organization_role',
    ])
}

export function findApp(
  db: Db,
  { ownerId, appId }: AppKey,
  accountId: string | null,
): Promise<AppRow | undefined> {
  return selectApps(db, accountId)
    .where('app.owner_id', '=', ownerId)
    .where('app.id', '=', appId)
    .executeTakeFirst()
}

const OF_APP = [
  ...(['owner_id', 'id', 'owner_kind', 'name', 'name_key', 'display_name', 'description'] as const),
  ...(['os', 'platform', 'release_type', 'icon_url', 'app_secret'] as const),
  ...(['created_at', 'updated_at'] as const),
]
const APP_COLUMNS: readonly (readonly [name: keyof AppRow, expression: string])[] = [
  ...OF_APP.map((name) => [name, `app.${name}`] as const),
  ['owner_name', 'coalesce(person.name, org.name)'],
  ['owner_display_name', 'coalesce(person.display_name, org.display_name)'],
  ['owner_email', 'person.email'],
  ['app_role', 'member.role'],
  ['organization_role', 'seat.role'],
]

/** `findApp` for requests that wait together. Every join is by a unique key: one row for each. */
export const findApps: Read<AppKey & { accountId: string | null }, AppRow | undefined> = {
  name: 'app',
  sql: `
    select ${APP_COLUMNS.map(([, expression]) => expression).join(', ')}
      from unnest((select $1::uuid[]), (select $2::uuid[]), (select $3::uuid[]))
           with ordinality as asked (owner_id, app_id, account_id, position)
      left join app on app.owner_id = asked.owner_id and app.id = asked.app_id
      left join account as person on person.id = app.owner_id and app.owner_kind = 'user'
      left join organization as org on org.id = app.owner_id
      left join app_member as member
        on member.owner_id = app.owner_id and member.app_id = app.id
           and member.account_id = asked.account_id
      left join organization_member as seat
        on seat.organization_id = app.owner_id and seat.account_id = asked.account_id
     order by asked.position`,
  toParameters: (keys) => [
    `{${keys.map(({ ownerId }) => ownerId).join()}}`,
    `{${keys.map(({ appId }) => appId).join()}}`,
    `{${keys.map(({ accountId }) => accountId ?? 'null').join()}}`,
  ],
  toValue: (row) => (row[0] === null ? undefined : toAppRow(row)),
}

function toAppRow(columns: readonly unknown[]): AppRow {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < APP_COLUMNS.length; i++) row[APP_COLUMNS[i]?.[0] ?? ''] = columns[i]
  return row as AppRow
}

/** Which apps: those of one owner, or those one account reaches. */
export type AppScope = Readonly<{ ownerId: string } | { accountId: string }>

const KEY = sql`app.owner_id, app.id`

/**
 * Reaches across owners: what the account owns, is a member of, or administers by its organization.
 * What is needed of an app is read in each branch: joined to all of them, every app would be scanned.
 */
export const selectAppsOfAccount = (accountId: string, most: number | null, columns = KEY) => sql`
  (select ${columns} from app where app.owner_id = ${accountId} limit ${most})
  union (select ${columns} from app_member as member
           join app on app.owner_id = member.owner_id and app.id = member.app_id
          where member.account_id = ${accountId} limit ${most})
  union (select ${columns} from organization_member as seat
           join app on app.owner_id = seat.organization_id
          where seat.account_id = ${accountId} and seat.role = 'admin' limit ${most})`

const selectOfScope = (scope: AppScope, most: number | null, columns = KEY) =>
  'accountId' in scope
    ? selectAppsOfAccount(scope.accountId, most, columns)
    : sql`select ${columns} from app where app.owner_id = ${scope.ownerId} limit ${most}`

/** In order of creation, with the roles of the account there. At most so many, of which any are left out. */
export function listApps(
  db: Db,
  scope: AppScope,
  accountId: string | null,
  most: number,
): Promise<AppRow[]> {
  return selectApps(db, accountId)
    .where(sql<boolean>`(app.owner_id, app.id) in (${selectOfScope(scope, most)})`)
    .orderBy('app.created_at')
    .orderBy('app.id')
    .limit(most)
    .execute()
}

export type ListedKey = AppKey & Readonly<{ label: string }>

/** All of them in order of creation, each with what it can be sorted by. */
export async function listAppKeys(
  db: Db,
  scope: AppScope,
  label: NonNullable<AppOrder['$orderBy']>,
): Promise<ListedKey[]> {
  const { rows } = await sql<ListedKey>`
    select owner_id as "ownerId", id as "appId", label
      from (${selectOfScope(scope, null, sql`${KEY}, app.created_at, ${sql.ref(`app.${label}`)} as label`)}) as listed
     order by created_at, id`.execute(db)
  return rows
}

export function listAppsByKey(
  db: Db,
  keys: readonly AppKey[],
  accountId: string | null,
): Promise<AppRow[]> {
  return selectApps(db, accountId)
    .where(
      sql<boolean>`(app.owner_id, app.id) in (
        select * from unnest(${keys.map(({ ownerId }) => ownerId)}::uuid[],
                             ${keys.map(({ appId }) => appId)}::uuid[]))`,
    )
    .orderBy('app.created_at')
    .orderBy('app.id')
    .execute()
}

/** False when the owner has an app of that name already, in any spelling. */
export async function insertApp(trx: Trx, app: Insertable<App>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('app')
    .values(app)
    .onConflict((conflict) => conflict.columns(['owner_id', 'name_key']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Who is a member already keeps the higher of the two roles. Answers with what it is then. */
export async function putAppMember(
  trx: Trx,
  { ownerId, appId }: AppKey,
  accountId: string,
  role: AppRole,
  at: ProductTime,
): Promise<AppRole> {
  const member = await trx
    .insertInto('app_member')
    .values({ owner_id: ownerId, app_id: appId, account_id: accountId, role, joined_at: at })
    .onConflict((conflict) =>
      // The database lists the roles from the highest on, so the least is the highest.
      conflict
        .columns(['owner_id', 'app_id', 'account_id'])
        .doUpdateSet({ role: sql`least(app_member.role, excluded.role)` }),
    )
    .returning('role')
    .executeTakeFirstOrThrow()
  return member.role
}

/** False when the owner has another app of that name. */
export async function setApp(
  trx: Trx,
  { ownerId, appId }: AppKey,
  change: Updateable<App>,
): Promise<boolean> {
  try {
    await trx
      .updateTable('app')
      .set(change)
      .where('owner_id', '=', ownerId)
      .where('id', '=', appId)
      .execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** Off one app, or off all apps of the owner. Tells who they were. */
export function deleteAppMembers(trx: Trx, ownerId: string, appId?: string) {
  return trx
    .deleteFrom('app_member')
    .where('owner_id', '=', ownerId)
    .where((row) => ifGiven(appId, (given) => row('app_id', '=', given)))
    .returning(['account_id', 'role'])
    .execute()
}

/** Tells which they were. */
export function deleteApps(trx: Trx, ownerId: string, appId?: string) {
  return trx
    .deleteFrom('app')
    .where('owner_id', '=', ownerId)
    .where((row) => ifGiven(appId, (given) => row('id', '=', given)))
    .returning(['id', 'name'])
    .execute()
}

/**
 * A row never changes its home: the app and its members are deleted and inserted under the new
 * owner, in one statement. False when the new owner has an app of that name.
 */
export async function moveApp(
  trx: Trx,
  { ownerId, appId }: AppKey,
  organizationId: string,
  at: ProductTime,
): Promise<boolean> {
  try {
    await sql`
      with members as (
        delete from app_member where owner_id = ${ownerId} and app_id = ${appId} returning *),
      gone as (
        delete from app where owner_id = ${ownerId} and id = ${appId} returning *),
      moved as (
        insert into app (owner_id, id, owner_kind, name, name_key, display_name, description, os,
                         platform, release_type, icon_url, app_secret, created_at, updated_at)
        select ${organizationId}, id, 'org', name, name_key, display_name, description, os,
               platform, release_type, icon_url, app_secret, created_at, ${at} from gone)
      insert into app_member (owner_id, app_id, account_id, role, joined_at)
      select ${organizationId}, app_id, account_id, role, joined_at from members`.execute(trx)
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}
