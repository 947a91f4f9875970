import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Connection, openConnection } from './connection.ts'

export type Reply = Readonly<{ status: number; ms: number; isPolite: boolean }>

const MAX_CONNECTIONS = 4000
const TICK_MS = 5

/** Sends requests of one server over plain sockets, which cost the machine less than any client library. */
export function openRequests(url: string) {
  const { hostname, port } = new URL(url)
  const idle: Connection[] = []
  const all = new Set<Connection>()

  function open(): Connection {
    const connection = openConnection(connect(Number(port), hostname), () => all.delete(connection))
    all.add(connection)
    return connection
  }

  async function send(request: string): Promise<Reply> {
    const connection = idle.pop() ?? (all.size < MAX_CONNECTIONS ? open() : undefined)
    if (!connection) return { status: 0, ms: 0, isPolite: false }
    const startedAt = performance.now()
    const head = await connection.send(request)
    if (connection.isOpen()) idle.push(connection)
    return toReply(head, performance.now() - startedAt)
  }

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
    /** So many per second, whether or not earlier ones are answered. */
    async sendAtRate(
      requests: readonly string[],
      perSecond: number,
      forMs: number,
    ): Promise<Reply[]> {
      const replies: Promise<Reply>[] = []
      const startedAt = performance.now()
      for (let now = startedAt; now - startedAt < forMs; now = performance.now()) {
        const due = Math.floor(((now - startedAt) / 1000) * perSecond)
        while (replies.length < due)
          replies.push(send(requests[replies.length % requests.length] ?? ''))
        await delay(TICK_MS)
      }
      return Promise.all(replies)
    },
    close() {
      for (const connection of all) connection.close()
    },
  }
}

function toReply(head: string | undefined, ms: number): Reply {
  if (head === undefined) return { status: 0, ms, isPolite: false }
  const status = Number(head.slice(9, 12))
  return { status, ms, isPolite: status === 503 && /\r\nretry-after: /i.test(head) }
}
