import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { jobQueues, sweepsOf } from '../src/jobs.ts'
import type { Db } from '../src/platform/db/connect.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { readConfig } from '../src/settings.ts'
import { testLimits } from '../test/support/processes/limits.ts'
import { runBinnacle, type Serving, serve, work } from '../test/support/processes/processes.ts'
import { ORIGIN } from '../test/support/server/health-calls.ts'
import { countOldRows, insertOldRows, insertOwners } from '../test/support/world/old-rows.ts'
import { type SignedIn, signIn } from './clocks/signed-in.ts'
import { movingClock, wrongClock } from './clocks/wrong-clock.ts'
import { type Instance, openInstance } from './database/instance.ts'
import { withInstallation } from './installation.ts'

/** Days since rows are over: the first are deleted, the others too young for it, or not over for half an hour. */
const AGES = [2, 0.5, -0.02]
const DAY_S = 86_400
const HOUR_S = 3600
const MAX_WAIT_MS = 90_000

type Scene = Readonly<{
  db: Db
  env: Record<string, string>
  instance: Instance
  node: Serving
  person: SignedIn
  faults: string[]
}>

/** A wrong clock, of a node or of the database, deletes nothing, signs nobody out and stops no node that runs. */
export async function proveClocks(): Promise<boolean> {
  const instance = await openInstance()
  try {
    await migrate(instance.url, jobQueues)
    return await withInstallation(
      async ({ db, env: installed }) => {
        const env = { ...installed, PUBLIC_URL: ORIGIN, RATE_LIMITS: 'false' }
        const node = await serve({ ...env, RUN_JOBS: 'false' })
        try {
          const person = await signIn(db, node.addresses[0] ?? '')
          const scene = { db, env, instance, node, person, faults: [] }
          await moveClocks(scene)
          for (const fault of scene.faults) console.log(`  ${fault}`)
          return scene.faults.length === 0
        } finally {
          await node.stop('SIGKILL')
        }
      },
      (use) => use(instance.url),
    )
  } finally {
    await instance.remove()
  }
}

async function moveClocks(scene: Scene): Promise<void> {
  const { db, env, faults } = scene
  const sweeps = sweepsOf(readConfig(env))
  const owners = await insertOwners(db)
  for (const days of AGES) await insertOldRows(db, sweeps, days, owners)
  const before = await countOldRows(db, sweeps)
  const require = async (when: string) => {
    const found = [
      ...findMissing(before, await countOldRows(db, sweeps)),
      ...(await scene.person.findLost()).map((lost) => `${lost} is lost`),
    ]
    faults.push(...found.map((fault) => `${when}: ${fault}`))
    console.log(`${when}: ${found.length === 0 ? 'nothing lost' : `${found.length} faults`}`)
  }

  await Promise.all([jumpWhileRunning(scene), runAhead(scene, Object.keys(sweeps).length)])
  await require('a node 40 days ahead has run every sweep')
  await moveDatabase(scene, '+1h')
  await sweepAgain(scene, 2 * Object.keys(sweeps).length)
  await require('the clock of the database jumped an hour ahead')
  await moveDatabase(scene, '-1h')
  await require('and two hours back')
}

/** Of each sweep one row was to be deleted; signing in and refreshing add records. */
function findMissing(before: Record<string, number>, after: Record<string, number>): string[] {
  return Object.entries(before).flatMap(([name, rows]) => {
    const [wanted, found] = [rows - 1, after[name] ?? 0]
    const isRight = name === 'sign-in records' ? found >= wanted : found === wanted
    return isRight ? [] : [`${name}: ${found} rows instead of ${wanted}`]
  })
}

/** Refused at the start, and with the setting it works on jobs. */
async function runAhead({ db, env, faults }: Scene, jobs: number): Promise<void> {
  const ahead = { ...env, ...wrongClock('+40d') }
  const refused = await runBinnacle(['serve'], {
    ...ahead,
    PORT: '0',
    METRICS_ADDRESS: '127.0.0.1:0',
  })
  if (refused.code !== 1 || !refused.stderr.includes('40 days ahead of')) {
    faults.push(`a node 40 days ahead started: ${refused.code} ${refused.stderr}`)
  }
  const node = await serve({ ...ahead, ...testLimits({ startClockOffsetMs: 41 * DAY_S * 1000 }) })
  try {
    await requireWarned(node, 40 * DAY_S, faults)
    await untilSwept(db, jobs)
  } finally {
    await node.stop()
  }
}

/** A node whose clock goes wrong later warns, and goes on. */
async function jumpWhileRunning({ env, faults }: Scene): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-clock-'))
  const file = join(folder, 'offset')
  writeFileSync(file, '+0\n')
  const node = await serve({ ...env, ...movingClock(file), RUN_JOBS: 'false' })
  try {
    writeFileSync(file, '+40d\n')
    await requireWarned(node, 40 * DAY_S, faults)
  } finally {
    await node.stop()
    rmSync(folder, { recursive: true })
  }
}

/** As a failover to a server with another clock does. */
async function moveDatabase({ instance, node, faults, db }: Scene, offset: string): Promise<void> {
  await instance.end('SIGINT')
  await instance.start(wrongClock(offset))
  await until(() =>
    sql`select`.execute(db).then(
      () => true,
      () => false,
    ),
  )
  await requireWarned(node, offset === '+1h' ? -HOUR_S : HOUR_S, faults)
}

/** A worker that starts with the wrong database does so only when it is told to. */
async function sweepAgain({ db, env, faults }: Scene, jobs: number): Promise<void> {
  const refused = await runBinnacle(['work'], { ...env, METRICS_ADDRESS: '127.0.0.1:0' })
  if (refused.code !== 1 || !refused.stderr.includes('1 hour behind')) {
    faults.push(`a worker an hour behind started: ${refused.code} ${refused.stderr}`)
  }
  const worker = await work({ ...env, ...testLimits({ startClockOffsetMs: 41 * DAY_S * 1000 }) })
  try {
    await untilSwept(db, jobs)
  } finally {
    await worker.stop()
  }
}

async function requireWarned(node: Serving, offsetS: number, faults: string[]): Promise<void> {
  const readOffset = async () => {
    const text = await (await fetch(node.metricsUrl)).text()
    return Number(/^binnacle_clock_offset_seconds (\S+)$/m.exec(text)?.[1])
  }
  const isMeasured = async () => Math.abs((await readOffset()) - offsetS) < 30
  if (!(await until(isMeasured))) faults.push(`the metric is ${await readOffset()}, not ${offsetS}`)
  const countWarnings = () => node.readLog().split('The clock of this node is').length - 1
  await until(async () => countWarnings() > 0)
  if (countWarnings() !== 1) faults.push(`${countWarnings()} warnings instead of one`)
  const { status } = await fetch(`${node.addresses[0]}/readyz`)
  if (status !== 200) faults.push(`/readyz of a node with another clock is ${status}`)
}

async function untilSwept(db: Db, jobs: number): Promise<void> {
  const countDone = async () => {
    const { rows } = await sql<{ done: number }>`
      select count(*)::int as done from pgboss.job
       where name = 'retention.sweep' and state = 'completed'`.execute(db)
    return rows[0]?.done ?? 0
  }
  if (!(await until(async () => (await countDone()) >= jobs))) {
    throw new Error(`${await countDone()} sweeps were done instead of ${jobs}`)
  }
}

async function until(isTrue: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + MAX_WAIT_MS
  while (performance.now() < end) {
    if (await isTrue()) return true
    await delay(100)
  }
  return false
}
