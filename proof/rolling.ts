import { setTimeout as delay } from 'node:timers/promises'
import { caller } from '../test/support/http/http.ts'
import { type Serving, serve } from '../test/support/processes/processes.ts'
import { atOrigin, ORIGIN, openHealth } from '../test/support/server/health-calls.ts'
import { insertPerson } from '../test/support/world/world.ts'
import { type Installation, withInstallation } from './installation.ts'
import { keepLedger } from './ledger.ts'

const STOPS = 4
const READERS = 6
/** Then the proof ends early. */
const MOST_FAILURES = 500
const PROBE_EVERY_MS = 100
const SUBSCRIPTION = 'sub-rolling'

type Node = { serving: Serving; url: string; isReady: boolean }

/** Nodes are stopped and started one after another under requests of all areas, and no request fails. */
export function proveRolling(requests: number, waits: Record<string, string>): Promise<boolean> {
  return withInstallation(async (installation) => {
    const settings = {
      ...installation.env,
      PUBLIC_URL: ORIGIN,
      QUOTA_BEYOND_HEADROOM: 'approve',
      RATE_LIMITS: 'false',
      DRAIN_SECONDS: '2',
      ...waits,
    }
    const open = async (): Promise<Node> => {
      const serving = await serve(settings)
      return { serving, url: serving.addresses[0] ?? '', isReady: true }
    }
    const nodes = [await open(), await open()]
    const balancer = balance(nodes)
    try {
      const ledger = await keepLedger(installation, balancer.next)
      const reads = await keepReading(installation, balancer.next)
      const count = () => reads.count() + ledger.acknowledged.length
      const until = async (reached: number) => {
        while (count() < reached && reads.failures.length < MOST_FAILURES) await delay(50)
      }
      const exits: (number | null)[] = []
      for (let stop = 0; stop < STOPS; stop++) {
        await until((requests * (stop + 0.5)) / STOPS)
        exits.push(await replace(nodes, stop % nodes.length, open))
      }
      await until(requests)
      await Promise.all([ledger.stop(), reads.stop()])
      const failures = [...reads.failures, ...ledger.wrong, ...(await ledger.findFaults())]
      if (ledger.refused() > 0) failures.push(`${ledger.refused()} writes were refused with 503`)
      if (exits.some((code) => code !== 0)) failures.push(`exit codes: ${exits.join(', ')}`)
      console.log(
        `rolling: ${exits.length} stops, ${count()} requests, of which ${ledger.acknowledged.length} writes, ${failures.length} failures`,
      )
      for (const failure of failures.slice(0, 20)) console.log(`  ${failure}`)
      return failures.length === 0
    } finally {
      balancer.close()
      await Promise.all(nodes.map(({ serving }) => serving.stop('SIGKILL')))
    }
  })
}

/** Replaces a node by another, once it has ended in good order. */
async function replace(
  nodes: Node[],
  index: number,
  open: () => Promise<Node>,
): Promise<number | null> {
  const code = (await nodes[index]?.serving.stop('SIGTERM')) ?? null
  nodes[index] = await open()
  return code
}

/** As a load balancer does: asks each node whether it is ready, and sends requests in turn to those that are. */
function balance(nodes: readonly Node[]) {
  let turn = 0
  let isOver = false
  async function ask(node: Node): Promise<void> {
    node.isReady = await isReady(node)
  }
  async function probe(): Promise<void> {
    while (!isOver) {
      await Promise.all(nodes.map(ask))
      await delay(PROBE_EVERY_MS)
    }
  }
  void probe()
  return {
    next(): string {
      const ready = nodes.filter((node) => node.isReady)
      const node = ready[turn++ % ready.length]
      if (!node) throw new Error('no node is ready')
      return node.url
    },
    close() {
      isOver = true
    },
  }
}

const isReady = ({ url }: Node) =>
  fetch(`${url}/readyz`).then(
    (response) => response.status === 200,
    () => false,
  )

/** Reads of the three areas, back to back, over connections that are kept. */
async function keepReading({ db, seal }: Installation, next: () => string) {
  const health = openHealth(atOrigin({ url: next, db: () => db, seal }))
  const reader = await health.addReader()
  await health.addSubscription(SUBSCRIPTION, { [reader.id]: 'owner' })
  const { token } = await insertPerson(db)
  const call = caller({
    get url() {
      return next()
    },
  })
  const limits = `/subscriptions/${SUBSCRIPTION}/providers/Microsoft.Capacity/resourceProviders/Microsoft.Compute/locations/eastus/serviceLimits`
  const kinds = [
    () => call(token, 'GET', '/v0.1/user'),
    () => health.list(reader, SUBSCRIPTION),
    () => health.ask(reader, limits, { 'api-version': '2020-10-25' }),
  ]
  const failures: string[] = []
  let count = 0
  let isOver = false
  async function read(offset: number): Promise<void> {
    for (let n = offset; !isOver; n++) {
      const kind = kinds[n % kinds.length]
      try {
        const answer = await kind?.()
        if (answer?.status === 200) count++
        else failures.push(`${answer?.status} ${answer?.text}`)
      } catch (error) {
        failures.push(`${error} ${(error as Error).cause}`)
        await delay(PROBE_EVERY_MS)
      }
    }
  }
  const readers = Array.from({ length: READERS }, (_, offset) => read(offset))
  return {
    failures,
    count: () => count,
    async stop() {
      isOver = true
      await Promise.all(readers)
    },
  }
}
