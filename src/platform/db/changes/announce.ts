import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Trx } from '../connect.ts'

export const CHANNEL = 'binnacle_changes'

/** PostgreSQL takes 8,000 bytes in one notification. */
const MOST_TOPICS_AT_ONCE = 50
const MOST_WAITING = 1000
/** Each notification is a transaction of its own; many requests at once share one. */
const LEAST_INTERVAL_MS = 50

type Waiting = { topics: Set<string>; isSending: boolean }

const waitingOf = new WeakMap<Db, Waiting>()

/**
 * Tells all nodes that something about this topic was committed. To be called after the commit: inside a
 * transaction, a notification would take a lock that all databases of the server share.
 */
export function announce<Kind extends Db>(
  db: Kind extends Trx ? never : Kind,
  topic: string,
): void {
  if (db.isTransaction) throw new Error('a change is announced after its commit, not within it')
  const waiting = waitingOf.get(db) ?? { topics: new Set(), isSending: false }
  waitingOf.set(db, waiting)
  if (waiting.topics.size < MOST_WAITING) waiting.topics.add(topic)
  if (!waiting.isSending) void send(db, waiting)
}

async function send(db: Db, waiting: Waiting): Promise<void> {
  waiting.isSending = true
  try {
    while (waiting.topics.size > 0) {
      const topics = [...waiting.topics].slice(0, MOST_TOPICS_AT_ONCE)
      for (const topic of topics) waiting.topics.delete(topic)
      await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(topics)})`.execute(db)
      await delay(LEAST_INTERVAL_MS, undefined, { ref: false })
    }
  } catch {
    // Whoever listens also looks every two seconds, so what is lost here only comes later.
    waiting.topics.clear()
  } finally {
    waiting.isSending = false
  }
}
