import type { Db } from './connect.ts'

/** Whether somebody has signed out of the session that an access token names. Older tokens name none. */
export async function isSessionEnded(
  db: Db,
  accountId: string,
  sessionId: string | null,
): Promise<boolean> {
  if (sessionId === null) return false
  const row = await db
    .selectFrom('ended_session')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row !== undefined
}
