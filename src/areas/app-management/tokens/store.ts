import { type Insertable, type Selectable, sql } from 'kysely'
import type { TokenKind, TokensOfAccount } from '../../../directory/caller.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { NO_NAME } from '../../../platform/db/statement-names.ts'
import type { ApiToken } from '../../../platform/db/tables.ts'
import type { ProductTime } from '../../../platform/time.ts'

export type TokenKey = Readonly<{ homeId: string; id: string }>
export type TokenRow = Selectable<ApiToken> & {
  creator: string
  /** Of the organization that it belongs to. */
  longest_token_days: number | null
}
/** Which tokens: all of one home, or only those of an app, of a creator, or a single one. */
export type TokenScope = Readonly<{
  homeId: string
  id?: string
  kind?: TokenKind
  appId?: string
  createdBy?: string
}>
/** As its owner knows it. */
export type NamedToken = Readonly<{
  id: string
  description: string
  kind: TokenKind
  owner: string
  app: string | null
}>
export type EndedToken = Readonly<{ homeId: string; id: string; createdBy: string }>

export async function insertToken(trx: Trx, token: Insertable<ApiToken>): Promise<void> {
  await trx.insertInto('api_token').values(token).execute()
}

/**
 * False when the account has used up its tokens. The condition is part of the update, so that
 * creators who come at once wait for each other's count instead of all reading the same one.
 */
