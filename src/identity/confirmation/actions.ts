import { isSessionEnded, lockAccounts } from '../../directory/accounts/store.ts'
import { recordAudit } from '../../directory/audit.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { RealTime } from '../../platform/time.ts'
import { PORTAL } from '../oauth/clients.ts'
import { recordLabel } from '../oauth/sealed-columns.ts'
import { findSecondFactorUse, recordSecondFactor } from '../second-factor/store.ts'
import type { Origin } from '../sign-in/actions.ts'
import { type ConfirmLink, stateOf } from './rules.ts'
import { findSessionRecord } from './store.ts'

/** The application that is signed in, and since when. */
export type RequestingSession = Readonly<{ clientId: string; signedInAt: Date }>

type Payload = Readonly<{ clientId?: string; iat?: number; loginTs?: number }>

/** Undefined if the session has ended. The portal alone asks within the session of a browser. */
export async function findRequestingSession(
  db: Db,
  seal: Seal,
  { accountId, sessionId }: ConfirmLink,
  now: RealTime,
): Promise<RequestingSession | undefined> {
  const record = await findSessionRecord(db, accountId, sessionId, now)
  if (!record) return undefined
  const { kind, id_hash, sealed } = record
  const payload: Payload = JSON.parse(seal.open(sealed, recordLabel(kind, id_hash)))
  const { clientId = PORTAL, iat = 0, loginTs = iat } = payload
  return { clientId, signedInAt: new Date(loginTs * 1000) }
}

export const findUsedAt = async (db: Db, accountId: string, sessionId: string) =>
  (await findSecondFactorUse(db, accountId, sessionId))?.usedAt

export type Confirmed = 'confirmed' | 'used' | 'expired' | 'ended' | 'not-given'

/**
 * What was given in the browser after the link was made counts for the session of the link as well. The
 * account is locked: a link that is sent twice at once counts once, and signing out comes before or after.
 */
export function confirmSession(
  db: Db,
  link: ConfirmLink,
  { browserSessionId, client }: Readonly<{ browserSessionId: string; client: string }>,
  { realTime, source, requestId }: Origin,
): Promise<Confirmed> {
  const { accountId, sessionId } = link
  return db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [accountId])
    const at = realTime()
    const state = stateOf(link, await findUsedAt(trx, accountId, sessionId), at)
    if (state !== 'pending') return state === 'confirmed' ? 'used' : state
    if (await isSessionEnded(trx, accountId, sessionId)) return 'ended'
    if (!(await findSessionRecord(trx, accountId, sessionId, at))) return 'ended'
    const given = await findSecondFactorUse(trx, accountId, browserSessionId)
    if (!given || given.usedAt < link.issuedAt) return 'not-given'
    const { method, usedAt } = given
    await recordSecondFactor(trx, { accountId, sessionId, method, at: usedAt as RealTime })
    const actor = { kind: 'account', id: accountId, at, source, requestId } as const
    await recordAudit(trx, actor, {
      scopeId: accountId,
      action: 'account.confirm-session',
      target: `session ${sessionId}`,
      after: { client, method },
    })
    return 'confirmed'
  })
}
