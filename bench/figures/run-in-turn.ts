import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Options } from '../options.ts'

const RUN = new URL('../run.ts', import.meta.url).pathname

/** Runs each bench with all its ways in a process of its own, prints what it prints, and hands it on. */
export async function runInTurn(
  { names, sizeArgs }: Options,
  onEnd: (name: string, lines: readonly string[]) => void,
): Promise<void> {
  for (const name of names) onEnd(name, await runBench(name, sizeArgs))
}

/** The lines that it prints. */
export async function runBench(name: string, sizeArgs: readonly string[] = []): Promise<string[]> {
  const startedAt = performance.now()
  console.log(`=== bench ${name}`)
  const child = spawn(process.execPath, [RUN, name, '--ways', 'all', ...sizeArgs], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    console.log(line)
    lines.push(line)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`bench ${name} failed`)
  console.log(`--- bench ${name} took ${Math.round((performance.now() - startedAt) / 1000)} s`)
  return lines
}
