import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { SERVER_COMMANDS } from '../../cli/server-commands.ts'
import { COMPILED, type Finished } from '../support/processes/processes.ts'
import { PROGRAM } from '../support/processes/program.ts'
import { runInProcess } from './run-in-process.ts'

const LONGEST_RUN_MS = 100_000

type Run = Readonly<{
  input?: string
  env?: Record<string, string>
  onStatus?: (stderr: string) => void
}>

/** With `binnacle` on its path. What runs in this process has it too, until the end of the file. */
function makeHome() {
  const home = mkdtempSync(join(tmpdir(), 'binnacle-home-'))
  const bin = join(home, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'binnacle'), `#!/bin/sh\nexec ${process.execPath} ${PROGRAM} "$@"\n`)
  chmodSync(join(bin, 'binnacle'), 0o755)
  const { HOME } = process.env
  process.env.HOME = home
  afterAll(() => {
    if (HOME === undefined) delete process.env.HOME
    else process.env.HOME = HOME
    rmSync(home, { recursive: true, force: true })
  })
  return { home, bin }
}

/** A person's home and shell on a machine that has `binnacle` on its path, and no keyring. */
export function useShell() {
  const { home, bin } = makeHome()
  const envOf = (env: Record<string, string> = {}) => ({
    PATH: `${bin}:${process.env.PATH}`,
    HOME: home,
    TERM: 'xterm',
    LANG: 'C.UTF-8',
    BINNACLE_KEYRING: 'off',
    ...COMPILED,
    ...env,
  })
  const open = (program: string, args: readonly string[], env?: Record<string, string>) =>
    spawn(program, args, { cwd: home, env: envOf(env), timeout: LONGEST_RUN_MS })

  return {
    home,
    envOf,
    profileFile: join(home, '.config/binnacle/profiles.json'),

    /** A command of a person in a pipe, as a script runs it, without a process of its own. */
    run: (args: readonly string[], { env, ...around }: Run = {}): Promise<Finished> =>
      runInProcess(args, { ...around, env: envOf(env) }),

    /** The same in a process: what it trusts, locks or exits with is the point. */
    async runProcess(args: readonly string[], { input = '', env }: Run = {}): Promise<Finished> {
      const child = open(process.execPath, [PROGRAM, ...args], env)
      child.stdin.end(input)
      return finish(child)
    },

    /** Begun and not waited for. */
    start: (args: readonly string[], env?: Record<string, string>) =>
      open(process.execPath, [PROGRAM, ...args], env),

    /** A line of shell, as it stands in the help. One command of a person needs no shell. */
    async sh(line: string, env?: Record<string, string>): Promise<Finished> {
      const words = toWords(line, env ?? {})
      if (words) return runInProcess(words, { env: envOf(env) })
      const child = open('bash', ['-ec', line], env)
      child.stdin.end()
      return finish(child)
    },

    /** A line of shell that goes on until Ctrl-C, which comes once it has shown this. */
    async interrupt(line: string, shown: string, env?: Record<string, string>): Promise<Finished> {
      const child = open('bash', ['-c', `exec ${line}`], env)
      const finished = finish(child)
      await waitFor(child.stdout, shown)
      child.kill('SIGINT')
      return finished
    },

    /** On a terminal: what both streams wrote is on one screen. */
    async onTerminal(line: string, typed: readonly Typed[] = [], env?: Record<string, string>) {
      const child = open('script', ['-qec', line, '/dev/null'], env)
      const finished = finish(child)
      for (const [shown, keys] of typed) {
        await waitFor(child.stdout, shown)
        child.stdin.write(keys)
      }
      const { code, stdout } = await finished
      return { code, screen: stdout.replaceAll('\r\n', '\n') }
    },
  }
}
export type Shell = ReturnType<typeof useShell>

const ON_SERVER = new Set<string | undefined>(SERVER_COMMANDS.map(({ name }) => name.split(' ')[0]))

/** The arguments of a line that is one command of a person; nothing if a shell has to read it. */
function toWords(line: string, env: Record<string, string>): string[] | undefined {
  const [program, ...words] = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []
  if (program !== 'binnacle' || ON_SERVER.has(words[0]) || /[|;&<>`\\\n]|\$\(/.test(line)) return
  const expand = (text: string) => text.replaceAll(/\$(\w+)/g, (_all, name) => env[name] ?? '')
  const read = (part: string) =>
    part.startsWith("'") ? part.slice(1, -1) : expand(part.replace(/^"(.*)"$/s, '$1'))
  return words.map((word) => (word.match(/'[^']*'|"[^"]*"|[^'"]+/g) ?? []).map(read).join(''))
}

/** What is waited for on the screen, and what is typed then. */
type Typed = readonly [shown: string, keys: string]

export async function finish(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  const written = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    written.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    written.stderr += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...written }
}

/** Everything that was written up to where `shown` is. */
export function waitFor(stream: NodeJS.ReadableStream, shown: string | RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const isThere = () => (typeof shown === 'string' ? text.includes(shown) : shown.test(text))
    stream.on('data', (chunk) => {
      text += chunk
      if (isThere()) resolve(text)
    })
    stream.on('end', () => reject(new Error(`${shown} was never shown:\n${text}`)))
  })
}
