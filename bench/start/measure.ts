/**
 * node bench/start/measure.ts [FOLDER …]
 * Starts `serve`, `--help` and `dev` of this checkout and of others in turn, each ten times after one
 * that fills the compile cache; where the package was built, as it is in the package. Prints the medians: milliseconds by the clock, and of a processor.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../src/processes/dev/free-port.ts'
import { withMigratedDatabase } from '../../test/support/database/postgres.ts'
import { median } from '../load/rounds.ts'
import { statOf } from './cpu.ts'

const ROUNDS = 10

type Figures = Readonly<{ clockMs: number; cpuMs: number }>
type Start = (program: string) => Promise<Figures>

const folder = mkdtempSync(join(tmpdir(), 'binnacle-start-'))
const keyFile = join(folder, 'key')
writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
const programs = ['.', ...process.argv.slice(2)].map(findProgram)
try {
  await withMigratedDatabase(async (databaseUrl) => {
    await measure('serve', (program) => startServe(program, databaseUrl))
    await measure('--help', runHelp)
    await measure('dev', startDev)
  })
} finally {
  rmSync(folder, { recursive: true })
}

/** As it is installed, or as `npm run binnacle` of the checkout starts it. */
function findProgram(checkout: string): string {
  const programs = ['dist/bin/binnacle.js', 'bin/start.js'].map((path) => join(checkout, path))
  return programs.find((path) => existsSync(path)) ?? join(checkout, 'bin/binnacle.ts')
}

async function measure(what: string, start: Start): Promise<void> {
  const all = new Map<string, Figures[]>(programs.map((program) => [program, []]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [program, figures] of all) figures.push(await start(program))
  }
  for (const [program, [, ...figures]] of all) {
    const clock = median(figures.map(({ clockMs }) => clockMs))
    const cpu = median(figures.map(({ cpuMs }) => cpuMs))
    console.log(`${what}\t${Math.round(clock)} ms\tprocessor ${Math.round(cpu)} ms\t${program}`)
  }
}

function run(program: string, args: string[], env: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env
  const startedAt = performance.now()
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH, HOME, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const readClock = () => performance.now() - startedAt
  const read = () => ({ clockMs: readClock(), cpuMs: statOf(child.pid ?? 0).ownSeconds * 1000 })
  return { child, read, readClock }
}

async function startServe(program: string, databaseUrl: string): Promise<Figures> {
  const port = await findFreePort()
  const { child, read } = run(program, ['serve'], {
    ...{ DATABASE_URL: databaseUrl, SECRET_KEY_FILE: keyFile, METRICS_ADDRESS: '127.0.0.1:0' },
    ...{ PUBLIC_URL: 'https://binnacle.example', PORT: String(port), DRAIN_SECONDS: '0' },
  })
  child.stdout.resume()
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`${program} ended before it was ready`)
    await delay(5)
  }
  const figures = read()
  child.kill()
  await once(child, 'exit')
  return figures
}

/** What a process used in all is told to its parent alone. */
async function runHelp(program: string): Promise<Figures> {
  const before = statOf(process.pid).endedChildrenSeconds
  const { child, readClock } = run(program, ['--help'])
  child.stdout.resume()
  await once(child, 'exit')
  const cpuMs = (statOf(process.pid).endedChildrenSeconds - before) * 1000
  return { clockMs: readClock(), cpuMs }
}

async function startDev(program: string): Promise<Figures> {
  const ports = ['--port', '0', '--tls-port', '0']
  const { child, read } = run(program, ['dev', ...ports, '--output', 'json', '--stop-with-stdin'])
  await once(child.stdout, 'data')
  const figures = read()
  child.stdout.resume()
  child.stdin.end()
  await once(child, 'exit')
  return figures
}
