import type { Db, Trx } from '../../../../platform/db/connect.ts'
import { ifGiven } from '../../../../platform/db/if-given.ts'
import type { TokenKey, TokenRow } from '../../tokens/store.ts'

/** Whose tokens: those an account created, those of an organization and its apps, those of an app. */
export type TokensOf = Readonly<{ createdBy: string } | { homeId: string; appId?: string }>

const selectLive = (db: Db, of: TokensOf) =>
  db
    .selectFrom('api_token as token')
    .where('token.revoked_at', 'is', null)
    .where((row) =>
      'createdBy' in of
        ? row('token.created_by', '=', of.createdBy)
        : row.and([
            row('token.home_id', '=', of.homeId),
            ...(of.appId === undefined ? [] : [row('token.app_id', '=', of.appId)]),
          ]),
    )

/** In the order they were created, from after one on. */
export function listTokens(
  db: Db,
  of: TokensOf,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<TokenRow[]> {
  return selectLive(db, of)
    .innerJoin('account', 'account.id', 'token.created_by')
    .leftJoin('organization', 'organization.id', 'token.home_id')
    .selectAll('token')
    .select(['account.name as creator', 'organization.longest_token_days'])
    .where((row) => ifGiven(after, (given) => row('token.id', '>', given)))
    .orderBy('token.id')
    .limit(limit)
    .execute()
}

export function findToken(trx: Trx, of: TokensOf, id: string): Promise<TokenKey | undefined> {
  return selectLive(trx, of)
    .select(['token.home_id as homeId', 'token.id'])
    .where('token.id', '=', id)
    .executeTakeFirst()
}
