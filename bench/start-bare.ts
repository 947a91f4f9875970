import { spawn } from 'node:child_process'
import { once } from 'node:events'

const BARE = new URL('bare.ts', import.meta.url).pathname

/** Starts `bare.ts` in a process of its own; it prints its address when it listens. */
export async function startBare(databaseUrl: string) {
  const child = spawn(process.execPath, [BARE, databaseUrl], {
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
