import { setTimeout as delay } from 'node:timers/promises'
import { LONG_WAITS } from '../../test/support/processes/limits.ts'
import type { Serving } from '../../test/support/processes/processes.ts'
import type { Health } from '../../test/support/server/health-calls.ts'
import { openWalks } from '../../test/support/service-health/paging-walks.ts'
import { chooser } from '../../test/support/world/random.ts'
import {
  type Cluster,
  cutOff,
  waitUntilCaughtUp,
  waitUntilReceiving,
  withCluster,
} from './cluster.ts'
import { keepReading, type Load } from './load.ts'
import { withTwoNodes } from './two-nodes.ts'

type Size = Readonly<{
  reads: number
  totalMs: number
  faultMs: number
  /** Of all reads that could have run on a replica: a busy machine replays late. */
  fewestOnReplicas: number
}>
export const THREE_MINUTES: Size = {
  reads: 50_000,
  totalMs: 180_000,
  faultMs: 25_000,
  fewestOnReplicas: 0.5,
}
export const TEN_SECONDS: Size = {
  reads: 1000,
  totalMs: 10_000,
  faultMs: 1500,
  fewestOnReplicas: 0.3,
}

/** Some lists of them have several pages. */
const EVENTS = 250

/** Publishers and readers while replicas stop, lag, die and are promoted: nobody sees less than was acknowledged. */
export function proveReplicas(size: Size): Promise<boolean> {
  return withCluster((installation, cluster) => {
    const servers = [cluster.primary, ...cluster.replicas]
    const settings = {
      ...LONG_WAITS,
      DATABASE_READ_URLS: servers.map(({ url }) => url).join(','),
      RUN_JOBS: 'false',
    }
    return withTwoNodes(installation, settings, (health, nodes) =>
      proveOn(health, nodes, cluster, size),
    )
  })
}

async function proveOn(
  health: Health,
  nodes: readonly Serving[],
  cluster: Cluster,
  { reads, totalMs, faultMs, fewestOnReplicas }: Size,
): Promise<boolean> {
  const startedAt = performance.now()
  const walks = await keepWalking(health)
  const load = await keepReading(health)
  const missing: string[] = []
  for (const [name, fault] of Object.entries(FAULTS)) {
    const before = await countOutcomes(nodes)
    const outcome = await fault({ cluster, load, walks, health, faultMs })
    const after = await countOutcomes(nodes)
    if (!isMore(before, after, outcome)) missing.push(`${name}: no read was "${outcome}"`)
    console.log(`${name}: ${load.count()} reads so far, ${load.stale.length} stale`)
  }
  while (load.count() < reads || performance.now() - startedAt < totalMs) await delay(100)
  await Promise.all([load.stop(), walks.stop()])
  const outcomes = await countOutcomes(nodes)
  const [onReplicas, onPrimary] = [outcomes.get('replica') ?? 0, outcomes.get('primary') ?? 0]
  const share = onReplicas / (onReplicas + onPrimary)
  const { tally } = walks
  console.log(
    `reads: ${load.count()}, each after a change it must show; changes: ${load.changes()}`,
  )
  console.log(`walks: ${tally.walks}, pages: ${tally.pages}, changes meanwhile: ${tally.changes}`)
  console.log(`statements by outcome: ${[...outcomes].map((each) => each.join(' ')).join(', ')}`)
  console.log(`on replicas: ${share.toFixed(3)}`)
  const wrong = [...load.stale, ...tally.faults, ...load.failures, ...missing]
  console.log(`stale: ${load.stale.length}, other faults: ${wrong.length - load.stale.length}`)
  for (const fault of wrong.slice(0, 20)) console.log(`  ${fault}`)
  const isBusy = tally.pages > tally.walks && tally.changes > 0
  return wrong.length === 0 && share >= fewestOnReplicas && isBusy
}

const isMore = (
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  outcome: string,
) => outcome.split(' or ').some((each) => (after.get(each) ?? 0) > (before.get(each) ?? 0))

type Walks = Readonly<{
  tally: Awaited<ReturnType<typeof openWalks>>['tally']
  pause: () => Promise<void>
  resume: () => void
  stop: () => Promise<void>
}>

