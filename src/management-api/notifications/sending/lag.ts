import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'

export type SendingLag = Readonly<{
  /** Since when the destination that waits longest for a sender is due. */
  dueSince: Date | null
  noticesWaiting: number
}>

/** More are not counted, so that many notices do not make the statement slow. */
const MOST_COUNTED = 10_000

/** A destination that is called now has a sender; one that fails or responds slowly waits on purpose. */
export async function readSendingLag(db: Db, now: Date): Promise<SendingLag> {
  const { rows } = await sql<SendingLag>`
    select (select due_at from notification
             where due_at is not null and failing_since is null and not is_slow
               and (claimed_until is null or claimed_until <= ${now})
               and (receiver_state is null or receiver_state = 'confirmed')
             order by due_at limit 1) as "dueSince",
           (select count(*)::integer
              from (select from notice limit ${MOST_COUNTED}) as waiting) as "noticesWaiting"`.execute(
    db,
  )
  return rows[0] ?? { dueSince: null, noticesWaiting: 0 }
}
