import { setTimeout as delay } from 'node:timers/promises'
import { explain, interrupted, isRetryable, usage } from '../failure.ts'
import { followChanges, type OpenChanges } from './changes.ts'
import { type Io, startProgress } from './io.ts'

type Watch = Readonly<{
  pauseS: number
  /** What is being waited for, on one line. */
  waiting: string
  /** Asks once. `true` when there is nothing left to wait for. */
  check: () => Promise<boolean>
  /** With it, a change is looked at when it happens, and not only after the pause. */
  changes: OpenChanges
}>

/** Timers count to 24 days; whoever asks for longer would get no pause at all. */
export function toPause(seconds: number): number {
  if (seconds < 1 || seconds > 86_400) throw usage('--interval must be between 1 second and 1 day.')
  return seconds
}

/** Looks again and again, until there is nothing left to wait for or the person has seen enough. */
export async function watch(io: Io, { pauseS, waiting, check, changes }: Watch): Promise<void> {
  const progress = startProgress(io)
  await interruptible(async (interruption) => {
    const over = new AbortController()
    const signal = AbortSignal.any([interruption, over.signal])
    const pause = createPause(signal)
    let following: Promise<void> | undefined
    try {
      for (let isDone = false; ; ) {
        progress.clear()
        isDone = await checkAgain(io, check)
        if (isDone || signal.aborted) return
        // After the first look: what fails then, such as a sign-in, has been told.
        following ??= followChanges(changes, pause.end, signal)
        progress.show(`${waiting}, every ${pauseS} s. Press Ctrl-C to stop.`)
        await pause.wait(pauseS * 1000)
        if (signal.aborted) return
      }
    } finally {
      over.abort()
      progress.clear()
      await following
    }
  })
}

/** A wait that can be ended; ended before it began, it does not wait. */
function createPause(signal: AbortSignal) {
  let isEnded = false
  let endWait = () => {}
  return {
    end(): void {
      isEnded = true
      endWait()
    },
    async wait(ms: number): Promise<void> {
      const ended = new AbortController()
      endWait = () => ended.abort()
      if (isEnded) ended.abort()
      const either = AbortSignal.any([signal, ended.signal])
      await delay(ms, undefined, { signal: either }).catch(() => undefined)
      isEnded = false
    },
  }
}

/** A server that restarts must not end what somebody left running over night. */
async function checkAgain(io: Io, check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check()
  } catch (error) {
    if (!isRetryable(error)) throw error
    io.printStatus(`Retrying. ${explain(error)}`)
    return false
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
