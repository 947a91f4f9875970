import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useHealth } from '../../../../test/support/server/health.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import { findPosition, listRevisionsAfter } from './store.ts'

const health = useHealth()
const LATE = 'LATE-00001'

/** Publishes a copy of an event under another name, in a transaction that somebody else ends. */
async function copyEvent(trx: Trx, from: string, to: string): Promise<void> {
  await sql`
    insert into event select (jsonb_populate_record(event, jsonb_build_object('tracking_id', ${to}::text))).*
      from event where tracking_id = ${from}`.execute(trx)
  await sql`
    insert into event_revision (tracking_id, number, at, change, made_by, made_by_type, actor_id)
    select ${to}, number, at, change, made_by, made_by_type, actor_id
      from event_revision where tracking_id = ${from}`.execute(trx)
}

test('positions follow the commits: a transaction that ends late is neither lost nor overtaken', async () => {
  const { db } = health.database
  const sample = await health.publish()
  const before = await findPosition(db)
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: isPlaced, resolve: placed } = Promise.withResolvers<void>()
  const late = db.transaction().execute(async (trx) => {
    await copyEvent(trx, sample, LATE)
    placed()
    await mayEnd
  })
  await isPlaced
  // This one asks for its position after the other has its own, and would be committed before it.
  const second = health.publish()
  await delay(1000)
  expect(await listRevisionsAfter(db, before, 10)).toEqual([])
  end()
  await late
  const id = await second
  expect(await listRevisionsAfter(db, before, 10)).toEqual([
    { trackingId: LATE, number: 1, position: before + 1 },
    { trackingId: id, number: 1, position: before + 2 },
  ])
  expect(await findPosition(db)).toBe(before + 2)
})
