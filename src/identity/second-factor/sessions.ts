import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Db } from '../../platform/db/connect.ts'
import type { RealTime } from '../../platform/time.ts'
import type { SecondFactorRecords } from '../oauth/sessions/names.ts'
import { hasGivenSecondFactor } from './rules.ts'
import { copySecondFactorUse, hasSecondFactor, recordSecondFactor } from './store.ts'

type Issued = Readonly<{ amr?: string[]; sessionUid?: string; expiresWithSession?: boolean }>

/**
 * Whether a session, code or refresh token is of a sign-in without a second factor, and the account has
 * one by now: it counts no more. What belongs to a session counts if the session does.
 */
export async function lacksSecondFactor(
  db: Db,
  { oidc }: KoaContextWithOIDC,
  accountId: string,
  token: object | undefined,
): Promise<boolean> {
  const { amr, sessionUid, expiresWithSession }: Issued = token ?? oidc.session ?? {}
  if (!(await lacksFactor(db, accountId, amr))) return false
  if (!expiresWithSession || sessionUid === undefined) return true
  const session = await oidc.provider.Session.findByUid(sessionUid)
  return !hasGivenSecondFactor(session?.amr)
}

/** The same for the session of a browser on a page. */
export const lacksFactor = async (
  db: Db,
  accountId: string,
  amr: readonly string[] | undefined,
): Promise<boolean> => !hasGivenSecondFactor(amr) && (await hasSecondFactor(db, accountId))

export const recordSecondFactors = (db: Db): SecondFactorRecords => ({
  record: (accountId, sessionId, { method, atMs }) =>
    recordSecondFactor(db, { accountId, sessionId, method, at: new Date(atMs) as RealTime }),
  copy: (accountId, sessionId, toSessionId) =>
    copySecondFactorUse(db, accountId, sessionId, toSessionId),
})
