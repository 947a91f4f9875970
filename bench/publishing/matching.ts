import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { work } from '../../test/support/processes/processes.ts'
import { readRss } from '../start/memory.ts'
import type { BenchServer } from '../start/server.ts'

const LOOK_EVERY_MS = 50
const LONGEST_MS = 600_000

/** A process that matches and sends nothing, and how far it has come. */
export async function startMatching(
  databaseUrl: string,
  { RUN_JOBS: _, ...env }: BenchServer['env'],
  running: AsyncDisposableStack,
) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  running.defer(() => client.end())
  const worker = await work({ ...env, OUTGOING: 'off' })
  running.defer(async () => void (await worker.stop()))
  const read = () => readRss(worker.child.pid ?? 0) / 1024

  return {
    /** Until all that is published is matched; answers the most memory meanwhile, in MiB. */
    async waitUntilDone(): Promise<number> {
      const until = performance.now() + LONGEST_MS
      let most = read()
      while (!(await isDone(client))) {
        if (performance.now() > until) throw new Error('the rules are not matched')
        await delay(LOOK_EVERY_MS)
        most = Math.max(most, read())
      }
      return most
    },
    /** In MiB. */
    readMemory: read,
    async countDeliveries(trackingId: string): Promise<number> {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from delivery where tracking_id = $1 and state = 'pending'`,
        [trackingId],
      )
      return rows[0]?.count ?? 0
    },
  }
}
export type Matching = Awaited<ReturnType<typeof startMatching>>

async function isDone(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_done: boolean }>(
    `select matcher.position = latest.position and matcher.notification_id is null as is_done
       from notification_matcher as matcher, event_position as latest`,
  )
  return rows[0]?.is_done ?? false
}
