import type { Socket } from 'node:net'
import type pg from 'pg'

/** Sends the statements of one connection, without waiting for the answers to those before. */
export function createSend(client: pg.ClientBase, statementTimeoutMs: number) {
  let unanswered = 0

  /** What is sent before anything else happens goes in one packet. */
  function writeTogether(): void {
    const stream = streamOf(client)
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  return {
    async send(statement: pg.QueryConfig) {
      unanswered++
      writeTogether()
      try {
        return await client.query({ ...statement, ...timeoutOf(unanswered, statementTimeoutMs) })
      } finally {
        unanswered--
      }
    },
    isIdle: () => unanswered === 0 && client.getTransactionStatus() === 'I',
  }
}

/**
 * The server gives up first; the driver's own limit is for a server that no longer answers at all. A
 * statement also waits for those before it, and the server has given each of them as long.
 */
const timeoutOf = (unanswered: number, statementTimeoutMs: number) =>
  statementTimeoutMs > 0 ? { query_timeout: unanswered * statementTimeoutMs + 1000 } : {}

export const streamOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream
