import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '../../../src/processes/dev/free-port.ts'

/** PostgreSQL refuses to run as root. */
const IDENTITY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
const MAX_START_MS = 60_000
const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
`

export type PostgresServer = Readonly<{
  /** Host and port. */
  host: string
  /** Runs one statement as the administrator. */
  run: (statement: string) => Promise<pg.QueryResult>
  end: (signal?: 'SIGINT' | 'SIGKILL') => Promise<void>
}>

export type ServerPair = Readonly<{
  primary: PostgresServer
  /** Follows the primary until `select pg_promote()`. */
  standby: PostgresServer
  remove: () => Promise<void>
}>

/** A primary and a standby that streams from it, for tests that end and promote servers. */
export async function openServerPair(): Promise<ServerPair> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-pair-'))
  if (IDENTITY.uid !== undefined) chownSync(folder, IDENTITY.uid, IDENTITY.gid)
  const bin = findPostgresBinaries()
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  const identity = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  execFileSync(join(bin, 'initdb'), ['-D', first, ...identity], { ...IDENTITY, stdio: 'ignore' })
  appendFileSync(join(first, 'postgresql.auto.conf'), SETTINGS)
  // A copy of a server that has never run is one that has followed it from the beginning.
  execFileSync('cp', ['-a', first, second])
  const started: PostgresServer[] = []
  async function remove(): Promise<void> {
    await Promise.all(started.map(({ end }) => end('SIGKILL')))
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  try {
    const primary = await startServer(bin, first)
    started.push(primary)
    follow(second, primary)
    const standby = await startServer(bin, second)
    started.push(standby)
    await waitUntilStreaming(primary)
    return { primary, standby, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

function follow(data: string, primary: PostgresServer): void {
  const [, port] = primary.host.split(':')
  writeFileSync(join(data, 'standby.signal'), '')
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'\n`,
  )
}

async function waitUntilStreaming(primary: PostgresServer): Promise<void> {
  const until = performance.now() + MAX_START_MS
  while ((await primary.run('select 1 from pg_stat_replication')).rows.length === 0) {
    if (performance.now() > until) throw new Error('the standby does not stream')
    await delay(50)
  }
}

async function startServer(bin: string, data: string): Promise<PostgresServer> {
  const port = await findFreePort()
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port)], {
    ...IDENTITY,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await waitUntilReady(server)
  return {
    host: `127.0.0.1:${port}`,
    run: (statement) => runAsAdministrator(port, statement),
    async end(signal = 'SIGKILL') {
      if (server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill(signal)
      await ended
    },
  }
}

function waitUntilReady(server: ChildProcess): Promise<void> {
  let log = ''
  return new Promise((resolve, reject) => {
    server.stderr?.on('data', (chunk: Buffer) => {
      log += chunk
      // Of a standby: "ready to accept read-only connections".
      if (/ready to accept (read-only )?connections/.test(log)) resolve()
    })
    server.once('exit', () => reject(new Error(`PostgreSQL does not start:\n${log}`)))
  })
}

async function runAsAdministrator(port: number, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Where Debian puts them, the newest first; elsewhere they are where `pg_config` says. */
export function findPostgresBinaries(): string {
  const root = '/usr/lib/postgresql'
  try {
    const [newest] = readdirSync(root).sort((a, b) => Number(b) - Number(a))
    return join(root, newest ?? '', 'bin')
  } catch {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()
  }
}
