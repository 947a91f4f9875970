import { sql } from 'kysely'
import type { JobData } from '../../src/jobs.ts'
import { openJobs } from '../../src/platform/jobs.ts'
import type { Reader } from '../../test/support/http/service-health.ts'
import { openQuota, type Quota } from '../../test/support/server/quota.ts'
import type { Fault } from './fault.ts'
import { repeat } from './load.ts'
import { installationOf, type Stage } from './stage.ts'

const SUBSCRIPTIONS = 20
const RESOURCES = ['cores', 'standardDv2Family', 'standardDv3Family', 'standardDSv3Family']

export type Requests = Readonly<{ submit: (nth: number) => Promise<unknown> }>

/** Somebody who asks for quota of a provider that has an endpoint. */
export async function openQuotaRequests(stage: Stage): Promise<Requests> {
  const quota = openQuota(installationOf(stage))
  await quota.addOperator()
  await quota.loadStarter()
  const endpoint = { url: stage.provider.url }
  await quota.callAsOperator('PUT', '/quota/providers/Microsoft.Compute/endpoint', endpoint)
  const reader = await quota.addReader()
  for (let n = 0; n < SUBSCRIPTIONS; n++) {
    await quota.addSubscription(`sub-${n}`, { [reader.id]: 'owner' })
  }
  return { submit: (nth) => submit(quota, reader, nth) }
}

function submit(quota: Quota, reader: Reader, nth: number) {
  const resource = RESOURCES[nth % RESOURCES.length] ?? ''
  const subscription = `sub-${Math.floor(nth / RESOURCES.length) % SUBSCRIPTIONS}`
  return quota.put(reader, subscription, resource, 100 + nth)
}

export const jobFaults = ({ submit }: Requests): readonly Fault[] => [
  {
    // The only process that runs jobs.
    alerts: ['BinnacleNodeDown', 'BinnacleJobsWaiting'],
    async cause({ worker }) {
      await worker.end()
      await submit(0)
      const labels = { instance: worker.address, queue: 'quota.decide' }
      return { labels, end: () => worker.start() }
    },
  },
  {
    alerts: ['BinnacleProviderCallsFailing', 'BinnacleJobsGivenUp'],
    async cause({ provider }) {
      provider.answerWith((_call, response) => response.writeHead(500).end())
      const load = repeat(1000, (nth) => submit(nth + 1))
      return {
        labels: { queue: 'quota.fulfil' },
        async end() {
          provider.answerWith((_call, response) => response.writeHead(204).end())
          await load.stop()
        },
      }
    },
  },
]

/** Jobs whose data cannot be processed, as a wrong release may leave them behind. */
export const POISON_JOBS: Fault = {
  alerts: ['BinnacleJobsFailing'],
  async cause({ db }) {
    const jobs = await openJobs<JobData>(db, () => undefined)
    const job = { subscriptionId: 'sub-0', requestId: 'poison', subRequestId: 'poison' }
    const load = repeat(3000, () =>
      db.transaction().execute((trx) => jobs.enqueue(trx, 'quota.decide', [job])),
    )
    return {
      labels: { queue: 'quota.decide' },
      async end() {
        await load.stop()
        await jobs.stop()
        await sql`delete from pgboss.job where data ->> 'requestId' = 'poison'`.execute(db)
      },
    }
  },
}
