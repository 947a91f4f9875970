/**
 * Outlives an emulator that is killed: stops the PostgreSQL it left behind and throws its folder away.
 * It waits for the end of its input, which ends with whoever started it.
 */
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const [pid, folder] = process.argv.slice(2)
const LONGEST_MS = 10_000

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
process.stdin.resume()
process.stdin.once('close', async () => {
  const until = performance.now() + LONGEST_MS
  while (send('SIGINT') && performance.now() < until) await delay(200)
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** Whether there was anybody to send it to. */
function send(signal: NodeJS.Signals): boolean {
  try {
    return process.kill(Number(pid), signal)
  } catch {
    return false
  }
}
