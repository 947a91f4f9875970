import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { administer } from '../../../test/postgres.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { isDatabaseAway } from './away.ts'
import { connect } from './connect.ts'

const database = useDatabase()

test('a connection killed between two statements fails the transaction, not the process', async () => {
  const lost: Error[] = []
  const db = connect(database.url, { onConnectionLost: (error) => void lost.push(error) })
  const work = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await administer(`select pg_terminate_backend(${rows[0]?.pid})`)
    await expect.poll(() => lost.length).toBeGreaterThan(0)
    await sql`select 1`.execute(trx)
  })
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(isDatabaseAway(error)).toBe(true)
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db)
  expect(rows).toEqual([{ one: 1 }])
  await db.destroy()
})

test('a bug in a statement is not taken for the database being away', async () => {
  const error = await sql`select no_such_column`.execute(database.db).catch((reason) => reason)
  expect(isDatabaseAway(error)).toBe(false)
})
