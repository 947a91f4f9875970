import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { COMPILED, type Finished } from '../support/processes/processes.ts'
import { PROGRAM } from '../support/processes/program.ts'

const LONGEST_RUN_MS = 100_000

type Run = Readonly<{ input?: string; env?: Record<string, string> }>

/** A person's home and shell on a machine that has `binnacle` on its path, and no keyring. */
export function useShell() {
  const home = mkdtempSync(join(tmpdir(), 'binnacle-home-'))
  const bin = join(home, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'binnacle'), `#!/bin/sh\nexec ${process.execPath} ${PROGRAM} "$@"\n`)
  chmodSync(join(bin, 'binnacle'), 0o755)
  afterAll(() => rmSync(home, { recursive: true, force: true }))

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

    /** In a pipe, as a script runs it. */
    async run(args: readonly string[], { input = '', env }: Run = {}): Promise<Finished> {
      const child = open(process.execPath, [PROGRAM, ...args], env)
      child.stdin.end(input)
      return finish(child)
    },

    /** Begun and not waited for. */
    start: (args: readonly string[], env?: Record<string, string>) =>
      open(process.execPath, [PROGRAM, ...args], env),

    /** A line of shell, as it stands in the help. */
    async sh(line: string, env?: Record<string, string>): Promise<Finished> {
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
