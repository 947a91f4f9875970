import type { Db } from '../connect.ts'
import type { Statements } from './statements.ts'

/** Sends all statements at once. In a transaction, those after one that fails fail too. */
export async function sendStatements<T>(db: Db, { queries, toValue }: Statements<T>): Promise<T> {
  for (const { parameters } of queries) requireSendable(parameters)
  const outcomes = await db
    .getExecutor()
    .provideConnection((connection) =>
      Promise.allSettled(queries.map((query) => connection.executeQuery(query))),
    )
  return toValue(
    outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason
      return outcome.value.rows
    }),
  )
}

/**
 * The driver keeps a statement back if it cannot write one of its values, such as a circular object;
 * the server would execute those behind it all the same. It can write any value of these kinds.
 */
function requireSendable(values: readonly unknown[]): void {
  for (const value of values) {
    if (Array.isArray(value)) requireSendable(value)
    else if (typeof value === 'object' && value !== null && !isWritable(value)) {
      throw new TypeError('a value of such a statement must be text, a number, a time or bytes')
    }
  }
}

const isWritable = (value: object) => value instanceof Date || value instanceof Uint8Array
