import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { administer, databaseUrl, newDatabaseName } from '../../test/support/database/postgres.ts'

/** A process in a root file system of its own, as a container host would start it. */
export type Sandbox = Readonly<{
  /** The root file system, which the process cannot write to. */
  root: string
  user: number
  command: readonly string[]
  env: Readonly<Record<string, string>>
  folder?: string
  /** Files and folders of this machine that the process can read, by the path it uses. */
  reads?: Readonly<Record<string, string>>
  /** A file with the system calls that are allowed, as a compiled filter of the kernel. */
  systemCalls?: string
}>

export type Ended = Readonly<{ code: number | null; output: string }>
export type Sandboxed = Readonly<{
  /** The process on this machine; within the sandbox it is process 1. */
  pid: number
  ended: Promise<Ended>
  stop: (signal?: NodeJS.Signals) => Promise<Ended>
}>

const MAX_RUN_MS = 120_000

/** Not root, no capabilities, no new privileges; /tmp and /data in memory; the network of this machine. */
export async function startSandboxed(sandbox: Sandbox): Promise<Sandboxed> {
  const { root, user, command, env, folder = '/', reads = {}, systemCalls } = sandbox
  const identity = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups']
  const privileges = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all']
  const mounts = [
    ...['--ro-bind', root, '/', '--proc', '/proc', '--dev', '/dev'],
    ...['--tmpfs', '/tmp', '--tmpfs', '/run', '--tmpfs', '/data'],
    ...Object.entries(reads).flatMap(([path, source]) => ['--ro-bind', source, path]),
  ]
  const spaces = ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts']
  const variables = Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value])
  const settings = ['--as-pid-1', '--die-with-parent', '--json-status-fd', '3', '--clearenv']
  if (systemCalls !== undefined) settings.push('--seccomp', '4')
  const filter = systemCalls === undefined ? 'ignore' : openSync(systemCalls, 'r')
  const wrapped = ['bwrap', ...spaces, ...mounts, ...settings, ...variables, '--chdir', folder]
  const child = spawn('setpriv', [...identity, ...privileges, ...wrapped, '--', ...command], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', filter],
    timeout: MAX_RUN_MS,
  })
  if (filter !== 'ignore') closeSync(filter)
  return watch(child)
}

async function watch(child: ChildProcess): Promise<Sandboxed> {
  const [, stdout, stderr, status] = child.stdio as unknown as [null, Readable, Readable, Readable]
  const printed = Promise.all([text(stdout), text(stderr)])
  const ended = once(child, 'close').then(async ([code]): Promise<Ended> => {
    return { code, output: (await printed).join('') }
  })
  const [line] = (await Promise.race([once(status, 'data'), ended.then(() => [])])) as [Buffer?]
  if (!line) throw new Error(`the sandbox did not start: ${(await ended).output}`)
  status.resume()
  const pid = Number(/"child-pid": (\d+)/.exec(line.toString())?.[1])
  return {
    pid,
    ended,
    stop(signal = 'SIGTERM') {
      process.kill(pid, signal)
      return ended
    },
  }
}

export const runSandboxed = async (sandbox: Sandbox): Promise<Ended> =>
  (await startSandboxed(sandbox)).ended

/** Lines of /proc/PID/status, such as `Uid` and `CapEff`. */
export function readStatus(pid: number, name: string): string {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? ''
}

/** Waits until the address responds with 200, as long as the process runs. */
export async function waitForResponse(url: string, { ended }: Sandboxed): Promise<void> {
  let end: Ended | undefined
  void ended.then((how) => {
    end = how
  })
  while (!(await responds(url))) {
    if (end) throw new Error(`ended with ${end.code} before it responded at ${url}: ${end.output}`)
    await delay(50)
  }
}

const responds = (url: string) =>
  fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  )

/** A key file that only this user can read. */
export async function withSecret<T>(user: number, use: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-secret-'))
  const file = join(folder, 'secret.key')
  writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o400 })
  for (const path of [folder, file]) chownSync(path, user, user)
  try {
    return await use(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A database without tables, by its address. */
export async function withEmptyDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const name = newDatabaseName()
  await administer(`create database ${name}`)
  try {
    return await use(databaseUrl(name))
  } finally {
    await administer(`drop database ${name} with (force)`)
  }
}
