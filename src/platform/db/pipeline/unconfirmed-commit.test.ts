import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServerPair, type ServerPair } from '../../../../test/support/database/server-pair.ts'
import { connect, type Db } from '../connect.ts'
import { UnconfirmedCommit } from '../unavailable.ts'
import { toConstant, toWrite } from './statements.ts'
import { runPipelined } from './transaction.ts'

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

const insert = sql`insert into kept values (1)`

test.each<[string, () => Promise<unknown>]>([
  ['alone', () => db.transaction().execute((trx) => insert.execute(trx))],
  [
    'together with the last statements',
    () =>
      runPipelined(db, toConstant(undefined), (trx, _found, commit) =>
        commit(toWrite(insert.compile(trx))),
      ),
  ],
])('a commit that no standby has confirmed fails, sent %s', async (_how, commit) => {
  const [outcome] = await Promise.all([commit().then(() => 'done', String), cancelWait()])
  expect(outcome).toBe(String(new UnconfirmedCommit('no standby has confirmed the transaction')))
})
