import type { Caller, PresentedToken } from '../directory/caller.ts'
import type { ProductTime } from '../platform/time.ts'
import type { TokenRow } from './store.ts'

/** Why a token does not let its holder in. */
export type TokenFault =
  | { fault: 'unknown' }
  | { fault: 'revoked'; at: Date }
  | { fault: 'expired'; at: Date }
  | { fault: 'account-disabled' }

type TokenCaller = Extract<Caller, { token: PresentedToken }>

export function judgeToken(row: TokenRow | undefined, now: ProductTime): TokenCaller | TokenFault {
  if (!row) return { fault: 'unknown' }
  if (row.revokedAt) return { fault: 'revoked', at: row.revokedAt }
  if (row.expiresAt && row.expiresAt <= now) return { fault: 'expired', at: row.expiresAt }
  const { homeId, id, access, createdBy } = row
  const token = { homeId, id, access, createdBy }
  if (row.kind === 'org') return { kind: 'org', token, organizationId: homeId }
  if (row.kind === 'app' && row.appId) {
    return { kind: 'app', token, ownerId: homeId, appId: row.appId }
  }
  // A user token without its account, or an app token without its app, is a token of nobody.
  if (!row.account) return { fault: 'unknown' }
  if (row.account.disabledAt) return { fault: 'account-disabled' }
  return { kind: 'user', token, account: row.account }
}
