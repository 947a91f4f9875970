import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { destroy, KEEP_ALIVE } from '../pool.ts'
import { createHostChoice, type Host, requirePrimary } from '../primary.ts'
import { CHANNEL } from './announce.ts'

const CONNECT_TIMEOUT_MS = 5000
const RECONNECT_AFTER_MS = 5000

type Options = Readonly<{
  onTopics: (topics: readonly string[]) => void
  /** Called once for each time that the connection is lost or cannot be opened. */
  onLost: (error: unknown) => void
}>

/**
 * One connection that is told what `announce` was called with, on any node. It is lost now and then, and a
 * pooler in transaction mode delivers nothing: whoever needs to know everything has to look as well.
 */
export function listenForChanges(databaseUrl: string, options: Options): { close: () => void } {
  const closing = new AbortController()
  const { signal } = closing
  void stayConnected(databaseUrl, options, signal)
  return { close: () => closing.abort() }
}

async function stayConnected(databaseUrl: string, options: Options, signal: AbortSignal) {
  const { hosts, openOnPrimary } = createHostChoice(databaseUrl, CONNECT_TIMEOUT_MS)
  const open = async (index: number, limitMs: number) => {
    const { url } = hosts[index] as Host
    return openListener(url, databaseUrl, limitMs, options.onTopics)
  }
  while (!signal.aborted) {
    try {
      const client = await openOnPrimary(open, performance.now() + CONNECT_TIMEOUT_MS)
      await untilLost(client, signal)
    } catch (error) {
      if (!signal.aborted) options.onLost(error)
    }
    await delay(RECONNECT_AFTER_MS, undefined, { signal }).catch(() => undefined)
  }
}

async function openListener(
  url: string,
  databaseUrl: string,
  limitMs: number,
  onTopics: Options['onTopics'],
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'binnacle changes',
    connectionTimeoutMillis: limitMs,
    statement_timeout: limitMs,
    // Poolers drop the limit of the server, and a server that has gone silently has none.
    query_timeout: limitMs,
    ...KEEP_ALIVE,
  })
  // Without a listener, an error between connecting and waiting would end the process.
  client.on('error', () => undefined)
  client.on('notification', ({ payload = '' }) => onTopics(readTopics(payload)))
  try {
    await client.connect()
    await requirePrimary(client, databaseUrl, limitMs)
    await client.query(`listen ${CHANNEL}`)
    return client
  } catch (error) {
    destroy(client)
    throw error
  }
}

/**
 * Anybody in the database can send on the channel. What `announce` has not written concerns no topic; should it
 * mean a change, those who listen find it when they look.
 */
function readTopics(payload: string): readonly string[] {
  try {
    const topics: unknown = JSON.parse(payload)
    return Array.isArray(topics) ? topics.filter((topic) => typeof topic === 'string') : []
  } catch {
    return []
  }
}

async function untilLost(client: pg.Client, signal: AbortSignal): Promise<void> {
  const { promise: disconnected, resolve, reject } = Promise.withResolvers<void>()
  const close = () => resolve()
  if (signal.aborted) close()
  signal.addEventListener('abort', close, { once: true })
  client.on('error', reject)
  client.on('end', () => reject(new Error('the database closed the connection')))
  try {
    await disconnected
  } finally {
    signal.removeEventListener('abort', close)
    destroy(client)
  }
}
