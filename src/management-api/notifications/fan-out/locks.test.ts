import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useHealth } from '../../../../test/support/server/health.ts'
import { systemRealTime } from '../../../platform/time.ts'
import { fanOutFollower } from './follower.ts'

const health = useHealth()

test('who did not ask for a notice is not locked when others are told of it', async () => {
  const { db } = health.database
  await health.addSubscription('sub-1', {})
  await sql`
    insert into notification (subscription_id, id, name, kind, sealed_address, shown_address, notices,
                              is_on, created_by, created_at, updated_at)
    select 'sub-1', gen_random_uuid(), name, 'webhook', '', '', array[name], true, 'x', now(), now()
      from unnest(array['events', 'quotaUsage']) as name`.execute(db)
  await sql`insert into notice values ('sub-1', 'quota-usage', 'cores', '{}')`.execute(db)
  const follower = fanOutFollower({
    ...{ db, realTime: systemRealTime },
    onSkipped: (_skipped, error) => {
      throw error
    },
  })
  await db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = '10s'`.execute(trx)
    await sql`select from notification where name = 'events' for update`.execute(trx)
    await follower.run(new AbortController().signal)
  })
  const { rows } = await sql`
    select name, subject from delivery join notification on notification.id = notification_id`.execute(
    db,
  )
  expect(rows).toEqual([{ name: 'quotaUsage', subject: 'cores' }])
})
