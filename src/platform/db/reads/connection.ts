import pg from 'pg'
import { destroy, explainFailure, KEEP_ALIVE } from '../pool.ts'
import { createHostChoice, type Host, requirePrimary } from '../primary.ts'
import { NoConnection, type UnavailableReason } from '../unavailable.ts'
import { BatchQuery, type BatchStatement, type OnResult } from './batch-query.ts'
import type { RowReader } from './row-reader.ts'

type Opened = Readonly<{ client: pg.Client; prepared: Map<string, RowReader> }>

/** Beyond the limit of the statement, for a server that no longer answers at all. */
const SILENCE_MS = 500

/** One connection, opened when needed and destroyed after any failure, so that a retry gets a new one. */
export function createReadConnection(
  databaseUrl: string,
  timeoutMs: number,
  onUnavailable?: (reason: UnavailableReason) => void,
) {
  let current: Opened | undefined
  const { hosts, openOnPrimary } = createHostChoice(databaseUrl, timeoutMs)

  async function openOn(index: number, limitMs: number): Promise<pg.Client> {
    const startedAt = performance.now()
    const client = new pg.Client({
      connectionString: (hosts[index] as Host).url,
      application_name: 'binnacle shared reads',
      connectionTimeoutMillis: limitMs,
      statement_timeout: timeoutMs,
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

  async function open(deadline: number): Promise<Opened> {
    try {
      return { client: await openOnPrimary(openOn, deadline), prepared: new Map() }
    } catch (error) {
      if (error instanceof NoConnection) onUnavailable?.(error.reason)
      throw error
    }
  }

  function discard(client: pg.Client): void {
    if (current?.client === client) current = undefined
    destroy(client)
  }

  function send({ client, prepared }: Opened, statement: BatchStatement, onResult: OnResult): void {
    const query = new BatchQuery(statement, prepared, (error, rows) => {
      clearTimeout(timer)
      const explained = explainFailure(client, error)
      if (error !== undefined) discard(client)
      onResult(explained, rows)
    })
    // The limits of the driver are for queries of its own.
    const timer = setTimeout(() => {
      destroy(client)
      query.handleError(new Error('the database did not respond in time'))
    }, timeoutMs + SILENCE_MS)
    client.query(query)
  }

  return {
    /** `openBy` is the time, as of `performance.now()`, by which the connection must be open. */
    query(statement: BatchStatement, openBy: number, onResult: OnResult): void {
      if (current) send(current, statement, onResult)
      else {
        open(openBy).then(
          (opened) => {
            current = opened
            send(opened, statement, onResult)
          },
          (error: unknown) => onResult(error, []),
        )
      }
    },
    close: async () => current?.client.end(),
  }
}