async function keepWalking(health: Health): Promise<Walks> {
  const { walk, tally } = await openWalks(health, chooser(Date.now()), EVENTS)
  let isOver = false
  let running = Promise.resolve()
  async function run(): Promise<void> {
    while (!isOver) {
      await walk().catch((error: unknown) => void tally.faults.push(String(error)))
      await delay(50)
    }
  }
  const pause = () => {
    isOver = true
    return running
  }
  const resume = () => {
    isOver = false
    running = run()
  }
  resume()
  return { tally, pause, resume, stop: pause }
}

type Stage = Readonly<{
  cluster: Cluster
  load: Load
  walks: Walks
  health: Health
  faultMs: number
}>

/** Each with the outcome that some reads must have had. */
const FAULTS: Readonly<Record<string, (stage: Stage) => Promise<string>>> = {
  async 'nothing fails'({ faultMs }) {
    await delay(faultMs)
    return 'replica'
  },
  async 'a replica is stopped'({ cluster: { replicas }, faultMs }) {
    replicas[0].signalAll('SIGSTOP')
    await delay(faultMs)
    replicas[0].signalAll('SIGCONT')
    return 'failed'
  },
  async 'a replica is 30 s behind'({ cluster: { replicas }, faultMs }) {
    await replicas[1].configure("recovery_min_apply_delay = '30s'")
    await delay(faultMs)
    await replicas[1].configure()
    return 'behind'
  },
  async 'a replica is killed'({ cluster: { replicas }, faultMs }) {
    await replicas[0].end('SIGKILL')
    await delay(faultMs)
    await replicas[0].revive()
    return 'failed'
  },
  async 'a replica is promoted beside the primary'({ cluster: { replicas }, faultMs }) {
    await replicas[2].run('select pg_promote()')
    await delay(faultMs)
    // Before it is promoted, it stops to receive.
    return 'not a replica or not receiving'
  },
  'the primary is lost, and comes back unrewound with a replica': loseAndReturn,
  async 'the old primary is copied anew'({ cluster: { primary, replicas }, faultMs }) {
    await primary.copy(replicas[0])
    await delay(faultMs)
    return 'replica'
  },
}

/** The old primary has written more than it had sent: its log is further, and on the old timeline. */
async function loseAndReturn({ cluster, load, walks, health, faultMs }: Stage): Promise<string> {
  const { primary, replicas } = cluster
  const [next, other] = replicas
  await Promise.all([load.pause(), walks.pause()])
  for (const replica of [next, other]) await waitUntilCaughtUp(primary, replica)
  for (const replica of [next, other]) await cutOff(replica)
  await primary.run(
    "select pg_logical_emit_message(false, 'proof', repeat('x', 1000000)) from generate_series(1, 64)",
  )
  await primary.run('create table only_there ()')
  await primary.end('SIGKILL')
  await next.run('select pg_promote()')
  await primary.follow(next)
  await primary.start()
  await other.follow(primary)
  await waitUntilReceiving(other)
  await untilWritable(health)
  load.resume()
  walks.resume()
  await delay(faultMs)
  const [{ lsn }] = JSON.parse(await next.run('select pg_current_wal_lsn() as lsn'))
  const isAhead = `select pg_is_in_recovery() and pg_last_wal_replay_lsn() > '${lsn}' as is`
  if (!JSON.parse(await primary.run(isAhead))[0].is) {
    throw new Error('the old primary is not ahead of the new one, so nothing was tried')
  }
  return 'other timeline'
}

const TRIES = 100

async function untilWritable(health: Health): Promise<void> {
  let inARow = 0
  for (let tries = 0; tries < TRIES && inARow < 8; tries++) {
    const { status } = await health.callAsOperator('POST', '/events', {
      audience: { kind: 'subscriptions', subscriptions: ['walk-c'] },
      eventType: 'Billing',
    })
    inARow = status === 201 ? inARow + 1 : 0
    if (status !== 201) await delay(200)
  }
  if (inARow === 0) throw new Error('nothing can be written after the primary was replaced')
}

async function countOutcomes(nodes: readonly Serving[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { metricsUrl } of nodes) {
    const text = await (await fetch(metricsUrl)).text()
    for (const [, outcome = '', count] of text.matchAll(
      /^binnacle_replica_reads_total\{outcome="([^"]+)"\} (\d+)/gm,
    )) {
      counts.set(outcome, (counts.get(outcome) ?? 0) + Number(count))
    }
  }
  return counts
}