export async function raiseTokenCount(
  trx: Trx,
  accountId: string,
  limit: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set((account) => ({ token_count: account('token_count', '+', 1) }))
    .where('id', '=', accountId)
    .where('token_count', '<', limit)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Gives the creators back what the ended tokens took. Accounts are locked in a fixed order, which prevents deadlock. */
export async function lowerTokenCounts(trx: Trx, ended: readonly EndedToken[]): Promise<void> {
  await sql`
    with ended as (
      select creator.id, count(*)::integer as tokens
        from unnest(${ended.map(({ createdBy }) => createdBy)}::uuid[]) as creator (id)
       group by creator.id),
    locked as (
      select account.id from account join ended on ended.id = account.id
       order by account.id for no key update of account)
    update account set token_count = token_count - ended.tokens
      from ended join locked on locked.id = ended.id
     where account.id = ended.id`.execute(trx)
}

const inScope = ({ homeId, id, kind, appId, createdBy }: TokenScope) => ({
  home_id: homeId,
  ...(id !== undefined && { id }),
  ...(kind !== undefined && { kind }),
  ...(appId !== undefined && { app_id: appId }),
  ...(createdBy !== undefined && { created_by: createdBy }),
})

/** All that are not revoked; at most so many, of which any are left out; or those with these ids. */
export type Part = Readonly<{ most?: number; ids?: readonly string[] }>

export function listTokens(
  db: Db,
  scope: TokenScope,
  { most, ids }: Part = {},
): Promise<TokenRow[]> {
  return (
    db
      .selectFrom((from) =>
        from
          .selectFrom('api_token')
          .selectAll()
          .where((row) => row.and(inScope(scope)))
          .where('revoked_at', 'is', null)
          .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = any(${ids}::uuid[])`))
          .$if(most !== undefined, (query) => query.limit(most ?? 0))
          .as('token'),
      )
      .innerJoin('account', 'account.id', 'token.created_by')
      .leftJoin('organization', 'organization.id', 'token.home_id')
      .selectAll('token')
      .select(['account.name as creator', 'organization.longest_token_days'])
      .orderBy('token.created_at')
      .orderBy('token.id')
      // Planned for any ids, it would compare each token with each id.
      .$if(ids !== undefined, (query) => query.modifyEnd(sql.raw(NO_NAME)))
      .execute()
  )
}

/** In the order of the list. */
export async function listTokenIds(db: Db, scope: TokenScope): Promise<string[]> {
  const rows = await db
    .selectFrom('api_token')
    .select('id')
    .where((row) => row.and(inScope(scope)))
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whoever ends several tokens locks them in a fixed order, which prevents deadlock. */
export function endTokens(trx: Trx, scope: TokenScope, at: ProductTime): Promise<EndedToken[]> {
  return trx
    .with('locked', (rows) =>
      rows
        .selectFrom('api_token')
        .select(['home_id', 'id'])
        .where((row) => row.and(inScope(scope)))
        .where('revoked_at', 'is', null)
        .orderBy('home_id')
        .orderBy('id')
        .forUpdate(),
    )
    .updateTable('api_token as token')
    .from('locked')
    .set({ revoked_at: at })
    .whereRef('token.home_id', '=', 'locked.home_id')
    .whereRef('token.id', '=', 'locked.id')
    .where('token.revoked_at', 'is', null)
    .returning(['token.home_id as homeId', 'token.id', 'token.created_by as createdBy'])
    .execute()
}

/** What an account can act with: its own tokens, or also those of apps and organizations it created. */
export function listLiveTokensOf(
  trx: Trx,
  accountId: string,
  which: TokensOfAccount,
): Promise<TokenKey[]> {
  return trx
    .selectFrom('api_token')
    .select(['home_id as homeId', 'id'])
    .where('created_by', '=', accountId)
    .where('revoked_at', 'is', null)
    .$if(which === 'own', (query) => query.where('kind', '=', 'user'))
    .execute()
}

/** Whether there is or ever was such a token. */
export async function hasToken(trx: Trx, scope: TokenScope): Promise<boolean> {
  const token = await trx
    .selectFrom('api_token')
    .select('id')
    .where((row) => row.and(inScope(scope)))
    .executeTakeFirst()
  return token !== undefined
}

/**
 * What a token made, what that made, and so on, also when it was revoked long ago. Tokens of an app or
 * organization belong there: they count only where the account could revoke them itself.
 */
export async function listDescendants(
  trx: Trx,
  ancestor: TokenKey,
  accountId: string,
): Promise<TokenKey[]> {
  const { rows } = await sql<TokenKey>`
    with recursive descendant as (
      select home_id, id, kind, app_id from api_token
       where maker_home_id = ${ancestor.homeId} and maker_id = ${ancestor.id}
      union
      select token.home_id, token.id, token.kind, token.app_id
        from descendant
        join api_token as token
          on token.maker_home_id = descendant.home_id and token.maker_id = descendant.id)
    select home_id as "homeId", id from descendant as token where ${canRevoke(accountId)}`.execute(
    trx,
  )
  return rows
}

/** Whether the account could revoke a token that it created, or that came of one. */
const canRevoke = (accountId: string) => sql<boolean>`
  (token.kind = 'user'
   or exists (select from organization_member as seat
               where seat.organization_id = token.home_id and seat.account_id = ${accountId}
                 and seat.role = 'admin')
   or (token.kind = 'app' and token.home_id = ${accountId})
   or (token.kind = 'app' and exists (
         select from app_member as member
          where member.owner_id = token.home_id and member.app_id = token.app_id
            and member.account_id = ${accountId}
            and member.role in ('manager', 'developer'))))`

/** Two, because one may be about to be replaced; expired ones first, and not `maker`, which is in use. */
export async function listLeastUsed(
  trx: Trx,
  { createdBy, maker }: Readonly<{ createdBy: string; maker?: TokenKey }>,
  at: ProductTime,
): Promise<NamedToken[]> {
  const { rows } = await sql<NamedToken>`
    select token.id, token.description, token.kind, app.name as app,
           coalesce(organization.name, account.name) as owner
      from api_token as token
      left join organization on organization.id = token.home_id
      left join account on account.id = token.home_id
      left join app on app.owner_id = token.home_id and app.id = token.app_id
     where token.created_by = ${createdBy} and token.revoked_at is null
       and token.id is distinct from ${maker?.id ?? null}::uuid and ${canRevoke(createdBy)}
     order by coalesce(token.expires_at <= ${at}, false) desc,
              coalesce(token.last_used_at, token.created_at), token.id
     limit 2`.execute(trx)
  return rows
}

export async function endTokensByKey(
  trx: Trx,
  keys: readonly TokenKey[],
  at: ProductTime,
): Promise<EndedToken[]> {
  const { rows } = await sql<EndedToken>`
    with locked as (
      select token.home_id, token.id
        from unnest(${keys.map((key) => key.homeId)}::uuid[],
                    ${keys.map((key) => key.id)}::uuid[]) as ended (home_id, id)
        join api_token as token on token.home_id = ended.home_id and token.id = ended.id
       where token.revoked_at is null
       order by token.home_id, token.id
         for update of token)
    update api_token set revoked_at = ${at}
      from locked
     where api_token.home_id = locked.home_id and api_token.id = locked.id
       and api_token.revoked_at is null
    returning api_token.home_id as "homeId", api_token.id, api_token.created_by as "createdBy"`.execute(
    trx,
  )
  return rows
}

/**
 * So many at most; answers how many. A token that made others stays until they are deleted: what it
 * made is found through it, and can be revoked together with it.
 */
export async function deleteRevokedTokens(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from api_token where (home_id, id) in (
      select revoked.home_id, revoked.id from api_token as revoked
       where revoked.revoked_at < ${before}
             and not exists (select from api_token as made
                              where made.maker_home_id = revoked.home_id and made.maker_id = revoked.id)
       order by revoked.revoked_at limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
