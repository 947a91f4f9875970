import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { createSend } from '../pipeline/send.ts'
import type { StatementNames } from '../statement-names.ts'

/** A statement failed in a transaction because of its name: the transaction can run again without names. */
export class NameFailure extends Error {
  constructor(cause: unknown) {
    super('a prepared statement could not be used in a transaction', { cause })
  }
}

const withoutNames = new AsyncLocalStorage<true>()

/**
 * Runs a transaction, and once more from its start if a name failed in it. A name fails before the
 * commit, so the first run has changed nothing, provided that it changes nothing but the database.
 */
export async function repeatWithoutNames<T>(transact: () => Promise<T>): Promise<T> {
  try {
    return await transact()
  } catch (error) {
    if (!(error instanceof NameFailure)) throw error
    return withoutNames.run(true, transact)
  }
}

/** Sends the statements of one connection, each under its name if it has one. */
export function createNamedSend(
  client: pg.ClientBase,
  names: StatementNames,
  statementTimeoutMs: number,
) {
  let failure: NameFailure | undefined
  let sent = 0
  const { send, isIdle } = createSend(client, statementTimeoutMs)

  /** Without values it may be several statements, which the protocol takes only without a name. */
  const nameOf = (text: string, values: unknown[]) =>
    values.length > 0 && !withoutNames.getStore() ? names.nameOf(text) : undefined

  /**
   * Nothing was executed of a statement that failed because of its name. Outside a transaction it can be
   * sent again, unless another one was sent behind it, which may rely on their order.
   */
  function noteSent(): () => boolean {
    // As it is sent: by the time it fails, a commit behind it may have ended the transaction.
    const isAlone = isIdle()
    const number = ++sent
    return () => isAlone && sent === number
  }

  return {
    async send(text: string, values: unknown[]) {
      // The server has given up the transaction, even if whoever runs it goes on.
      if (failure && text !== 'rollback') throw failure
      const canSendAgain = noteSent()
      const name = nameOf(text, values)
      try {
        return await send({ text, values, ...(name !== undefined && { name }) })
      } catch (error) {
        if (!names.mayRunUnnamed(name, error)) throw error
        if (canSendAgain()) return send({ text, values })
        failure = new NameFailure(error)
        throw failure
      }
    },
    /** The next caller gets the connection. */
    reset() {
      failure = undefined
    },
  }
}
