import type { Db, Trx } from '../../../../platform/db/connect.ts'
import type { TokenLife } from './rules.ts'

/** Nothing when the owner is a person. */
export function findLife(db: Db, ownerId: string): Promise<TokenLife | undefined> {
  return db
    .selectFrom('organization')
    .select(['longest_token_days as longestDays', 'default_token_days as defaultDays'])
    .where('id', '=', ownerId)
    .executeTakeFirst()
}

export async function setLife(
  trx: Trx,
  organizationId: string,
  { longestDays, defaultDays }: TokenLife,
): Promise<void> {
  await trx
    .updateTable('organization')
    .set({ longest_token_days: longestDays, default_token_days: defaultDays })
    .where('id', '=', organizationId)
    .execute()
}
