import { setTimeout as delay } from 'node:timers/promises'
import { caller } from '../../test/support/http/http.ts'
import { serve } from '../../test/support/processes/processes.ts'
import { atOrigin, ORIGIN, openHealth } from '../../test/support/server/health-calls.ts'
import { insertPerson } from '../../test/support/world/world.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { keepLedger } from '../ledger.ts'
import { balance, openNode, replace } from './nodes.ts'

const STOPS = 4
const READERS = 6
/** Then the proof ends early. */
const MOST_FAILURES = 500
const PAUSE_MS = 100
const SUBSCRIPTION = 'sub-rolling'

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
    const open = () => openNode(serve(settings))
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
        await delay(PAUSE_MS)
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
