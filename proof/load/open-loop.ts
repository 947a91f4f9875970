import { setTimeout as delay } from 'node:timers/promises'
import { type Connection, openConnection, type Reply } from './connection.ts'

const MAX_CONNECTIONS = 4000
const TICK_MS = 5
/** What is not answered by then counts as never. */
const GIVE_UP_MS = 10_000

/** Sends requests of one server over plain sockets, which cost the machine less than any client library. */
export function openRequests(url: string) {
  const { hostname, port } = new URL(url)
  const idle: Connection[] = []
  const all = new Set<Connection>()
  const watch = setInterval(() => {
    for (const each of all) if (each.waitsForMs() > GIVE_UP_MS) each.close()
  }, GIVE_UP_MS / 10).unref()

  function findConnection(): Connection | undefined {
    const used = idle.pop()
    if (used || all.size >= MAX_CONNECTIONS) return used
    const opened = openConnection(hostname, Number(port), () => all.delete(opened))
    all.add(opened)
    return opened
  }

  /** Whether it was sent: no connection may be left. */
  function trySend(request: string, onReply: (reply: Reply) => void): boolean {
    const connection = findConnection()
    connection?.send(request, (reply) => {
      if (connection.isOpen()) idle.push(connection)
      onReply(reply)
    })
    return connection !== undefined
  }

  const send = (request: string) =>
    new Promise<Reply>((resolve, reject) => {
      if (!trySend(request, resolve)) reject(new Error('no connection is left'))
    })

  return {
    send,
    /** So many at a time, each after the answer to the one before. */
    async sendInTurn(requests: readonly string[], count: number, forMs: number): Promise<Reply[]> {
      const replies: Reply[] = []
      const until = performance.now() + forMs
      const worker = async (_none: unknown, start: number) => {
        for (let n = start; performance.now() < until; n += count) {
          replies.push(await send(requests[n % requests.length] ?? ''))
        }
      }
      await Promise.all(Array.from({ length: count }, worker))
      return replies
    },
    /** So many per second, whether or not earlier ones are answered; `unsent` found no connection. */
    async sendAtRate(requests: readonly string[], perSecond: number, forMs: number) {
      const replies: Reply[] = []
      const take = (reply: Reply) => void replies.push(reply)
      let sent = 0
      let unsent = 0
      const startedAt = performance.now()
      for (let now = startedAt; now - startedAt < forMs; now = performance.now()) {
        const due = Math.floor(((now - startedAt) / 1000) * perSecond)
        while (sent + unsent < due) {
          if (trySend(requests[(sent + unsent) % requests.length] ?? '', take)) sent++
          else unsent++
        }
        await delay(TICK_MS)
      }
      while (replies.length < sent) await delay(TICK_MS)
      return { replies, unsent }
    },
    close() {
      clearInterval(watch)
      for (const connection of all) connection.close()
    },
  }
}
