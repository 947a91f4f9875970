import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { jobQueues } from '../../src/jobs.ts'
import { readSeal } from '../../src/platform/crypto/seal.ts'
import { connect, type Db } from '../../src/platform/db/connect.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { type Serving, serve, work } from '../../test/support/processes/processes.ts'
import { ORIGIN } from '../../test/support/server/health-calls.ts'
import { keepLedger, type Ledger } from '../ledger.ts'
import {
  type Cluster,
  DATABASE_HOSTS,
  DATABASE_PROXY,
  HTTP_PROXY,
  type Member,
  openCluster,
  REPLICA_PROXY,
  runSql,
  SERVE_PORTS,
  urlOf,
} from './cluster.ts'

const FAULTS = {
  'kill -9 of PostgreSQL': (member) => member.killPostgres(),
  'kill -9 of PostgreSQL and Patroni': (member) => member.killBoth(),
  'kill -9 of Patroni': (member) => member.killPatroni(),
  switchover: (member) => member.switchOver(),
} as const satisfies Record<string, (member: Member) => void | Promise<void>>

/** How Binnacle finds the primary. */
const WAYS = { 'through HAProxy': DATABASE_PROXY, 'several hosts': DATABASE_HOSTS } as const

type Round = Readonly<{ way: keyof typeof WAYS; faults: readonly (keyof typeof FAULTS)[] }>

export const ONE_FAULT_EACH: readonly Round[] = [
  { way: 'through HAProxy', faults: ['kill -9 of PostgreSQL'] },
  { way: 'several hosts', faults: ['switchover', 'kill -9 of Patroni'] },
]

const ALL_FAULTS = [
  ...([1, 2, 3] as const).flatMap(() => ['kill -9 of PostgreSQL', 'switchover'] as const),
  ...([1, 2] as const).flatMap(() => ['kill -9 of PostgreSQL and Patroni', 'switchover'] as const),
  'kill -9 of Patroni',
] as const

export const ELEVEN_FAULTS_EACH: readonly Round[] = [
  { way: 'through HAProxy', faults: ALL_FAULTS },
  { way: 'several hosts', faults: ALL_FAULTS },
]

const LOAD_MS = 3000
const MAX_PROMOTION_MS = 90_000
const MAX_RECOVERY_MS = 5000
/** What succeeds sooner may have been committed by the former primary. */
const SENT_BEFORE_MS = 50
const MAX_JOBS_MS = 90_000

