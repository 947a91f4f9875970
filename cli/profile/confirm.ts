import { setTimeout as delay } from 'node:timers/promises'
import type { Confirmation } from '../../client/api-error.ts'
import { EXIT, Failure, interrupted } from '../failure.ts'
import { type Io, startProgress } from '../terminal/io.ts'
import { interruptible } from '../terminal/watch.ts'

const PAUSE_MS = 2000
/** As long as the address works, and a little more: the server says first that it is over. */
const LONGEST_MS = 11 * 60_000

/** Shows the address, and waits until the second factor was given there. False if nobody can be asked. */
export async function confirmInBrowser(
  io: Io,
  server: string,
  { url, code }: Confirmation,
): Promise<boolean> {
  if (!io.isInteractive || !url.startsWith(`${server}/`)) return false
  io.printStatus(
    `This operation requires your second factor. Open ${url}\nand check that the page shows ${code}.\n`,
  )
  const progress = startProgress(io)
  progress.show('Waiting for you to confirm. Press Ctrl-C to stop.')
  const status = await interruptible((signal) => waitForEnd(url, signal)).finally(progress.clear)
  if (status === 'confirmed') return true
  throw new Failure(
    EXIT.failed,
    'NotConfirmed',
    'You did not confirm in time. Nothing was changed.',
    'Run the command again.',
  )
}

async function waitForEnd(url: string, signal: AbortSignal): Promise<string> {
  const deadlineMs = Date.now() + LONGEST_MS
  while (Date.now() < deadlineMs) {
    await delay(PAUSE_MS, undefined, { signal }).catch(() => {
      throw interrupted()
    })
    const status = await readStatus(url, signal)
    if (status !== 'pending') return status
  }
  return 'expired'
}

/** A server that does not answer, or is busy, may do so the next time. */
async function readStatus(url: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(`${url}/status`, { signal, redirect: 'error' })
    if (!response.ok) return 'pending'
    const { status } = (await response.json()) as { status: string }
    return status
  } catch (error) {
    if (signal.aborted) throw interrupted()
    if (error instanceof TypeError || error instanceof SyntaxError) return 'pending'
    throw error
  }
}
