import type { Socket } from 'node:net'
import type pg from 'pg'

/** Beyond the limit of a statement, for a server that no longer answers at all. */
const SILENCE_MS = 1000

/** Sends the statements of one connection, without waiting for the answers to those before. */
export function createSend(client: pg.ClientBase, statementTimeoutMs: number) {
  let unanswered = 0
  let timer: NodeJS.Timeout | undefined

  /** What is sent before anything else happens goes in one packet. */
  function writeTogether(): void {
    const stream = streamOf(client)
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  /** One limit for the connection: the server begins a statement when it has answered the one before. */
  function startTimer(): void {
    if (statementTimeoutMs === 0) return
    const onSilence = () => streamOf(client).destroy(new Error('query read timeout'))
    timer = setTimeout(onSilence, statementTimeoutMs + SILENCE_MS)
  }

  function noteAnswer(): void {
    unanswered--
    if (unanswered === 0) clearTimeout(timer)
    else timer?.refresh()
  }

  return {
    async send(statement: pg.QueryConfig) {
      if (unanswered === 0) startTimer()
      unanswered++
      writeTogether()
      try {
        return await client.query(statement)
      } finally {
        noteAnswer()
      }
    },
    isIdle: () => unanswered === 0 && client.getTransactionStatus() === 'I',
  }
}

export const streamOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream
