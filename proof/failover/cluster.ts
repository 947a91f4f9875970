import { type ChildProcess, execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findPostgresBinaries } from '../../test/support/database/server-pair.ts'
import { FILES, HAPROXY, readEnv, startHaproxy } from './haproxy.ts'
import { IDENTITY, openProcessGroup, type ProcessGroup } from './process-group.ts'

const CONFIGURATION = 'patroni.yml'
const PASSWORD = 'of-the-proof'
const MAX_START_MS = 180_000
const NUMBERS = [1, 2, 3] as const

/** Outside the range from which the system picks ports, so that a server gets its own back. */
const PORTS = { etcd: 15400, peer: 15410, postgres: 15420, patroni: 15430, serve: 15450 }
export const DATABASE_PROXY = '127.0.0.1:15440'
export const REPLICA_PROXY = '127.0.0.1:15442'
export const HTTP_PROXY = '127.0.0.1:15441'
export const SERVE_PORTS: readonly number[] = [PORTS.serve + 1, PORTS.serve + 2]
export const EIGHT_PORTS = Array.from({ length: 8 }, (_, n) => PORTS.serve + 1 + n)
export const DATABASE_HOSTS = NUMBERS.map((n) => `127.0.0.1:${PORTS.postgres + n}`).join(',')

/** One database server: a PostgreSQL and its Patroni. */
export type Member = Readonly<{
  name: string
  /** Host and port of PostgreSQL. */
  host: string
  isPrimary: () => Promise<boolean>
  killPostgres: () => void
  killPatroni: () => void
  /** As a machine that loses its power. */
  killBoth: () => void
  /** Hands the role of the primary to another member. */
  switchOver: () => Promise<void>
}>

export type Cluster = Readonly<{
  processes: ProcessGroup
  /** By the word of the servers themselves; `former` does not count. */
  findPrimary: (former?: Member) => Promise<Member | undefined>
  /** Starts what has ended, and waits until every member takes part and one confirms every commit. */
  repair: () => Promise<void>
  close: () => Promise<void>
}>

export const urlOf = (user: string, hosts: string, database = 'binnacle') =>
  `postgres://${user}:${PASSWORD}@${hosts}/${database}`

/** The cluster of `deploy/cluster` on this machine: three times etcd and PostgreSQL, and HAProxy in front of `serve`. */
export async function openCluster(servePorts = SERVE_PORTS): Promise<Cluster> {
  requirePackages()
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-cluster-'))
  chmodSync(folder, 0o755)
  if (IDENTITY.uid !== undefined) chownSync(folder, IDENTITY.uid, IDENTITY.gid)
  const processes = openProcessGroup(folder)
  try {
    startEtcd(folder, processes)
    await Promise.all(NUMBERS.map((n) => waitFor(`http://127.0.0.1:${PORTS.etcd + n}/health`)))
    writeFileSync(join(folder, CONFIGURATION), readConfiguration())
    const members = NUMBERS.map((n) => openMember(n, folder, processes))
    const [first, ...others] = members
    first?.start()
    await waitFor(`http://127.0.0.1:${PORTS.patroni + 1}/primary`)
    for (const { start } of others) start()
    const cluster = controlCluster(members, processes)
    await cluster.repair()
    startHaproxy(folder, processes, {
      ...databaseServers(),
      ...Object.fromEntries(
        servePorts.map((port, n) => [`SERVE${n + 1}_ADDRESS`, `127.0.0.1:${port}`]),
      ),
      DATABASE_BIND: DATABASE_PROXY,
      REPLICA_BIND: REPLICA_PROXY,
      HTTP_BIND: HTTP_PROXY,
    })
    return cluster
  } catch (error) {
    await processes.close()
    throw error
  }
}

const databaseServers = () =>
  Object.fromEntries(
    NUMBERS.flatMap((n) => [
      [`DB${n}_ADDRESS`, `127.0.0.1:${PORTS.postgres + n}`],
      [`DB${n}_PATRONI`, String(PORTS.patroni + n)],
    ]),
  )

function requirePackages(): void {
  const missing = ['/usr/bin/etcd', '/usr/bin/patroni', HAPROXY].filter((file) => !existsSync(file))
  if (missing.length === 0) return
  throw new Error(
    `${missing.join(', ')} not found. Run: apt-get install etcd-server patroni haproxy postgresql`,
  )
}

function controlCluster(members: readonly StartedMember[], processes: ProcessGroup): Cluster {
  return {
    processes,
    close: processes.close,
    async findPrimary(former) {
      const asked = members.filter((member) => member !== former)
      const answers = await Promise.all(asked.map(({ isPrimary }) => isPrimary()))
      return asked.find((_, n) => answers[n])
    },
    async repair() {
      for (const member of members) if (!member.isRunning()) member.start()
      const until = performance.now() + MAX_START_MS
      while (!(await isWhole(members))) {
        if (performance.now() > until) throw new Error('the cluster is not whole again')
        await delay(200)
      }
    },
  }
}

