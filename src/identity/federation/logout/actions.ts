import { recordLogout } from '../../../directory/accounts/store.ts'
import { recordAudit } from '../../../directory/audit.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { lockByName } from '../../../platform/db/lock.ts'
import { type Origin, signOutEverywhere } from '../../sign-in/actions.ts'
import type { Logout } from './rules.ts'

/**
 * Ends the sessions of whoever has signed out at the issuer. A logout that is not newer than the last one ends
 * nothing: it was sent twice, or by somebody who kept it.
 */
export async function signOutByIssuer(
  db: Db,
  issuer: string,
  { subject, at }: Logout,
  { realTime, source, requestId }: Origin,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockByName(trx, 'identity', issuer, subject)
    const accountId = await recordLogout(trx, issuer, subject, at)
    if (accountId === undefined) return
    await signOutEverywhere(trx, accountId, realTime)
    const actor = { kind: 'process', id: 'back-channel logout', at: realTime() } as const
    await recordAudit(
      trx,
      { ...actor, source, requestId },
      {
        scopeId: accountId,
        action: 'account.sign-out',
        target: `account ${accountId}`,
        after: { issuer },
      },
    )
  })
}
