import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Starts a bare server in a process of its own; it prints its address when it listens. */
export async function startBare(databaseUrl: string, script = 'bare.ts') {
  const file = new URL(script, import.meta.url).pathname
  const child = spawn(process.execPath, [file, databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: line.toString().trim(),
    async stop(): Promise<void> {
      child.kill()
      await once(child, 'exit')
    },
  }
}