/** One primary, two that follow it, and one of these confirms every commit. */
async function isWhole(members: readonly StartedMember[]): Promise<boolean> {
  const count = async (path: string) => {
    const found = await Promise.all(
      members.map(({ number }) => isOk(`${patroniUrl(number)}${path}`)),
    )
    return found.filter(Boolean).length
  }
  const [primaries, replicas, synchronous] = await Promise.all(
    ['/primary', '/replica', '/synchronous'].map(count),
  )
  return primaries === 1 && replicas === 2 && synchronous === 1
}

type StartedMember = Member &
  Readonly<{ number: number; start: () => void; isRunning: () => boolean }>

const patroniUrl = (n: number) => `http://127.0.0.1:${PORTS.patroni + n}`

function openMember(n: number, folder: string, processes: ProcessGroup): StartedMember {
  const data = join(folder, `data${n}`)
  const host = `127.0.0.1:${PORTS.postgres + n}`
  const env = {
    ...readEnv('patroni.env'),
    PATRONI_NAME: `db${n}`,
    PATRONI_ETCD3_HOSTS: NUMBERS.map((other) => `127.0.0.1:${PORTS.etcd + other}`).join(','),
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${PORTS.patroni + n}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${PORTS.patroni + n}`,
    PATRONI_POSTGRESQL_LISTEN: host,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: host,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: findPostgresBinaries(),
    PATRONI_POSTGRESQL_PGPASS: join(folder, `pgpass${n}`),
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
    PATRONI_REWIND_PASSWORD: PASSWORD,
  }
  let script: ChildProcess | undefined
  const kill = (pid: number | undefined) => {
    if (pid) process.kill(pid, 'SIGKILL')
  }
  const postgres = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

  return {
    number: n,
    name: `db${n}`,
    host,
    isRunning: () => script?.exitCode === null && script.signalCode === null,
    start() {
      script = processes.start(
        `patroni${n}`,
        [join(FILES, 'run-patroni'), join(folder, CONFIGURATION)],
        env,
      )
    },
    isPrimary: openQuestion(urlOf('postgres', host, 'postgres')),
    killPostgres: () => kill(postgres()),
    killPatroni: () => kill(findChild(script?.pid ?? 0)),
    killBoth() {
      const pid = postgres()
      // The group of the script, with its Patroni.
      kill(-(script?.pid ?? 0))
      kill(pid)
    },
    async switchOver() {
      const answer = await fetch(`${patroniUrl(n)}/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leader: `db${n}` }),
      })
      if (!answer.ok) throw new Error(`no switchover: ${answer.status} ${await answer.text()}`)
    },
  }
}

/** Asks on one connection for as long as it lives: whether a server is the primary, by its own word. */
function openQuestion(url: string): () => Promise<boolean> {
  let client: pg.Client | undefined
  return async () => {
    try {
      if (!client) {
        const fresh = new pg.Client({
          connectionString: url,
          connectionTimeoutMillis: 3000,
          query_timeout: 3000,
        })
        fresh.on('error', () => (client = undefined))
        await fresh.connect()
        client = fresh
      }
      const { rows } = await client.query('select pg_is_in_recovery() as "isStandby"')
      return rows[0]?.isStandby === false
    } catch {
      // A server that does not answer is not the primary for those who ask.
      client = undefined
      return false
    }
  }
}

const findChild = (pid: number): number | undefined =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]) || undefined

function startEtcd(folder: string, processes: ProcessGroup): void {
  const peer = (n: number) => `http://127.0.0.1:${PORTS.peer + n}`
  for (const n of NUMBERS) {
    const data = join(folder, `etcd${n}`)
    mkdirSync(data, { mode: 0o700 })
    if (IDENTITY.uid !== undefined) chownSync(data, IDENTITY.uid, IDENTITY.gid)
    const client = `http://127.0.0.1:${PORTS.etcd + n}`
    processes.start(`etcd${n}`, ['etcd'], {
      ...readEnv('etcd.env'),
      ETCD_NAME: `db${n}`,
      ETCD_DATA_DIR: data,
      ETCD_LISTEN_CLIENT_URLS: client,
      ETCD_ADVERTISE_CLIENT_URLS: client,
      ETCD_LISTEN_PEER_URLS: peer(n),
      ETCD_INITIAL_ADVERTISE_PEER_URLS: peer(n),
      ETCD_INITIAL_CLUSTER: NUMBERS.map((other) => `db${other}=${peer(other)}`).join(','),
    })
  }
}

/** Runs a file of `deploy/cluster` with psql on one server. */
export function runSql(file: string, { host }: Member, user: string, database = 'postgres'): void {
  const settings = {
    PGPASSWORD: PASSWORD,
    MIGRATE_PASSWORD: PASSWORD,
    SERVE_PASSWORD: PASSWORD,
    WORK_PASSWORD: PASSWORD,
  }
  const url = urlOf(user, host, database)
  execFileSync('psql', ['-X', '-q', '-f', join(FILES, file), url], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** The example, with the network of this machine. */
const readConfiguration = () =>
  readFileSync(join(FILES, CONFIGURATION), 'utf8').replaceAll('10.0.0.0/24', '127.0.0.0/8')

async function isOk(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    // It is not up, which is the answer.
    return false
  }
}

async function waitFor(url: string): Promise<void> {
  const until = performance.now() + MAX_START_MS
  while (!(await isOk(url))) {
    if (performance.now() > until) throw new Error(`${url} does not answer`)
    await delay(100)
  }
}
