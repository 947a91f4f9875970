import { sql } from 'kysely'
import type { TokenAccess, TokenKind } from '../../../../directory/caller.ts'
import type { Trx } from '../../../../platform/db/connect.ts'
import type { ProductTime } from '../../../../platform/time.ts'

export type Expiring = Readonly<{
  id: string
  kind: TokenKind
  access: TokenAccess
  createdBy: string
  createdAt: Date
  expiresAt: Date
}>

/** The next one to warn of, which is not taken again. Tokens that never lived longer than that are passed over. */
export async function takeExpiring(
  trx: Trx,
  now: ProductTime,
  until: ProductTime,
  leastLifeMs: number,
): Promise<Expiring | undefined> {
  const { rows } = await sql<Expiring>`
    update api_token set expiry_warned_at = ${now}
     where (home_id, id) in (
       select home_id, id from api_token
        where expires_at > ${now} and expires_at <= ${until}
          and revoked_at is null and expiry_warned_at is null
          and expires_at - created_at > ${leastLifeMs} * interval '1 millisecond'
        order by expires_at limit 1 for update skip locked)
    returning id, kind, access, created_by as "createdBy", created_at as "createdAt",
              expires_at as "expiresAt"`.execute(trx)
  return rows[0]
}
