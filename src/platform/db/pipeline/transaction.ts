import { CompiledQuery } from 'kysely'
import type { Db, Trx } from '../connect.ts'
import { repeatWithoutNames } from '../statements/named-send.ts'
import { sendStatements } from './send-statements.ts'
import {
  joinStatements,
  mapStatements,
  type Statements,
  toConstant,
  toStatements,
  toWrite,
} from './statements.ts'

/** Sends these and the commit at once. It is the last that the transaction sends. */
type Commit = <T>(last: Statements<T>) => Promise<T>

/**
 * A transaction in few round trips: `first` is sent together with its begin, and the last
 * statements can be sent together with its commit. If one of them fails, the commit rolls back.
 */
export function runPipelined<First, T>(
  db: Db,
  first: Statements<First>,
  work: (trx: Trx, found: First, commit: Commit) => Promise<T>,
): Promise<T> {
  requireReads(first)
  return repeatWithoutNames(() =>
    db.connection().execute(async (connection) => {
      const trx = connection as Trx
      let isOver = false
      const commit: Commit = (last) => {
        isOver = true
        return sendStatements(
          trx,
          mapStatements(joinStatements(last, COMMIT), ([value]) => value),
        )
      }
      try {
        const [, found] = await sendStatements(trx, joinStatements(BEGIN, first))
        const value = await work(trx, found, commit)
        if (!isOver) await commit(toConstant(undefined))
        return value
      } catch (error) {
        // A connection that stays in a transaction is not used again.
        if (!isOver) await sendStatements(trx, ROLLBACK).catch(() => undefined)
        throw error
      }
    }),
  )
}

const BEGIN = toWrite(CompiledQuery.raw('begin'))
const ROLLBACK = toWrite(CompiledQuery.raw('rollback'))
const COMMIT = toStatements(CompiledQuery.raw('commit') as CompiledQuery<Ended>, ([ended]) => {
  if (ended?.command !== 'COMMIT') throw new Error('the transaction was rolled back')
})
type Ended = Readonly<{ command: string }>

/** If the begin fails, what was sent with it runs outside of any transaction: it must change nothing. */
function requireReads({ queries }: Statements<unknown>): void {
  for (const { sql } of queries) {
    if (!/^\s*select\b/i.test(sql)) throw new Error(`sent with begin, and no select: ${sql}`)
  }
}
