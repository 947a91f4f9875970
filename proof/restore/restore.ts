import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, type Db } from '../../src/platform/db/connect.ts'
import { openCollector } from '../../test/support/http/collector.ts'
import { openProvider, type Provider } from '../../test/support/http/provider.ts'
import { blocksOf } from '../../test/support/processes/guide.ts'
import { testLimits } from '../../test/support/processes/limits.ts'
import { serve, work } from '../../test/support/processes/processes.ts'
import { atOrigin, ORIGIN } from '../../test/support/server/health-calls.ts'
import { openQuota } from '../../test/support/server/quota.ts'
import { type Instance, openData } from '../database/instance.ts'
import { withOwnInstance } from '../database/own-instance.ts'
import type { Installation } from '../installation.ts'
import { keepLedger, type Ledger } from '../ledger.ts'
import { openRepository, type Repository } from './repository.ts'

const GUIDE = readFileSync(new URL('../../docs/guides/backup.md', import.meta.url), 'utf8')
const COMMANDS = blocksOf(GUIDE, 'sh')
/** The clocks of this process and of the database are never further apart. */
const MARGIN_MS = 100
const COPY_RUNS_MS = 5000
/** Of writes before and after that second. */
const FEWEST = 20
const MAX_WAIT_MS = 60_000

/** How long requests are made before and after the second that is restored. */
type Form = Readonly<{ beforeMs: number; afterMs: number }>
export const SECONDS: Form = { beforeMs: 4000, afterMs: 4000 }
export const MINUTES: Form = { beforeMs: 60_000, afterMs: 60_000 }

/** A copy of a second in between has everything that was acknowledged before it, and sends nothing. */
export function proveRestore(form: Form): Promise<boolean> {
  return withOwnInstance(async (installation, instance) => {
    await using running = new AsyncDisposableStack()
    const repository = running.adopt(await openRepository(instance), (opened) => opened.remove())
    const provider = running.adopt(await openProvider(), (opened) => opened.close())
    repository.run(commandWith('stanza-create'))
    const { ledger, target, isBefore, isAfter } = await makeRequests(
      installation,
      provider,
      form,
      () => repository.run(commandWith('pg_dump'), { DATABASE_URL: administratorOf(instance) }),
    )
    await repository.archived()
    await instance.end('SIGKILL')
    repository.run(commandWith('--type=time'), { TARGET: target })
    const copy = running.adopt(await openData(repository.copy), (opened) => opened.remove())
    await repository.promoted(copy)
    const faults = await findFaults({ installation, copy, ledger, provider, isBefore, isAfter })
    faults.push(...(await restoreDump(copy, repository)))
    const [before, after] = [isBefore, isAfter].map((is) => ledger.acknowledged.filter(is).length)
    console.log(
      `restore to ${target}: ${before} acknowledged before it, ${after} after it; ${faults.length} faults`,
    )
    for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
    return faults.length === 0 && Number(before) >= FEWEST && Number(after) >= FEWEST
  })
}

function commandWith(part: string): string {
  const found = COMMANDS.find((block) => block.includes(part))
  if (!found) throw new Error(`the guide has no command with ${part}`)
  return found
}

const administratorOf = ({ url }: Instance) =>
  url.replace('postgres://binnacle@', 'postgres://postgres@')

type Entry = Ledger['acknowledged'][number]

async function makeRequests(
  { db, seal, env }: Installation,
  provider: Provider,
  { beforeMs, afterMs }: Form,
  during: () => void,
) {
  const server = await serve({
    ...env,
    ...SETTINGS,
    OUTGOING_EXCEPTIONS: `providers=${provider.host}`,
  })
  try {
    const [url = ''] = server.addresses
    const ledger = await keepLedger({ db, seal }, url)
    const quota = openQuota(atOrigin({ url: () => url, db: () => db, seal }))
    quota.setOperator(ledger.operator)
    // It never agrees, so that there are jobs for it at any second.
    provider.answerWith((_call, response) => response.writeHead(503).end())
    await quota.callAsOperator('PUT', '/quota/providers/Microsoft.Compute/endpoint', {
      url: provider.url,
    })
    during()
    await delay(beforeMs)
    await reach(() => ledger.acknowledged.length)
    const second = Math.ceil(Date.now() / 1000) * 1000
    const at = performance.now() + second - Date.now()
    await delay(second - Date.now() + afterMs)
    // By when it was sent: what was committed before the second may be answered long after it.
    const isLate = (entry: Entry) => entry.sentAt > at + MARGIN_MS
    await reach(() => ledger.acknowledged.filter(isLate).length)
    await ledger.stop()
    const earlier = ledger.acknowledged.filter((entry) => !isLate(entry)).map(({ id }) => id)
    const known = new Set(earlier)
    // A quota request that is open is answered with its id again.
    const isAfter = (entry: Entry) => isLate(entry) && !known.has(entry.id)
    if (ledger.wrong.length > 0) throw new Error(ledger.wrong.join('\n'))
    return {
      ledger,
      target: new Date(second).toISOString().replace('T', ' ').replace('.000Z', '+00'),
      isBefore: (entry: Entry) => entry.at < at,
      isAfter,
    }
  } finally {
    await server.stop('SIGKILL')
  }
}

