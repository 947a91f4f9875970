import { chmodSync, chownSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jobQueues } from '../../src/jobs.ts'
import { connect, STARTUP_CONNECT_TIMEOUT_MS } from '../../src/platform/db/connect.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { openProvider, type Provider } from '../../test/support/http/provider.ts'
import { testLimits, UNLIMITED } from '../../test/support/processes/limits.ts'
import { atOrigin, ORIGIN } from '../../test/support/server/health-calls.ts'
import { type Instance, openInstance, openReplica } from '../database/instance.ts'
import { IDENTITY, openProcessGroup, type ProcessGroup } from '../failover/process-group.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { type Node, type Nodes, openNodes } from './nodes.ts'
import { openPrometheus, type Prometheus, type PrometheusOptions } from './prometheus.ts'

/** A PostgreSQL with a replica, a node that serves, one that works, and a Prometheus that watches them. */
export type Stage = Installation &
  Readonly<{
    folder: string
    processes: ProcessGroup
    primary: Instance
    replica: Instance
    provider: Provider
    prometheus: Prometheus
    nodes: Nodes
    /** The settings of all nodes. */
    settings: Record<string, string>
    server: Node
    worker: Node
    /** Runs before the nodes are closed, after all faults. */
    afterwards: (close: () => Promise<void>) => void
  }>

/** Whose PostgreSQL is away for longer than usual; who guesses passwords meets no other limit. */
const SETTINGS = {
  PUBLIC_URL: ORIGIN,
  RATE_LIMITS: UNLIMITED,
  QUOTA_RULES: 'beyondHeadroom=approve',
  ...testLimits({ providerRetry: { retryLimit: 2, retryDelay: 1 } }),
  TRUST_PROXY: '127.0.0.1',
}

export async function withStage<T>(
  options: PrometheusOptions,
  use: (stage: Stage) => Promise<T>,
): Promise<T> {
  await using opened = new AsyncDisposableStack()
  const folder = makeFolder()
  const processes = openProcessGroup(folder)
  opened.defer(processes.close)
  const prometheus = await openPrometheus(folder, processes, options)
  const primary = opened.adopt(await openInstance(), ({ remove }) => remove())
  await primary.run('grant pg_read_all_stats to binnacle')
  await migrate(primary.url, jobQueues)
  const replica = opened.adopt(await openReplica(primary), ({ remove }) => remove())
  const provider = opened.adopt(await openProvider(), ({ close }) => close())
  return await withInstallation(
    async (installation) => {
      const exceptions = { OUTGOING_EXCEPTIONS: `providers=${provider.host}` }
      const settings = { ...installation.env, ...SETTINGS, ...exceptions, RUN_JOBS: 'false' }
      const nodes = openNodes(processes, prometheus)
      await using closing = new AsyncDisposableStack()
      closing.defer(nodes.closeAll)
      const reads = { DATABASE_READ_URLS: replica.url }
      const server = await nodes.open('serve', { ...settings, ...reads })
      const worker = await nodes.open('work', settings)
      // This process makes certificates and databases meanwhile, and cannot always answer in time.
      const db = connect(primary.url, { maxWaitMs: STARTUP_CONNECT_TIMEOUT_MS })
      closing.defer(() => db.destroy())
      const afterwards = (close: () => Promise<void>) => closing.defer(close)
      const parts = { folder, processes, primary, replica, provider, prometheus, nodes }
      return await use({ ...installation, ...parts, db, settings, server, worker, afterwards })
    },
    (withDatabase) => withDatabase(primary.url),
  )
}

/** PostgreSQL and Prometheus run as another user. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-alerts-'))
  if (IDENTITY.uid !== undefined) chownSync(folder, IDENTITY.uid, IDENTITY.gid)
  chmodSync(folder, 0o755)
  return folder
}

/** As the helpers of tests call the serving node. */
export const installationOf = ({ db, seal, server }: Stage) =>
  atOrigin({ url: server.url, db: () => db, seal })
