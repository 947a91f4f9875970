import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { jobQueues } from '../../src/jobs.ts'
import { readSeal } from '../../src/platform/crypto/seal.ts'
import { connect } from '../../src/platform/db/connect.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { type Serving, serve } from '../../test/support/processes/processes.ts'
import { ORIGIN } from '../../test/support/server/health-calls.ts'
import { keepLedger, type Ledger } from '../ledger.ts'
import {
  type Cluster,
  DATABASE_HOSTS,
  EIGHT_PORTS,
  HTTP_PROXY,
  openCluster,
  runSql,
  urlOf,
} from './cluster.ts'
import { requirePrimary } from './failover.ts'

/** Each node: ten connections for statements and two for shared reads. */
const MOST_ON_PRIMARY = 12
/** Each node, to each replica. */
const MOST_ON_REPLICA = 10
const LOAD_MS = 3000
const MAX_RECOVERY_MS = 30_000
/** HAProxy asks every 500 ms. */
const UNTIL_BALANCED_MS = 1500

/** Eight nodes behind HAProxy: their connections are bounded, and all are replaced without a failed request. */
export async function proveNodes(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-secret-'))
  const keyFile = join(folder, 'key')
  writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })
  await using opened = new AsyncDisposableStack()
  opened.defer(() => rmSync(folder, { recursive: true }))
  const cluster = await openCluster(EIGHT_PORTS)
  opened.defer(cluster.close)
  const primary = await requirePrimary(cluster)
  runSql('roles.sql', primary, 'postgres')
  runSql('database.sql', primary, 'postgres')
  await migrate(urlOf('binnacle_migrate', DATABASE_HOSTS), jobQueues)
  const db = connect(urlOf('postgres', DATABASE_HOSTS), { maxWaitMs: 30_000 })
  opened.defer(() => db.destroy())
  const nodes: Serving[] = []
  opened.defer(async () => void (await Promise.all(nodes.map((node) => node.stop('SIGKILL')))))
  for (const port of EIGHT_PORTS) nodes.push(await startNode(port, keyFile, cluster))
  await delay(UNTIL_BALANCED_MS)
  const ledger = await keepLedger({ db, seal: readSeal(keyFile) }, `http://${HTTP_PROXY}`)
  const faults = await causeAll(cluster, nodes, ledger, (n) =>
    startNode(EIGHT_PORTS[n] ?? 0, keyFile, cluster),
  )
  await ledger.stop()
  faults.push(...ledger.wrong, ...(await ledger.findFaults()))
  console.log(`${ledger.acknowledged.length} writes acknowledged, ${faults.length} faults`)
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  return faults.length === 0 && ledger.fewest() >= 5
}

async function causeAll(
  cluster: Cluster,
  nodes: Serving[],
  ledger: Ledger,
  startAgain: (n: number) => Promise<Serving>,
): Promise<string[]> {
  const faults: string[] = []
  await delay(LOAD_MS)
  faults.push(...(await countConnections('at start', nodes.length, ledger)))
  const former = await requirePrimary(cluster)
  former.killBoth()
  while (!(await cluster.findPrimary(former))) await delay(50)
  const promotedAt = performance.now()
  const isBack = () => [...ledger.lastSuccess.values()].every((at) => at > promotedAt + 100)
  while (!isBack() && performance.now() < promotedAt + MAX_RECOVERY_MS) await delay(50)
  if (!isBack()) faults.push('not every kind of request succeeds after the failover')
  await cluster.repair()
  await delay(LOAD_MS)
  faults.push(...(await countConnections('after a failover', nodes.length, ledger)))

  const refused = ledger.refused()
  const sent = ledger.acknowledged.length
  for (const n of nodes.keys()) {
    const code = await nodes[n]?.stop('SIGTERM')
    if (code !== 0) faults.push(`a node ended with ${code}`)
    nodes[n] = await startAgain(n)
    await delay(UNTIL_BALANCED_MS)
  }
  const failed = ledger.refused() - refused
  console.log(
    `restart of ${nodes.length} nodes: ${ledger.acknowledged.length - sent} writes and as many reads, ${failed} refused`,
  )
  if (failed > 0) faults.push(`${failed} requests were refused while nodes were restarted`)
  faults.push(...(await countConnections('after the restart', nodes.length, ledger)))
  return faults
}

async function startNode(port: number, keyFile: string, { processes }: Cluster): Promise<Serving> {
  const replicas = DATABASE_HOSTS.split(',').map((host) => urlOf('binnacle_serve', host))
  const node = await serve({
    SECRET_KEY_FILE: keyFile,
    PUBLIC_URL: ORIGIN,
    QUOTA_RULES: 'beyondHeadroom=approve',
    RATE_LIMITS: 'false',
    TRUST_PROXY: '127.0.0.1',
    RUN_JOBS: 'false',
    DRAIN_SECONDS: '2',
    DATABASE_URL: urlOf('binnacle_serve', DATABASE_HOSTS),
    DATABASE_READ_URLS: replicas.join(','),
    PORT: String(port),
  })
  processes.note(node.child)
  return node
}

/** Half of them read from replicas. */
const BURST = ['/events', '/quota/waiting'] as const
const BURST_EACH = 400
const UNTIL_BUSY_MS = 300

/** Of all nodes together, on each server, while far more requests are sent than there may be connections. */
async function countConnections(
  when: string,
  nodes: number,
  { operator }: Ledger,
): Promise<string[]> {
  const faults: string[] = []
  const headers = { Authorization: `Bearer ${operator}` }
  const burst = BURST.flatMap((path) =>
    Array.from({ length: BURST_EACH }, async () => {
      const { status } = await fetch(`http://${HTTP_PROXY}/operator/v1${path}`, { headers })
      if (status !== 200 && status !== 503) faults.push(`${when}: ${path} was answered ${status}`)
    }),
  )
  await delay(UNTIL_BUSY_MS)
  for (const host of DATABASE_HOSTS.split(',')) {
    const client = new pg.Client({ connectionString: urlOf('postgres', host, 'postgres') })
    await client.connect()
    try {
      const { rows } = await client.query<{ count: number; isReplica: boolean }>(
        `select count(*)::int as count, pg_is_in_recovery() as "isReplica"
           from pg_stat_activity where usename = 'binnacle_serve'`,
      )
      const { count = 0, isReplica = false } = rows[0] ?? {}
      const most = nodes * (isReplica ? MOST_ON_REPLICA : MOST_ON_PRIMARY)
      const role = isReplica ? 'replica' : 'primary'
      console.log(`${when}: ${count} connections to ${host} (${role}), at most ${most}`)
      if (count > most) faults.push(`${when}: ${count} connections to ${host}`)
      // Also to the one that has been the primary before.
      if (count === 0) faults.push(`${when}: ${host} is not used`)
    } finally {
      await client.end()
    }
  }
  await Promise.all(burst)
  return faults
}
