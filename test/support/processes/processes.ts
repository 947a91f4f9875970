import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { PROGRAM } from './program.ts'

const LONGEST_RUN_MS = 100_000
const LONGEST_START_MS = 240_000

/** The first file of the program too is compiled once for all starts, and not before each. */
export const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') }

export type Finished = Readonly<{ code: number | null; stdout: string; stderr: string }>

/** Runs `binnacle` to its end, as a person or a script would. */
export function runBinnacle(args: string[], env: Record<string, string>): Promise<Finished> {
  return runScript(PROGRAM, args, env)
}

/** Runs a script with this very Node to its end; one that hangs is ended and has no exit code. */
export async function runScript(
  script: string,
  args: string[],
  env: Record<string, string>,
): Promise<Finished> {
  const child = spawn(process.execPath, [script, ...args], {
    env: withPath(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_RUN_MS,
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}

export type Serving = Readonly<{
  addresses: string[]
  metricsUrl: string
  child: ChildProcess
  /** Everything written to stdout and stderr so far. */
  readLog: () => string
  /** Sends the signal, waits for the end and tells the exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}>

/** Starts `binnacle serve` on free ports, its log in a file as in production, and waits until it listens. */
export const serve = (env: Record<string, string>) => start('serve', 'listening', env)

/** Where a busy machine is not the subject: nobody is refused because a connection takes long. */
export const LONG_WAITS = { MAX_WAIT_SECONDS: '30' }

/** Tests sign operators in with a password; those of second factors set it back. */
export const PASSWORD_ONLY = { OPERATOR_SECOND_FACTOR: 'optional' }

/** Starts `binnacle work` in the same way; it has no addresses. */
export const work = (env: Record<string, string>) => start('work', 'working', env)

async function start(word: string, isUp: string, env: Record<string, string>): Promise<Serving> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-serve-'))
  const file = join(folder, 'log')
  const log = openSync(file, 'w')
  const ports = { PORT: '0', TLS_PORT: '0', METRICS_PORT: '0', DRAIN_SECONDS: '0' }
  const child = spawn(process.execPath, [PROGRAM, word], {
    env: withPath({ ...ports, ...PASSWORD_ONLY, ...env }),
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ended = once(child, 'exit') as Promise<[number | null]>
  let kept: string | undefined
  const readLog = () => kept ?? readFileSync(file, 'utf8')
  const { addresses = [], metrics } = await waitUntil(isUp, child, readLog)
  return {
    addresses,
    metricsUrl: `http://127.0.0.1:${metrics.port}/metrics`,
    child,
    readLog,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      const [code] = await ended
      kept ??= readLog()
      rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}

type Started = { addresses?: string[]; metrics: { port: number } }

async function waitUntil(
  isUp: string,
  child: ChildProcess,
  readLog: () => string,
): Promise<Started> {
  const until = performance.now() + LONGEST_START_MS
  while (performance.now() < until && child.exitCode === null) {
    const line = readLog()
      .split('\n')
      .find((entry) => entry.includes(`"msg":"${isUp}"`))
    if (line) return JSON.parse(line)
    await delay(20)
  }
  child.kill('SIGKILL')
  throw new Error(`binnacle is not ${isUp}:\n${readLog()}`)
}

/** A published client tries again by itself, so a test would not notice that it was limited. */
export function requireUnlimited({ readLog }: Pick<Serving, 'readLog'>): void {
  const lines = readLog().split('\n')
  const limited = lines.filter((line) => line.includes('"code":"TooManyRequests"'))
  if (limited.length > 0) throw new Error(`a caller met its rate limit:\n${limited.join('\n')}`)
}

function withPath(env: Record<string, string>): Record<string, string> {
  return { PATH: process.env.PATH ?? '', ...COMPILED, ...env }
}
