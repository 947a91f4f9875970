import {
  type AdmissionLimits,
  createAdmission,
  DEFAULT_ADMISSION,
  type PoolUsage,
  type Turn,
} from '../admission.ts'
import { NoConnection, type UnavailableReason } from '../unavailable.ts'
import { createReadConnection, type ReadStatement } from './connection.ts'

export type RunnerOptions = Partial<AdmissionLimits> &
  Readonly<{
    /** How long opening a connection, if `maxWaitMs` leaves as much, and a statement may take, each. */
    timeoutMs?: number | undefined
    /** False behind a pooler that does not know the names of prepared statements. */
    namedStatements?: boolean
    /** Called after the first failure of a batch on a connection, before it is tried once more. */
    onRetry?: (read: string, error: unknown) => void
    onUnavailable?: (reason: UnavailableReason) => void
    /** Called once, with a function that tells how many of the connections are in use. */
    watch?: (readUsage: () => PoolUsage) => void
  }>

const CONNECTIONS = 2
const DEFAULT_TIMEOUT_MS = 1000

/** Runs statements over two connections, for those that wait in the order of their arrival. */
export function openRunner(databaseUrl: string, options: RunnerOptions) {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, namedStatements = true } = options
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

    /**
     * A statement that fails is sent once more, over a new connection, which must be open by `deadline`,
     * as of `performance.now()`.
     */
    async run(
      read: string,
      toStatement: () => Omit<ReadStatement, 'name'>,
      deadline: number,
    ): Promise<unknown[][]> {
      const connection = idle.pop()
      if (!connection) throw new Error('a batch was sent without a free connection')
      const query = () => {
        const name = namedStatements ? read : undefined
        return connection.query({ ...toStatement(), name }, deadline)
      }
      try {
        return await query()
      } catch (error) {
        if (error instanceof NoConnection || performance.now() >= deadline) throw error
        options.onRetry?.(read, error)
        return await query()
      } finally {
        idle.push(connection)
        // Sends the next batch before this one is answered.
        admission.leave()
        if (admission.isIdle()) whenQuiet?.()
      }
    },

    async close(): Promise<void> {
      // A caller that hung up leaves its batch behind; a connection closed under it would be opened again.
      if (!admission.isIdle()) await new Promise<void>((resolve) => (whenQuiet = resolve))
      await Promise.all(connections.map((connection) => connection.close()))
    },
  }
}
