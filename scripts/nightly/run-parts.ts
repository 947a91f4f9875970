import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { signalIfRunning } from '../../test/support/processes/signal.ts'

export type Part = Readonly<{
  command: readonly string[]
  minutes: number
  /** The files and folders whose change makes its record old. */
  proves: readonly string[]
}>

export type Result = Readonly<{
  name: string
  outcome: 'passed' | 'FAILED' | 'FAILED: time limit' | 'FAILED: not started'
  seconds: number
  /** The last ones that it printed. */
  lines: readonly string[]
}>

const LAST_LINES = 16
/** What a part may still do after SIGTERM, such as stopping its database. */
const GRACE_MS = 20_000
const MINUTE_MS = 60_000

/** Runs one part after the other; those for which no time is left are not started. */
export async function runParts(
  parts: Readonly<Record<string, Part>>,
  totalMs: number,
  onResult: (result: Result) => void,
): Promise<Result[]> {
  const until = performance.now() + totalMs
  const results: Result[] = []
  for (const [name, part] of Object.entries(parts)) {
    const leftMs = until - performance.now()
    const result =
      leftMs > 0
        ? await runPart(name, part.command, Math.min(leftMs, part.minutes * MINUTE_MS))
        : { name, outcome: 'FAILED: not started' as const, seconds: 0, lines: [] }
    results.push(result)
    onResult(result)
  }
  return results
}

async function runPart(
  name: string,
  [program = '', ...args]: readonly string[],
  limitMs: number,
): Promise<Result> {
  const startedAt = performance.now()
  // A group of its own, so that what the part started ends with it.
  const child = spawn(program, args, {
    env: { ...process.env, LONG: 'true' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    if (lines.length > LAST_LINES) lines.shift()
  })
  const end = (signal: NodeJS.Signals) => endGroup(child.pid, signal)
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    end('SIGTERM')
  }, limitMs)
  const lastLimit = setTimeout(() => end('SIGKILL'), limitMs + GRACE_MS)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearTimeout(limit)
  clearTimeout(lastLimit)
  // Nothing of a part runs beside the next one.
  end('SIGKILL')
  if (!child.stdout.closed) await once(child.stdout, 'close')
  const failure = isLate ? 'FAILED: time limit' : 'FAILED'
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  return { name, outcome: code === 0 && !isLate ? 'passed' : failure, seconds, lines }
}

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid !== undefined) signalIfRunning(-pid, signal)
}