/** On a busy machine the time alone is not enough. */
async function reach(count: () => number): Promise<void> {
  const until = performance.now() + MAX_WAIT_MS
  while (count() < FEWEST && performance.now() < until) await delay(100)
}

const SETTINGS = {
  PUBLIC_URL: ORIGIN,
  QUOTA_RULES: 'beyondHeadroom=approve',
  RATE_LIMITS: 'false',
  ...testLimits({ providerRetry: { retryLimit: 12, retryDelay: 1 } }),
}

type Found = Readonly<{
  installation: Installation
  copy: Instance
  ledger: Ledger
  provider: Provider
  isBefore: (entry: Entry) => boolean
  isAfter: (entry: Entry) => boolean
}>

async function findFaults({ installation, copy, ledger, provider, isBefore, isAfter }: Found) {
  await using running = new AsyncDisposableStack()
  const collector = running.adopt(await openCollector(), ({ close }) => close())
  const env = {
    ...installation.env,
    ...SETTINGS,
    DATABASE_URL: copy.url,
    OUTGOING_EXCEPTIONS: `providers=${provider.host}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OUTGOING: 'off',
  }
  const called = provider.calls.length
  const server = running.adopt(await serve(env), ({ stop }) => stop('SIGKILL').then(() => {}))
  const worker = running.adopt(await work(env), ({ stop }) => stop('SIGKILL').then(() => {}))
  const db = running.adopt(connect(copy.url), (opened) => opened.destroy())
  await delay(COPY_RUNS_MS)
  const faults = await ledger.findFaults({ db, isExpected: isBefore })
  const late = await ledger.countPresent(db, isAfter)
  if (late > 0) faults.push(`${late} that were acknowledged later are there`)
  const waiting = await countWaiting(db)
  if (waiting === 0) faults.push('no job waits for a provider, so nothing was kept back')
  const [url = ''] = server.addresses
  // A request that would be traced; probes never are.
  const answer = await fetch(`${url}/v0.1/user`)
  if (answer.status !== 401) faults.push(`the copy does not answer: ${answer.status}`)
  const live = await fetch(`${url}/readyz`)
  if (live.status !== 200) faults.push(`the copy is not ready: ${live.status}`)
  // Spans that were kept until now would be sent at the end.
  for (const { stop } of [server, worker]) {
    const code = await stop()
    if (code !== 0) faults.push(`a process of the copy ended with ${code}`)
  }
  const calls = provider.calls.length - called
  if (calls > 0) faults.push(`the copy called a provider ${calls} times`)
  const spans = collector.findSpans().length
  if (spans > 0) faults.push(`the copy sent ${spans} spans`)
  console.log(
    `copy: ${waiting} jobs wait for a provider, ${calls} calls and ${spans} spans in ${COPY_RUNS_MS} ms`,
  )
  return faults
}

async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
     where name = 'quota.fulfil' and state in ('created', 'retry')`.execute(db)
  return rows[0]?.count ?? 0
}

/** The dump that was made under load can be restored, and its tables have as many rows as it says. */
async function restoreDump(copy: Instance, repository: Repository): Promise<string[]> {
  await copy.run('create database dumped owner binnacle')
  const COPY_URL = copy.url.replace(/\/binnacle$/, '/dumped')
  repository.run(commandWith('pg_restore'), { COPY_URL })
  const db = connect(COPY_URL)
  try {
    const { rows } = await sql<{ accounts: number; migrations: number }>`
      select (select count(*)::int from account) as accounts,
             (select count(*)::int from migration) as migrations`.execute(db)
    const [found] = rows
    return found && found.accounts > 0 && found.migrations > 0 ? [] : ['the restored dump is empty']
  } finally {
    await db.destroy()
  }
}
