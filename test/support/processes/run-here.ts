import { vi } from 'vitest'
import { UsageError } from '../../../src/processes/usage-error.ts'
import type { Finished } from './processes.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** A command of a server without a process: what it prints, and the code that its process would end with. */
export async function runHere(run: () => Promise<void>): Promise<Finished> {
  const out = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const err = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const before = SIGNALS.map((signal) => process.listeners(signal))
  const finished = (code: number, reason = '') => ({
    code,
    stdout: out.mock.calls.map(([line]) => `${line}\n`).join(''),
    stderr: err.mock.calls.map(([line]) => `${line}\n`).join('') + reason,
  })
  try {
    await run()
    return finished(0)
  } catch (error) {
    return finished(error instanceof UsageError ? 2 : 1, `${(error as Error).message}\n`)
  } finally {
    out.mockRestore()
    err.mockRestore()
    // It would listen until the end of its process.
    for (const [index, signal] of SIGNALS.entries())
      for (const listener of process.listeners(signal))
        if (!before[index]?.includes(listener)) process.off(signal, listener)
  }
}
