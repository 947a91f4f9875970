import pg from 'pg'
import { destroy, explainFailure, KEEP_ALIVE } from '../pool.ts'
import { createHostChoice, type Host, requirePrimary } from '../primary.ts'
import { NoConnection, type UnavailableReason } from '../unavailable.ts'

export type ReadStatement = Readonly<{
  /** The server parses and plans a named statement once per connection. */
  name: string | undefined
  text: string
  values: unknown[]
  /** How many it must answer. */
  rows: number
}>

/** Beyond the limit of the statement, for a server that no longer answers at all. */
const SILENCE_MS = 500

/** One connection, opened when needed and destroyed after any failure, so that a retry gets a new one. */
export function createReadConnection(
  databaseUrl: string,
  timeoutMs: number,
  onUnavailable?: (reason: UnavailableReason) => void,
) {
  let current: pg.Client | undefined
  const { hosts, openOnPrimary } = createHostChoice(databaseUrl, timeoutMs)

  async function openOn(index: number, limitMs: number): Promise<pg.Client> {
    const startedAt = performance.now()
    const client = new pg.Client({
      connectionString: (hosts[index] as Host).url,
      application_name: 'binnacle shared reads',
      connectionTimeoutMillis: limitMs,
      statement_timeout: timeoutMs,
      query_timeout: timeoutMs + SILENCE_MS,
      ...KEEP_ALIVE,
    })
    // An idle connection that fails, or that gets a message nobody waits for, is not used again.
    client.on('error', () => discard(client))
    try {
      await client.connect()
      const timeLeftMs = limitMs - (performance.now() - startedAt)
      await requirePrimary(client, databaseUrl, timeLeftMs)
    } catch (error) {
      destroy(client)
      throw error
    }
    return client
  }

  async function open(deadline: number): Promise<pg.Client> {
    try {
      return await openOnPrimary(openOn, deadline)
    } catch (error) {
      if (error instanceof NoConnection) onUnavailable?.(error.reason)
      throw error
    }
  }

  function discard(client: pg.Client): void {
    if (current === client) current = undefined
    destroy(client)
  }

  async function send(client: pg.Client, { rows: expected, ...statement }: ReadStatement) {
    const { rows } = await client.query<unknown[]>({ ...statement, rowMode: 'array' })
    if (rows.length === expected) return rows
    throw new Error(`a shared read answered ${rows.length} rows for ${expected} keys`)
  }

  return {
    /** One at a time. `openBy` is the time, as of `performance.now()`, by which the connection must be open. */
    async query(statement: ReadStatement, openBy: number): Promise<unknown[][]> {
      const client = current ?? (await open(openBy))
      current = client
      try {
        return await send(client, statement)
      } catch (error) {
        const explained = explainFailure(client, error)
        discard(client)
        throw explained
      }
    },
    close: async () => current?.end(),
  }
}
