import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Database } from './database.ts'

/** Starts a bare server (`bare*.ts`), which stops with `running`. */
export async function startBare(
  database: Database,
  script: string,
  running: AsyncDisposableStack,
): Promise<string> {
  const { url, stop } = await spawnBare(database, script)
  running.defer(stop)
  return url
}

/** In a process of its own, which prints its address when it listens. */
export async function spawnBare(
  { url, hasNames }: Database,
  script: string,
  env: NodeJS.ProcessEnv = {},
) {
  const file = new URL(`../${script}`, import.meta.url).pathname
  const names = hasNames ? 'named' : 'unnamed'
  const child = spawn(process.execPath, [file, url, names], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: line.toString().trim(),
    pid: child.pid ?? 0,
    async stop() {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
