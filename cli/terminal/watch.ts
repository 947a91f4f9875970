import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../../client/api-error.ts'
import { explain, interrupted, isRetryable, usage } from '../failure.ts'
import { type Io, startProgress } from './io.ts'

type Watch = Readonly<{
  pauseS: number
  /** What is being waited for, on one line. */
  waiting: string
  /** Asks once. `true` when there is nothing left to wait for. */
  check: () => Promise<boolean>
}>

/** Timers count to 24 days; whoever asks for longer would get no pause at all. */
export function toPause(seconds: number): number {
  if (seconds < 1 || seconds > 86_400) throw usage('--interval must be between 1 second and 1 day.')
  return seconds
}

/** Looks again and again, until there is nothing left to wait for or the person has seen enough. */
export async function watch(io: Io, { pauseS, waiting, check }: Watch): Promise<void> {
  const progress = startProgress(io)
  await interruptible(async (signal) => {
    for (;;) {
      progress.clear()
      const next = await checkAgain(io, check)
      if (next === 'done' || signal.aborted) return
      progress.show(`${waiting}, every ${pauseS} s. Press Ctrl-C to stop.`)
      const waitMs = Math.max(pauseS, next.leastS) * 1000
      await delay(waitMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
    }
  }).finally(progress.clear)
}

/** A server that restarts must not end what somebody left running over night; it may say how long to wait. */
async function checkAgain(
  io: Io,
  check: () => Promise<boolean>,
): Promise<'done' | { leastS: number }> {
  try {
    return (await check()) ? 'done' : { leastS: 0 }
  } catch (error) {
    if (!isRetryable(error)) throw error
    io.printStatus(`Retrying. ${explain(error)}`)
    return { leastS: error instanceof ApiError ? error.retryAfterS : 0 }
  }
}

/** Ctrl-C tells `signal` and lets the work end by itself, so that nothing is left on the screen. */
export async function interruptible<Answer>(
  work: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const controller = new AbortController()
  const stop = () => controller.abort()
  process.once('SIGINT', stop)
  try {
    const answer = await work(controller.signal)
    if (controller.signal.aborted) throw interrupted()
    return answer
  } finally {
    process.off('SIGINT', stop)
  }
}
