import { setTimeout as delay } from 'node:timers/promises'
import { jobQueues } from '../../src/jobs.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { type Instance, openInstance, openReplica } from '../database/instance.ts'
import { type Installation, withInstallation } from '../installation.ts'

const MAX_WAIT_MS = 60_000

/** A primary and the replicas that stream from it at first. The last one is there to be promoted by mistake. */
export type Cluster = Readonly<{
  primary: Instance
  replicas: readonly [Instance, Instance, Instance]
}>

/** Both URLs list all servers: which of them is the primary changes. */
export async function withCluster<T>(
  use: (installation: Installation, cluster: Cluster) => Promise<T>,
): Promise<T> {
  const instances: Instance[] = []
  async function add(open: () => Promise<Instance>): Promise<Instance> {
    const instance = await open()
    instances.push(instance)
    return instance
  }
  try {
    const primary = await add(openInstance)
    await primary.run('grant pg_read_all_stats to binnacle')
    await migrate(primary.url, jobQueues)
    const replicas = [
      await add(() => openReplica(primary)),
      await add(() => openReplica(primary)),
      await add(() => openReplica(primary)),
    ] as const
    return await withInstallation(
      (installation) => use(installation, { primary, replicas }),
      (withDatabase) => withDatabase(joinHosts(instances)),
    )
  } finally {
    await Promise.all(instances.map(({ remove }) => remove()))
  }
}

function joinHosts(instances: readonly Instance[]): string {
  const [first, ...others] = instances.map(({ url }) => new URL(url))
  return `${first}`.replace(first?.host ?? '', [first, ...others].map((url) => url?.host).join(','))
}

export async function waitUntilCaughtUp(primary: Instance, replica: Instance): Promise<void> {
  const [{ lsn }] = JSON.parse(await primary.run('select pg_current_wal_flush_lsn() as lsn'))
  await until(replica, `select pg_last_wal_replay_lsn() >= '${lsn}' as is`)
}

/** From now on it gets nothing from its primary. */
export async function cutOff(replica: Instance): Promise<void> {
  await replica.configure("primary_conninfo = ''")
  await until(replica, 'select not exists (select from pg_stat_wal_receiver) as is')
}

/** It gets the log of the server that it follows, and all that this one has. */
export const waitUntilReceiving = (replica: Instance) =>
  until(
    replica,
    'select exists (select from pg_stat_wal_receiver where latest_end_lsn <= pg_last_wal_replay_lsn()) as is',
  )

async function until(instance: Instance, question: string): Promise<void> {
  const limit = performance.now() + MAX_WAIT_MS
  while (!JSON.parse(await instance.run(question))[0].is) {
    if (performance.now() > limit) throw new Error(`still not so: ${question}`)
    await delay(50)
  }
}
