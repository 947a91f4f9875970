import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSilentHost } from '../../../test/support/database/silent-host.ts'
import { connect } from './connect.ts'
import { openSharedReads } from './shared-read.ts'
import { findUnavailableReason } from './unavailable.ts'

const MAX_WAIT_MS = 2000
/** A queue and then an attempt, each with the whole limit, would take nearly twice the limit. */
const LATE_MS = 1.4 * MAX_WAIT_MS

/** Ten a second, so that the later ones wait in the queue behind the first. */
async function sendForTwoSeconds(send: () => Promise<unknown>) {
  const replies: Promise<{ reason: string | undefined; ms: number }>[] = []
  for (let n = 0; n < 20; n++) {
    const startedAt = performance.now()
    const toReply = (error?: unknown) => ({
      reason: findUnavailableReason(error),
      ms: performance.now() - startedAt,
    })
    replies.push(send().then(() => toReply(), toReply))
    await delay(100)
  }
  return Promise.all(replies)
}

async function expectRefusedInTime(send: () => Promise<unknown>): Promise<void> {
  const replies = await sendForTwoSeconds(send)
  for (const { reason } of replies) expect(reason).toMatch(/^(cannot connect|too many waiting)$/)
  expect(replies.some(({ reason }) => reason === 'cannot connect')).toBe(true)
  expect(Math.max(...replies.map(({ ms }) => ms))).toBeLessThan(LATE_MS)
}

test('the pool: the queue and opening a connection have one time limit together', async () => {
  const url = `postgres://x@${await openSilentHost()}/x`
  const db = connect(url, { size: 2, maxWaitMs: MAX_WAIT_MS })
  onTestFinished(() => db.destroy())
  await expectRefusedInTime(() => sql`select 1`.execute(db))
})

test('shared reads: the queue and opening a connection have one time limit together', async () => {
  const retries: unknown[] = []
  const reads = openSharedReads(`postgres://x@${await openSilentHost()}/x`, {
    maxWaitMs: MAX_WAIT_MS,
    onRetry: (_read, error) => void retries.push(error),
  })
  onTestFinished(() => reads.close())
  await expectRefusedInTime(() => defineRead(reads)(1))
  expect(retries).toEqual([])
})

function defineRead(reads: ReturnType<typeof openSharedReads>) {
  return reads.define<number, number>({
    name: 'the same number',
    sql: 'select * from unnest($1::int[])',
    toParameters: (keys) => [keys],
    toValue: ([value]) => value as number,
  })
}
