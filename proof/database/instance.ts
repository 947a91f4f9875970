import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '../../src/processes/dev/free-port.ts'
import { findPostgresBinaries } from '../../test/support/database/server-pair.ts'
import { signalIfRunning } from '../../test/support/processes/signal.ts'

const MAX_START_MS = 60_000
/** PostgreSQL refuses to run as root. */
export const IDENTITY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
const ADMINISTRATOR = 'postgres'
/** As whom Binnacle signs in: faults that concern sign-in leave the administrator alone. */
const ROLE = 'binnacle'
const ADMIT_ADMINISTRATOR = `host all ${ADMINISTRATOR} 127.0.0.1/32 trust`
const ADMIT_ALL = `${ADMIT_ADMINISTRATOR}\nhost all all 127.0.0.1/32 trust\n`
const REFUSE_ROLE = `${ADMIT_ADMINISTRATOR}\nhost all all 127.0.0.1/32 reject\n`

/** A process that is killed loses nothing that the operating system has taken, so it need not reach the disk. */
const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
max_connections = 100
min_wal_size = 32MB
max_wal_size = 64MB
wal_keep_size = 1GB
`
const LOAD_TIME = 'select pg_conf_load_time()'

/** A PostgreSQL that a proof may kill, stop and fill. */
export type Instance = Readonly<{
  /** Of the database, as Binnacle signs in. */
  url: string
  /** Of its data. */
  folder: string
  /** `environment`: further variables of the server, such as those of libfaketime. */
  start: (environment?: NodeJS.ProcessEnv) => Promise<void>
  /** Ends the server: SIGINT as a restart does, SIGKILL as a crash does. */
  end: (signal: 'SIGINT' | 'SIGKILL') => Promise<void>
  /** Sends a signal to the server and each of its processes. */
  signalAll: (signal: 'SIGSTOP' | 'SIGCONT') => void
  /** Starts it if it has ended, and waits until it takes connections. */
  revive: () => Promise<void>
  /** Takes this setting in place of earlier ones; without one, the defaults. */
  configure: (setting?: string) => Promise<void>
  admitRole: (isAdmitted: boolean) => Promise<void>
  limitConnections: (most: number | undefined) => Promise<void>
  disconnectRole: () => Promise<void>
  /** Runs a statement as the administrator, in the database of Binnacle. */
  run: (statement: string) => Promise<string>
  /** Makes it a replica of another one, from its next start or, if it is one already, from now on. */
  follow: (primary: Instance) => Promise<void>
  /** Starts it again as a replica, with a new copy of the data of another one. */
  copy: (primary: Instance) => Promise<void>
  remove: () => Promise<void>
}>

function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'binnacle-pg-'))
  if (IDENTITY.uid !== undefined) chownSync(folder, IDENTITY.uid, IDENTITY.gid)
  return folder
}

/** `parent`: where its folder is made. */
export async function openInstance(parent = tmpdir()): Promise<Instance> {
  const folder = makeFolder(parent)
  const data = join(folder, 'data')
  const bin = findPostgresBinaries()
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', ADMINISTRATOR, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...IDENTITY, stdio: 'ignore' },
  )
  const port = await findFreePort()
  writeFileSync(join(data, 'postgresql.auto.conf'), SETTINGS)
  const instance = controlInstance({ bin, data, port, folder })
  await instance.start()
  await administer(port, `create role ${ROLE} login`)
  await administer(port, `create database ${ROLE} owner ${ROLE}`)
  return instance
}

/** A replica that streams from the primary. */
export async function openReplica(primary: Instance): Promise<Instance> {
  const folder = makeFolder(tmpdir())
  const data = join(folder, 'data')
  const bin = findPostgresBinaries()
  copyData(bin, primary, data)
  const replica = controlInstance({ bin, data, port: await findFreePort(), folder })
  await replica.follow(primary)
  await replica.start()
  return replica
}

/** A server for data that were restored; it is not started. */
export async function openData(data: string): Promise<Instance> {
  const [bin, port] = [findPostgresBinaries(), await findFreePort()]
  return controlInstance({ bin, data, port, folder: data })
}

function copyData(bin: string, primary: Instance, data: string): void {
  const from = ['-h', '127.0.0.1', '-p', new URL(primary.url).port, '-U', ADMINISTRATOR]
  execFileSync(
    join(bin, 'pg_basebackup'),
    [...from, '-D', data, '-X', 'stream', '-c', 'fast', '--no-sync'],
    { ...IDENTITY, stdio: 'ignore' },
  )
}

type Paths = Readonly<{ bin: string; data: string; port: number; folder: string }>

function controlInstance({ bin, data, port, folder }: Paths): Instance {
  const server = controlServer(join(bin, 'postgres'), ['-D', data, '-p', String(port)])
  const run = (statement: string) => administer(port, statement)
  let origin = ''

  function configure(setting = ''): void {
    writeFileSync(join(data, 'postgresql.auto.conf'), `${SETTINGS}${origin}${setting}\n`)
  }

  /** Resolves when new sessions have the new settings. */
  async function reload(): Promise<void> {
    const before = await run(LOAD_TIME)
    server.signal('SIGHUP')
    while ((await run(LOAD_TIME)) === before) await delay(10)
  }

  async function revive(): Promise<void> {
    const until = performance.now() + MAX_START_MS
    if (!server.isRunning()) await server.start()
    while (await isRefused(port)) {
      if (performance.now() > until) throw new Error('PostgreSQL does not take connections')
      await delay(50)
      if (!server.isRunning()) await server.start()
    }
  }

  return {
    url: `postgres://${ROLE}@127.0.0.1:${port}/${ROLE}`,
    folder,
    start: server.start,
    end: server.end,
    signalAll: server.signalAll,
    revive,
    configure(setting) {
      configure(setting)
      return reload()
    },
    admitRole(isAdmitted) {
      writeFileSync(join(data, 'pg_hba.conf'), isAdmitted ? ADMIT_ALL : REFUSE_ROLE)
      return reload()
    },
    async limitConnections(most = -1) {
      await run(`alter role ${ROLE} connection limit ${most}`)
    },
    async disconnectRole() {
      const sessions = `from pg_stat_activity where usename = '${ROLE}'`
      await run(`select pg_terminate_backend(pid) ${sessions}`)
    },
    run: (statement) => administer(port, statement, ROLE),
    async copy(primary) {
      await server.end('SIGKILL')
      rmSync(data, { recursive: true, force: true })
      copyData(bin, primary, data)
      await this.follow(primary)
      await server.start()
    },
    async follow(primary) {
      const source = `host=127.0.0.1 port=${new URL(primary.url).port} user=${ADMINISTRATOR}`
      origin = `primary_conninfo = '${source}'\n`
      configure()
      const signal = join(data, 'standby.signal')
      writeFileSync(signal, '')
      // The server removes it when it is promoted.
      if (IDENTITY.uid !== undefined) chownSync(signal, IDENTITY.uid, IDENTITY.gid)
      if (server.isRunning()) await reload()
    },
    async remove() {
      server.signalAll('SIGCONT')
      await server.end('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

function controlServer(program: string, args: readonly string[]) {
  let server: ChildProcess | undefined
  const isRunning = () => server?.exitCode === null && server.signalCode === null

  function tryStart(environment?: NodeJS.ProcessEnv): Promise<boolean> {
    const env = { ...process.env, ...environment }
    const started = spawn(program, args, { ...IDENTITY, env, stdio: ['ignore', 'ignore', 'pipe'] })
    server = started
    return new Promise((resolve) => {
      started.stderr.on('data', (chunk: Buffer) => {
        // Of a replica: "ready to accept read-only connections".
        if (/ready to accept (read-only )?connections/.test(String(chunk))) resolve(true)
      })
      started.once('exit', () => resolve(false))
    })
  }

  return {
    isRunning,
    signal: (signal: NodeJS.Signals) => server?.kill(signal),
    async start(environment?: NodeJS.ProcessEnv) {
      const until = performance.now() + MAX_START_MS
      // Processes of a killed server may need a moment to end; until then the next one refuses to start.
      while (!(await tryStart(environment))) {
        if (performance.now() > until) throw new Error('PostgreSQL does not start')
        await delay(100)
      }
    },
    async end(signal: NodeJS.Signals) {
      if (!server || !isRunning()) return
      const ended = once(server, 'exit')
      server.kill(signal)
      await ended
    },
    signalAll(signal: NodeJS.Signals) {
      if (!server?.pid || !isRunning()) return
      server.kill(signal)
      for (const child of listChildren(server.pid)) signalIfRunning(child, signal)
    },
  }
}

const isRefused = (port: number) =>
  administer(port, LOAD_TIME).then(
    () => false,
    () => true,
  )

async function administer(port: number, statement: string, database = 'postgres'): Promise<string> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: ADMINISTRATOR,
    database,
  })
  // Without a listener, a server that ends under it would end the proof.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return JSON.stringify((await client.query(statement)).rows)
  } finally {
    await client.end()
  }
}

const listChildren = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