/** The database servers of `deploy/cluster` fail one after the other, and no acknowledged write is lost. */
export async function proveFailover(rounds: readonly Round[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-secret-'))
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  const cluster = await openCluster()
  try {
    runSql('roles.sql', await requirePrimary(cluster), 'postgres')
    const faults: string[] = []
    for (const round of rounds) faults.push(...(await runRound(round, cluster, keyFile)))
    for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
    return faults.length === 0
  } finally {
    await cluster.close()
    rmSync(folder, { recursive: true })
  }
}

/** In a database of its own. */
async function runRound(round: Round, cluster: Cluster, keyFile: string): Promise<string[]> {
  const primary = await requirePrimary(cluster)
  await dropDatabase()
  runSql('database.sql', primary, 'postgres')
  await migrate(urlOf('binnacle_migrate', DATABASE_HOSTS), jobQueues)
  const db = connect(urlOf('postgres', DATABASE_HOSTS), { maxWaitMs: 30_000 })
  try {
    return await causeFaults(round, { cluster, db, keyFile })
  } finally {
    await db.destroy()
  }
}

/** Asked more than once: a busy server may be slow to take a connection. */
export async function requirePrimary(cluster: Cluster): Promise<Member> {
  for (const until = performance.now() + MAX_PROMOTION_MS; performance.now() < until; ) {
    const primary = await cluster.findPrimary()
    if (primary) return primary
    await delay(100)
  }
  throw new Error('the cluster has no primary')
}

async function dropDatabase(): Promise<void> {
  const db = connect(urlOf('postgres', DATABASE_HOSTS, 'postgres'), { size: 1, maxWaitMs: 30_000 })
  try {
    await sql`drop database if exists binnacle with (force)`.execute(db)
  } finally {
    await db.destroy()
  }
}

type Installation = Readonly<{ cluster: Cluster; db: Db; keyFile: string }>

async function causeFaults({ way, faults }: Round, installation: Installation): Promise<string[]> {
  const { cluster, db, keyFile } = installation
  const nodes = await startNodes(WAYS[way], installation)
  try {
    const ledger = await keepLedger({ db, seal: readSeal(keyFile) }, `http://${HTTP_PROXY}`)
    const found: string[] = []
    for (const fault of faults) {
      await delay(LOAD_MS)
      found.push(...(await cause(fault, cluster, ledger)).map((text) => `${way}, ${text}`))
      await cluster.repair()
    }
    await delay(LOAD_MS)
    await ledger.stop()
    found.push(...ledger.wrong, ...(await ledger.findFaults()), ...(await waitForJobs(db)))
    if (ledger.fewest() < 5) found.push(`${way}: too few writes to prove anything`)
    console.log(
      `${way}: ${faults.length} faults, ${ledger.acknowledged.length} acknowledged, ${ledger.refused()} refused with 503`,
    )
    return found
  } finally {
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')))
  }
}

/** Two `serve` behind HAProxy and two `work`, each with the database role that is meant for it. */
async function startNodes(hosts: string, installation: Installation): Promise<Serving[]> {
  const replicas = hosts === DATABASE_PROXY ? [REPLICA_PROXY] : hosts.split(',')
  const settings = {
    SECRET_KEY_FILE: installation.keyFile,
    PUBLIC_URL: ORIGIN,
    QUOTA_RULES: 'beyondHeadroom=approve',
    RATE_LIMITS: 'false',
    TRUST_PROXY: '127.0.0.1',
  }
  const serving = SERVE_PORTS.map(
    (port) => () =>
      serve({
        ...settings,
        DATABASE_URL: urlOf('binnacle_serve', hosts),
        DATABASE_READ_URLS: replicas.map((host) => urlOf('binnacle_serve', host)).join(','),
        RUN_JOBS: 'false',
        PORT: String(port),
      }),
  )
  const working = [1, 2].map(
    () => () => work({ ...settings, DATABASE_URL: urlOf('binnacle_work', hosts) }),
  )
  const nodes: Serving[] = []
  for (const start of [...serving, ...working]) {
    const node = await start()
    installation.cluster.processes.note(node.child)
    nodes.push(node)
  }
  return nodes
}

async function cause(
  fault: keyof typeof FAULTS,
  cluster: Cluster,
  ledger: Ledger,
): Promise<string[]> {
  const former = await requirePrimary(cluster)
  const startedAt = performance.now()
  // A switchover is answered when it is over; the promotion is what counts.
  const done = Promise.resolve(FAULTS[fault](former))
  const promotedAt = await waitForPromotion(cluster, former, startedAt + MAX_PROMOTION_MS)
  await done
  if (promotedAt === undefined) return [`${fault}: no other server has taken over`]
  const behind = () => [...ledger.lastSuccess].filter(([, at]) => at < promotedAt + SENT_BEFORE_MS)
  while (behind().length > 0 && performance.now() - promotedAt < MAX_RECOVERY_MS) await delay(20)
  const late = behind().map(
    ([kind]) => `${fault}: ${kind} does not succeed 5 s after the promotion`,
  )
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  console.log(
    `${fault} of ${former.name}: promotion after ${seconds(promotedAt - startedAt)} s, every kind succeeds ${seconds(performance.now() - promotedAt)} s later`,
  )
  return late
}

async function waitForPromotion(
  cluster: Cluster,
  former: Member,
  until: number,
): Promise<number | undefined> {
  while (performance.now() < until) {
    if (await cluster.findPrimary(former)) return performance.now()
    await delay(20)
  }
  return undefined
}

/** Every request for quota ends, because jobs go on. */
async function waitForJobs(db: Db): Promise<string[]> {
  const until = performance.now() + MAX_JOBS_MS
  for (;;) {
    const open = await db
      .selectFrom('quota_sub_request')
      .select('id')
      .where('ended_at', 'is', null)
      .execute()
    if (open.length === 0) return []
    if (performance.now() > until) return [`${open.length} quota requests do not end`]
    await delay(200)
  }
}
