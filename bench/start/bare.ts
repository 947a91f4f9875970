import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Starts a bare server (`bare-*.ts`), which prints its address and stops with `running`. */
export async function startBare(
  databaseUrl: string,
  script: string,
  running: AsyncDisposableStack,
): Promise<string> {
  const file = new URL(`../${script}`, import.meta.url).pathname
  const child = spawn(process.execPath, [file, databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  running.defer(async () => {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  return line.toString().trim()
}
