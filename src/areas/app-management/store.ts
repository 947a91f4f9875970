import { CompiledQuery } from 'kysely'
import type { OwnerKind, PresentedToken } from '../../directory/caller.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Read } from '../../platform/db/shared-read.ts'
import type { ResolvedTarget } from './access.ts'

/** Names in lower case, and known to be names: they hold nothing but letters, digits, `-`, `_`, `.`. */
export type TargetKey = Readonly<{ accountId: string | null; owner: string; app: string | null }>

type Columns = [
  ResolvedTarget['ownerId'] | null,
  ResolvedTarget['ownerKind'],
  ResolvedTarget['organizationRole'],
  ResolvedTarget['appId'],
  ResolvedTarget['appRole'],
]

/** Every join is by a unique key, so each question gets exactly one row. */
const TARGET_SQL = `
  select name.owner_id, name.owner_kind, seat.role as organization_role,
         app.id as app_id, member.role as app_role
    from unnest((select $1::uuid[]), (select $2::text[]), (select $3::text[]))
         with ordinality as asked (account_id, owner, app, position)
    left join owner_name as name on name.key = asked.owner
    left join organization_member as seat
      on seat.organization_id = name.owner_id and seat.account_id = asked.account_id
    left join app on app.owner_id = name.owner_id and app.name_key = asked.app
    left join app_member as member
      on member.owner_id = app.owner_id and member.app_id = app.id
         and member.account_id = asked.account_id
   order by asked.position`

export const findTargets: Read<TargetKey, ResolvedTarget | undefined> = {
  name: 'target',
  sql: TARGET_SQL,
  toParameters: (keys) => [
    `{${keys.map(({ accountId }) => accountId ?? 'null').join()}}`,
    // Quoted, because an unquoted null is no text but the absence of one.
    `{${keys.map(({ owner }) => `"${owner}"`).join()}}`,
    `{${keys.map(({ app }) => (app === null ? 'null' : `"${app}"`)).join()}}`,
  ],
  toValue: (row) => toTarget(row as Columns),
}

/** The same question asked alone, of what this transaction sees. */
export async function findTarget(db: Db, key: TargetKey): Promise<ResolvedTarget | undefined> {
  const { rows } = await db.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(TARGET_SQL, findTargets.toParameters([key])),
  )
  return toTarget(Object.values(rows[0] ?? {}) as Columns)
}

function toTarget(columns: Columns): ResolvedTarget | undefined {
  const [ownerId, ownerKind, organizationRole, appId, appRole] = columns
  if (ownerId === null) return undefined
  return { ownerId, ownerKind, organizationRole, appId, appRole }
}

/**
 * One lock per owner: whoever changes its apps, members or invitations takes it alone, whoever grants
 * something on the strength of a role shares it. Owners are locked in a fixed order, which prevents deadlock.
 */
export async function lockOwners(
  trx: Trx,
  names: readonly string[],
  mode: 'alone' | 'shared',
): Promise<void> {
  const query = trx
    .selectFrom('owner_name')
    .select('key')
    .where(
      'key',
      'in',
      names.map((name) => name.toLowerCase()),
    )
    .orderBy('key')
  await (mode === 'alone' ? query.forUpdate() : query.forShare()).execute()
}

/** For an owner known by id, as the token of an invitation names it. */
export async function lockOwner(trx: Trx, ownerId: string): Promise<OwnerKind | undefined> {
  const owner = await trx
    .selectFrom('owner_name')
    .select('owner_kind')
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  return owner?.owner_kind
}

/** Shared: who revokes the token waits until this transaction has ended, and the other way round. */
export function lockToken(trx: Trx, { homeId, id }: PresentedToken) {
  return trx
    .selectFrom('api_token')
    .select(['kind', 'created_by', 'expires_at', 'revoked_at'])
    .where('home_id', '=', homeId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}

/** What an account is at an address, and whether it is disabled. To be relied on, it is read under the owner's lock. */
export async function findStanding(
  db: Db,
  accountId: string,
  resolved: Pick<ResolvedTarget, 'ownerId' | 'ownerKind' | 'appId'>,
): Promise<(ResolvedTarget & { isDisabled: boolean }) | undefined> {
  const row = await db
    .selectFrom('account')
    .leftJoin('organization_member as seat', (join) =>
      join
        .onRef('seat.account_id', '=', 'account.id')
        .on('seat.organization_id', '=', resolved.ownerId),
    )
    .leftJoin('app_member as member', (join) =>
      join
        .onRef('member.account_id', '=', 'account.id')
        .on('member.owner_id', '=', resolved.ownerId)
        .on('member.app_id', '=', resolved.appId),
    )
    .select(['account.disabled_at', 'seat.role as organizationRole', 'member.role as appRole'])
    .where('account.id', '=', accountId)
    .executeTakeFirst()
  if (!row) return undefined
  const { disabled_at, organizationRole, appRole } = row
  return { ...resolved, organizationRole, appRole, isDisabled: disabled_at !== null }
}

/** Who created a token never changes. */
export async function findTokenCreator(
  trx: Trx,
  { homeId, id }: PresentedToken,
): Promise<string | undefined> {
  const token = await trx
    .selectFrom('api_token')
    .select('created_by')
    .where('home_id', '=', homeId)
    .where('id', '=', id)
    .executeTakeFirst()
  return token?.created_by
}
