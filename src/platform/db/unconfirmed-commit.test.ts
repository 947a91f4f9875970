import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServerPair, type ServerPair } from '../../../test/support/database/server-pair.ts'
import { connect, type Db } from './connect.ts'
import { UnconfirmedCommit } from './unavailable.ts'

let pair: ServerPair
let db: Db

beforeAll(async () => {
  pair = await openServerPair()
  db = connect(`postgres://postgres@${pair.primary.host}/postgres`, { size: 1 })
  await pair.primary.run('create table kept (id int)')
  await pair.primary.run("alter system set synchronous_standby_names = 'missing'")
  await pair.primary.run('select pg_reload_conf()')
}, 120_000)

afterAll(async () => {
  await db.destroy()
  await pair.remove()
})

const WAITING = "select pid from pg_stat_activity where wait_event = 'SyncRep'"

/** As an administrator would, when the standby that must confirm a commit is gone. */
async function cancelWait(): Promise<void> {
  const find = async () => (await pair.primary.run(WAITING)).rows
  await expect.poll(find, { timeout: 10_000 }).toHaveLength(1)
  await pair.primary.run(`select pg_cancel_backend(pid) from (${WAITING}) as waiting`)
}

test('a commit that no standby has confirmed fails', async () => {
  const commit = db.transaction().execute((trx) => sql`insert into kept values (1)`.execute(trx))
  const [outcome] = await Promise.all([commit.then(() => 'done', String), cancelWait()])
  expect(outcome).toBe(String(new UnconfirmedCommit('no standby has confirmed the transaction')))
})
