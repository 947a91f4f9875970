import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Database } from './database.ts'

/** Starts a bare server (`bare*.ts`) in a process of its own, which prints its address when it listens. */
export async function startBare(
  { url, hasNames }: Database,
  script: string,
  running: AsyncDisposableStack,
): Promise<string> {
  const file = new URL(`../${script}`, import.meta.url).pathname
  const names = hasNames ? 'named' : 'unnamed'
  const child = spawn(process.execPath, [file, url, names], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.defer(async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return line.toString().trim()
}
