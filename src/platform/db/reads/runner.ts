import {
  type AdmissionLimits,
  createAdmission,
  DEFAULT_ADMISSION,
  type PoolUsage,
  type Turn,
} from '../admission.ts'
import { createStatementNaming, type StatementNaming } from '../statement-names.ts'
import { NoConnection, type UnavailableReason } from '../unavailable.ts'
import type { BatchStatement, OnResult } from './batch-query.ts'
import { createReadConnection } from './connection.ts'

export type RunnerOptions = Partial<AdmissionLimits> &
  Readonly<{
    /** How long opening a connection, if `maxWaitMs` leaves as much, and a statement may take, each. */
    timeoutMs?: number | undefined
    /** Names of the process for its statements. By default these reads have their own. */
    naming?: StatementNaming
    /** Called after the first failure of a batch on a connection, before it is tried once more. */
    onRetry?: (read: string, error: unknown) => void
    onUnavailable?: (reason: UnavailableReason) => void
    /** Called once, with a function that tells how many of the connections are in use. */
    watch?: (readUsage: () => PoolUsage) => void
  }>

const CONNECTIONS = 2
const DEFAULT_TIMEOUT_MS = 1000

/** `deadline` is the time, as of `performance.now()`, by which a connection must be open. */
type Job = Readonly<{
  name: string
  toStatement: () => Omit<BatchStatement, 'name'>
  deadline: number
}>

/** Runs statements over two connections, for those that wait in the order of their arrival. */
export function openRunner(databaseUrl: string, options: RunnerOptions) {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, naming = createStatementNaming() } = options
  const names = naming.forPool()
  const admission = createAdmission(CONNECTIONS, { ...DEFAULT_ADMISSION, ...options })
  options.watch?.(admission.readUsage)
  const connections = Array.from({ length: CONNECTIONS }, () =>
    createReadConnection(databaseUrl, timeoutMs, options.onUnavailable),
  )
  const idle = [...connections]
  let whenQuiet: (() => void) | undefined

  return {
    /** `send` must call `run`, once. */
    schedule(send: (turn: Turn) => void, refuse: () => void): void {
      const start = (turn: Turn) => {
        if (turn.hasWaited) send(turn)
        // Not at once: requests that the event loop has already read join the batch.
        else setImmediate(send, turn)
      }
      admission.enter(start, () => setImmediate(refuse))
    },

    /** A statement that fails is sent once more, over a new connection. */
    run({ name, toStatement, deadline }: Job, onResult: OnResult): void {
      const connection = idle.pop()
      if (!connection) throw new Error('a batch was sent without a free connection')
      const finish: OnResult = (error, rows) => {
        idle.push(connection)
        // Sends the next batch before this one is answered.
        admission.leave()
        if (admission.isIdle()) whenQuiet?.()
        onResult(error, rows)
      }
      try {
        const statement = toStatement()
        const first = names.nameOf(statement.text)
        connection.query({ ...statement, name: first }, deadline, (error, rows) => {
          if (error === undefined) return finish(error, rows)
          const isDueToName = names.mayRunUnnamed(first, error)
          const isLate = performance.now() >= deadline
          if (error instanceof NoConnection || (isLate && !isDueToName)) return finish(error, rows)
          options.onRetry?.(name, error)
          const second = isDueToName ? undefined : names.nameOf(statement.text)
          connection.query({ ...statement, name: second }, deadline, finish)
        })
      } catch (error) {
        finish(error, [])
      }
    },

    async close(): Promise<void> {
      // A caller that hung up leaves its batch behind; a connection closed under it would be opened again.
      if (!admission.isIdle()) await new Promise<void>((resolve) => (whenQuiet = resolve))
      await Promise.all(connections.map((connection) => connection.close()))
    },
  }
}
