import { LONG_WAITS } from '../../test/support/processes/limits.ts'
import { serve } from '../../test/support/processes/processes.ts'
import { atOrigin, ORIGIN } from '../../test/support/server/health-calls.ts'
import { openQuota } from '../../test/support/server/quota.ts'
import { withInstallation } from '../installation.ts'
import { type Sample, sampleProcess } from './process-samples.ts'
import { openRequests } from './requests.ts'
import { sendAll } from './send-all.ts'

/** How long it runs, which seconds are compared with as many at its end, and how much larger the RSS may be then. */
type Form = Readonly<{
  seconds: number
  early: readonly [number, number]
  maxGrowth: number
  waits: Record<string, string>
}>

export const HALF_AN_HOUR: Form = { seconds: 1800, early: [540, 600], maxGrowth: 1.1, waits: {} }
/** In so short a time the heap is hardly ever collected in whole. */
export const FORTY_SECONDS: Form = {
  seconds: 40,
  early: [10, 20],
  maxGrowth: 1.6,
  waits: LONG_WAITS,
}

const SETTINGS = {
  PUBLIC_URL: ORIGIN,
  QUOTA_RULES: 'beyondHeadroom=approve',
  RATE_LIMITS: 'false',
}
/** Of descriptors, sockets and sessions: how many are open depends on what is under way. */
const MAX_MORE = 10
const FEWEST = 3
/** Code is compiled while the first requests are answered; a busy machine takes long for them. */
const WARM_UP_REQUESTS = 500

/** Requests of all areas, at a constant rate for a long time: none fails, and the process does not grow. */
export function proveSoak({ seconds, early, maxGrowth, waits }: Form): Promise<boolean> {
  const [from, to] = early
  return withInstallation(async ({ db, seal, env }) => {
    const server = await serve({ ...env, ...SETTINGS, ...waits })
    try {
      const [url = ''] = server.addresses
      const installation = atOrigin({ url: () => url, db: () => db, seal })
      const operator = await openQuota(installation).addOperator()
      const sending = sendAll(await openRequests(installation, operator))
      await sending.reach(WARM_UP_REQUESTS)
      const samples = await sampleProcess(server.child.pid ?? 0, db, seconds)
      const { counts, faults } = await sending.stop()
      const first = samples.medians(from, to)
      const late = samples.medians(seconds - (to - from), seconds)
      faults.push(...findRare(counts), ...findGrowth(first, late, maxGrowth))
      console.log(`soak: ${sending.sum()} succeeded, ${faults.length} faults`)
      console.log(`seconds ${from} to ${to}: ${JSON.stringify(first)}`)
      console.log(`the last ${to - from} seconds: ${JSON.stringify(late)}`)
      for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
      return faults.length === 0
    } finally {
      await server.stop('SIGKILL')
    }
  })
}

/** What hardly ever succeeded says nothing about a long time. */
export const findRare = (counts: ReadonlyMap<string, number>, fewest = FEWEST) =>
  [...counts]
    .filter(([, count]) => count < fewest)
    .map(([name, count]) => `${name}: only ${count} succeeded`)

const findGrowth = (early: Sample, late: Sample, maxGrowth: number) => [
  ...(late.rssMb <= maxGrowth * early.rssMb ? [] : ['the RSS has grown']),
  ...(['descriptors', 'sockets', 'sessions'] as const)
    .filter((name) => late[name] > early[name] + MAX_MORE)
    .map((name) => `more ${name} are open`),
]
