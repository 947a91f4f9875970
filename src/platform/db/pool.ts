import type { Socket } from 'node:net'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { type AdmissionLimits, createAdmission, type PoolUsage, type Turn } from './admission.ts'
import { createHostChoice, type Host, requirePrimary } from './primary.ts'
import { createStatementNames } from './statement-names.ts'
import {
  findUnavailableReason,
  LostConnection,
  NoConnection,
  type UnavailableReason,
  UnconfirmedCommit,
} from './unavailable.ts'

export type PoolOptions = AdmissionLimits &
  Readonly<{
    databaseUrl: string
    applicationName: string
    size: number
    /** 0 for no limit. */
    statementTimeoutMs: number
    /** For a process that sends the same statements again and again, unless a pooler does not know names. */
    namedStatements?: boolean
    /** Throws if the server of a new connection cannot be used. By default it must be the primary. */
    requireServer?: (client: pg.ClientBase, timeoutMs: number) => Promise<void>
    /** Called once, with a function that tells how much of the pool is in use. */
    watch?: ((readUsage: () => PoolUsage) => void) | undefined
    /** Called for a connection that died; the pool replaces it. */
    onConnectionLost?: (error: Error) => void
    /** Called after each statement, with the time as of `performance.now()` when it was sent. */
    onStatement?: ((text: string, startedAt: number, error?: unknown) => void) | undefined
    /** Called for each statement or attempt to connect that failed for this reason. */
    onUnavailable?: (reason: UnavailableReason) => void
  }>

/** Beyond the limit of a statement, for a server that no longer answers at all. */
const SILENCE_MS = 1000

/** A connection whose other end has gone silently is noticed although nobody sends anything. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

type Client = Awaited<ReturnType<PostgresPool['connect']>>

/** A pool of the driver for each host. They hand a connection on only if the next caller can use it. */
export function openPool(options: PoolOptions): PostgresPool {
  const { hosts, openOnPrimary } = createHostChoice(options.databaseUrl, options.maxWaitMs)
  const pools = hosts.map((host) => openHostPool(host, options))
  const admission = createAdmission(options.size, options)
  options.watch?.(admission.readUsage)
  const { databaseUrl } = options
  const requireServer =
    options.requireServer ?? ((client, timeoutMs) => requirePrimary(client, databaseUrl, timeoutMs))
  const admit = () =>
    new Promise<Turn>((resolve, reject) =>
      admission.enter(resolve, () => reject(new NoConnection('too many waiting'))),
    )
  // Kysely knows a connection by its object, so each has one for as long as it lives.
  const wrapped = new WeakMap<pg.PoolClient, Client>()
  function wrap(client: pg.PoolClient): Client {
    const known = wrapped.get(client) ?? wrapClient(client, options, admission.leave)
    wrapped.set(client, known)
    return known
  }
  async function openOn(index: number, timeoutMs: number): Promise<pg.PoolClient> {
    const startedAt = performance.now()
    const client = await connectWithin(pools[index] as pg.Pool, timeoutMs)
    if (wrapped.has(client)) return client
    try {
      await requireServer(client, timeoutMs - (performance.now() - startedAt))
      return client
    } catch (error) {
      client.release(true)
      destroy(client)
      throw error
    }
  }
  async function open({ deadline }: Turn): Promise<pg.PoolClient> {
    try {
      return await openOnPrimary(openOn, deadline)
    } catch (error) {
      admission.leave()
      throw error
    }
  }

  return {
    async connect() {
      try {
        return wrap(await open(await admit()))
      } catch (error) {
        if (error instanceof NoConnection) options.onUnavailable?.(error.reason)
        throw error
      }
    },
    end: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
    // Read by Kysely, for connections that cancel a statement, which Binnacle does not do.
    options: pools[0]?.options ?? {},
  }
}

function openHostPool({ url, timeoutMs }: Host, options: PoolOptions): pg.Pool {
  const { statementTimeoutMs } = options
  const pool = new pg.Pool({
    connectionString: url,
    application_name: options.applicationName,
    max: options.size,
    connectionTimeoutMillis: timeoutMs,
    ...KEEP_ALIVE,
    ...(statementTimeoutMs > 0 && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + SILENCE_MS,
      idle_in_transaction_session_timeout: statementTimeoutMs,
    }),
  })
  // Without a listener, losing a connection would end the process: one that is idle, or one that is
  // held between two statements. Whoever holds it learns of it from its next statement.
  const onLost = options.onConnectionLost ?? (() => undefined)
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}

