import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { COMPILED } from './processes.ts'
import { PROGRAM } from './program.ts'

const LONGEST_START_MS = 240_000

export type Emulator = Readonly<{
  /** What it printed for other terminals. */
  settings: Readonly<Record<string, string>>
  /** Its address without a certificate, which is printed for people only. */
  plainUrl: string
  stdout: () => string
  stderr: () => string
  /** What its server wrote to its log file. */
  readLog: () => string
  child: ChildProcess
  /** As Ctrl-C does; tells the exit code. */
  stop: () => Promise<number | null>
}>

type Start = Readonly<{ bin?: string; env?: Record<string, string>; ports?: readonly string[] }>
const FREE_PORTS = ['--port', '0', '--tls-port', '0']

/** Starts `binnacle dev` on free ports, from the sources or from where it was installed. */
export async function startEmulator(
  args: readonly string[] = [],
  { bin = process.env.BINNACLE_BIN ?? PROGRAM, env = {}, ports = FREE_PORTS }: Start = {},
): Promise<Emulator> {
  const child = spawn(process.execPath, [bin, 'dev', ...ports, ...args], {
    env: { PATH: process.env.PATH ?? '', ...COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk))
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk))
  const until = performance.now() + LONGEST_START_MS
  while (!/export PUBLIC_URL=.*\n|^\{.*\}\n/.test(said.stdout)) {
    if (child.exitCode !== null || performance.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`the emulator is not up:\n${said.stdout}${said.stderr}`)
    }
    await delay(20)
  }
  return {
    settings: readSettings(said.stdout),
    plainUrl: /http:\S+/.exec(said.stdout)?.[0] ?? '',
    stdout: () => said.stdout,
    stderr: () => said.stderr,
    readLog: () => readFileSync(/ +log +(\S+)/.exec(said.stdout)?.[1] ?? '', 'utf8'),
    child,
    async stop() {
      child.kill('SIGINT')
      return (await ended)[0]
    },
  }
}

const readSettings = (stdout: string): Record<string, string> =>
  stdout.startsWith('{') ? JSON.parse(stdout).settings : readExports(stdout)

const readExports = (stdout: string) =>
  Object.fromEntries(
    [...stdout.matchAll(/^ +export (\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replace(/^'(.*)'$/, '$1'),
    ]),
  )

/** Over https, believing the emulator's own authority and nobody else. */
export async function ask(
  { settings }: Emulator,
  path: string,
  headers: Record<string, string>,
  body?: URLSearchParams,
) {
  const sent = request(`${settings.BINNACLE_URL}${path}`, {
    ca: readFileSync(settings.NODE_EXTRA_CA_CERTS ?? ''),
    method: body ? 'POST' : 'GET',
    headers: {
      ...headers,
      ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
  })
  sent.end(body?.toString())
  const [response] = await once(sent, 'response')
  const { statusCode: status, headers: received } = response as IncomingMessage
  return { status: status as number, headers: received, body: JSON.parse(await text(response)) }
}
