import type { Db } from '../../platform/db/connect.ts'
import { type Origin, signOut } from './actions.ts'

type Interaction = {
  session?: { uid: string; accountId?: string } | undefined
  exp: number
  params: { client_id?: unknown }
  save: (ttl: number) => Promise<string>
}

/** Whoever signs in as somebody else leaves the session that was there: one browser is one person. */
export async function leaveFormerSession(
  db: Db,
  details: Interaction,
  accountId: string,
  by: Origin,
): Promise<void> {
  const { session, params, exp } = details
  if (!session?.accountId || session.accountId === accountId) return
  const { uid, accountId: former } = session
  await signOut(db, { uid, accountId: former, clients: [String(params.client_id)] }, by)
  // The sign-in goes on without it.
  Object.assign(details, { session: undefined, grantId: undefined })
  await details.save(exp - Math.floor(by.realTime().getTime() / 1000))
}