/** The pool has one limit for all callers. A connection that comes too late for this one is for the next. */
function connectWithin(pool: pg.Pool, timeoutMs: number): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new Error('timeout expired'))
    }, timeoutMs)
    pool
      .connect()
      .then((client) => (isLate ? client.release() : resolve(client)), reject)
      .finally(() => clearTimeout(timer))
  })
}

/** A transaction, also one that is a single text of several statements. */
const TRANSACTION = /^\s*(begin|start transaction|commit|rollback)\b/i

/** The server ended the connection, is no longer the primary, or does not accept a name or its plan. */
const UNUSABLE_STATE = /^(25006|25P0[34]|57P0.|08...|0A000|26000|42P05)$/

const nameOf = createStatementNames()

function wrapClient(client: pg.PoolClient, options: PoolOptions, onRelease: () => void): Client {
  const { statementTimeoutMs, namedStatements = false, onUnavailable, onStatement } = options
  let isUnusable = false
  let isUnconfirmed = false
  // The name of the function in the server: the text of the warning depends on its language.
  client.on('notice', ({ routine }) => (isUnconfirmed ||= routine === 'SyncRepWaitForLSN'))

  function noteFailure(text: string, error: unknown): void {
    const reason = findUnavailableReason(error)
    if (reason) onUnavailable?.(reason)
    // What the server answered with an error was answered; after anything else, nobody knows.
    const isReusable = error instanceof pg.DatabaseError && !UNUSABLE_STATE.test(error.code ?? '')
    if (!isReusable || TRANSACTION.test(text)) isUnusable = true
  }

  async function query(text: string, values: unknown[]) {
    // Destroying the connection rolls back; a server that does not answer would not.
    if (isUnusable && text === 'rollback') return { command: 'ROLLBACK', rows: [] }
    try {
      // Without values it may be several statements, which the protocol takes only without a name.
      const name = namedStatements && values.length > 0 ? nameOf(text) : undefined
      const query = { name, text: withTimeLimits(text, statementTimeoutMs), values }
      const result = await client.query(query)
      if (isUnconfirmed) throw new UnconfirmedCommit('no standby has confirmed the transaction')
      // Several statements in one text have a result each.
      return Array.isArray(result) ? result[0] : result
    } catch (failure) {
      const error = explainFailure(client, failure)
      noteFailure(text, error)
      throw error
    }
  }

  return {
    query: (onStatement ? observe(query, onStatement) : query) as Client['query'],
    release(isDiscarded?: boolean) {
      const isIdle = client.getTransactionStatus() === 'I'
      if (isIdle && !isUnusable && !isDiscarded) client.release()
      else {
        client.release(true)
        destroy(client)
      }
      onRelease()
    },
  } as Client
}

type Send = (text: string, values: unknown[]) => Promise<unknown>

function observe(send: Send, onStatement: NonNullable<PoolOptions['onStatement']>): Send {
  return async (text, values) => {
    const startedAt = performance.now()
    try {
      const result = await send(text, values)
      onStatement(text, startedAt)
      return result
    } catch (error) {
      onStatement(text, startedAt, error)
      throw error
    }
  }
}

/**
 * Tells a connection that was lost from an error of the server, which has a SQLSTATE, and from one of
 * Binnacle, such as a value that the driver cannot send: that leaves the connection open.
 */
export function explainFailure(client: pg.ClientBase, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof UnconfirmedCommit) return error
  const isOfServer = error instanceof pg.DatabaseError
  const isLost = isOfServer ? error.code === undefined : streamOf(client).destroyed
  return isLost ? new LostConnection(error) : error
}

/** Ending a connection by the protocol would wait for a server that may not answer. */
export function destroy(client: pg.ClientBase): void {
  streamOf(client).destroy()
}

/** Poolers drop the parameters that a connection starts with, so each transaction sets its limits. */
function withTimeLimits(text: string, timeoutMs: number): string {
  if (timeoutMs === 0 || !/^(begin|start transaction[^;]*)$/.test(text)) return text
  return `${text}; set local statement_timeout = ${timeoutMs}; set local idle_in_transaction_session_timeout = ${timeoutMs}`
}

const streamOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream
