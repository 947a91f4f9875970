import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/connect.ts'
import { openTcpProxy, type TcpProxy } from '../../test/support/database/tcp-proxy.ts'
import { serve } from '../../test/support/processes/processes.ts'
import { atOrigin, ORIGIN } from '../../test/support/server/health-calls.ts'
import { withInstallation } from '../installation.ts'
import { keepLedger, type Ledger } from '../ledger.ts'
import { openRequests } from '../soak/requests.ts'
import { sendAll } from '../soak/send-all.ts'
import { findRare } from '../soak/soak.ts'
import type { Round } from './silent-points.ts'

const LOAD_MS = 2000
/** The limit of a statement, one second more of the driver, and what a request then takes. */
const MAX_RECOVERY_MS = 15_000
/** What succeeds sooner may have been under way on a connection that still worked. */
const SENT_BEFORE_MS = 500
/** When the server has ended the transactions of clients that vanished. */
const SESSION_LIMIT_MS = 12_000

/** How long a quota request that is submitted afterwards may take to its end. */
const MAX_JOBS_MS = 60_000

/** Connections that go silent in the middle of anything lose nothing and harm nobody for long. */
export function proveDatabaseSilence(rounds: readonly Round[]): Promise<boolean> {
  return withInstallation(async ({ db, seal, env }) => {
    const proxy = await openTcpProxy(env.DATABASE_URL)
    const server = await serve({
      ...env,
      DATABASE_URL: proxy.url,
      PUBLIC_URL: ORIGIN,
      QUOTA_RULES: 'beyondHeadroom=approve',
      RATE_LIMITS: 'false',
    })
    try {
      const [url = ''] = server.addresses
      const ledger = await keepLedger({ db, seal }, url)
      const installation = atOrigin({ url: () => url, db: () => db, seal })
      const requests = await openRequests(installation, ledger.operator)
      const sending = sendAll(requests)
      await delay(LOAD_MS)
      const faults: string[] = []
      for (const round of rounds) {
        faults.push(...(await stall(round, proxy, ledger, db)))
        faults.push(...(await findStopped(requests['ask for quota'].send, round)))
      }
      const enough = rounds.length > 1 ? 3 : 1
      const until = performance.now() + MAX_RECOVERY_MS
      while (findRare(sending.counts, enough).length > 0 && performance.now() < until) {
        await delay(100)
      }
      const [others] = await Promise.all([sending.stop(), ledger.stop()])
      faults.push(
        ...others.faults.filter(isFailure),
        ...findRare(others.counts, enough),
        ...ledger.wrong,
      )
      faults.push(...(await ledger.findFaults()))
      const points = rounds.flatMap((round) => round.points).length
      console.log(
        `database-silence: ${points} points, ${ledger.acknowledged.length} acknowledged, ${ledger.refused()} refused with 503`,
      )
      for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
      return faults.length === 0 && ledger.fewest() >= 5 && ledger.lastSuccess.has('read')
    } finally {
      await server.stop('SIGKILL')
      await proxy.close()
    }
  })
}

/**
 * Of what is sent beside the ledger. A refresh token that was issued and is refused later was not stored:
 * after a 503, the next renewal signs in anew.
 */
const isFailure = (fault: string) =>
  /: 5(?!03)\d\d /.test(fault) || /^renew an access token: Error: 4\d\d /.test(fault)

const nameOf = ({ points, thenAll }: Round) =>
  [...points.map(([text]) => text), ...(thenAll ? ['all'] : [])].join(', ')

async function stall(round: Round, proxy: TcpProxy, ledger: Ledger, db: Db): Promise<string[]> {
  const name = nameOf(round)
  for (const point of round.points) proxy.stallAt(...point)
  const startedAt = performance.now()
  while (proxy.listAwaited().length > 0) {
    if (performance.now() - startedAt > 30_000) return [`never sent: ${proxy.listAwaited()}`]
    await delay(20)
  }
  if (round.thenAll) proxy.stallAll('swallow both ways')
  const stalledAt = performance.now()
  const faults: string[] = []
  const behind = () => [...ledger.lastSuccess].filter(([, at]) => at < stalledAt + SENT_BEFORE_MS)
  while (behind().length > 0 && performance.now() - stalledAt < MAX_RECOVERY_MS) await delay(50)
  for (const [kind] of behind()) faults.push(`${name}: ${kind} does not succeed any more`)
  const seconds = ((performance.now() - stalledAt) / 1000).toFixed(1)
  if (faults.length === 0) console.log(`${name}: every kind succeeds again after ${seconds} s`)
  await delay(Math.max(0, stalledAt + SESSION_LIMIT_MS - performance.now()))
  const idle = await countIdleInTransaction(db)
  if (idle > 0) faults.push(`${name}: ${idle} sessions are idle in a transaction`)
  return faults
}

/** Jobs go on: what is asked for now is decided and ends. */
async function findStopped(
  submitQuotaRequest: () => Promise<void>,
  round: Round,
): Promise<string[]> {
  const until = performance.now() + MAX_JOBS_MS
  for (;;) {
    try {
      await submitQuotaRequest()
      return []
    } catch (error) {
      if (performance.now() > until) return [`${nameOf(round)}: a quota request: ${error}`]
      await delay(500)
    }
  }
}

async function countIdleInTransaction(db: Db): Promise<number> {
  const { rows } = await sql<{ sessions: number }>`
    select count(*)::int as sessions from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'
       and state_change < clock_timestamp() - interval '11 seconds'`.execute(db)
  return rows[0]?.sessions ?? 0
}
