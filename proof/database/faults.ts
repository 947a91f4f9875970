import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../src/platform/db/connect.ts'
import { serve } from '../../test/support/processes/processes.ts'
import { ORIGIN } from '../../test/support/server/health-calls.ts'
import { chooser } from '../../test/support/world/random.ts'
import { keepLedger, type Ledger } from '../ledger.ts'
import { FAULTS, type FaultName } from './fault-kinds.ts'
import type { Instance } from './instance.ts'
import { withOwnInstance } from './own-instance.ts'

/** A fault, how long it lasts, and how long the database is well afterwards. */
type Round = Readonly<{ fault: FaultName; holdMs: number; restMs: number }>

export const FIVE_FAULTS: readonly Round[] = [
  { fault: 'restart', holdMs: 500, restMs: 500 },
  { fault: 'kill -9', holdMs: 500, restMs: 500 },
  { fault: 'SIGSTOP', holdMs: 10_000, restMs: 500 },
  { fault: 'read-only', holdMs: 1500, restMs: 500 },
  { fault: 'refused sign-in', holdMs: 1500, restMs: 500 },
]

/** Each kind in turn with random lengths, in random order: 50 in about half an hour. */
export function chooseFaults(count: number, seed: number): readonly Round[] {
  const choose = chooser(seed)
  const names = Object.keys(FAULTS) as FaultName[]
  return Array.from({ length: count }, (_, n) => ({
    fault: names[n < names.length ? n : choose(names.length)] as FaultName,
    holdMs: 1000 + choose(9000),
    restMs: choose(50_000),
  }))
}

const LOAD_MS = 2000
const MAX_RECOVERY_MS = 2000
/** In the gate, where others may take the processor; a kind that does not recover waits far longer. */
const MAX_RECOVERY_BUSY_MS = 15_000
/** For how long a kind that has not recovered in time is awaited, so that its figure is known. */
const GIVE_UP_MS = 20_000
const MAX_DECISION_WAIT_MS = 30_000
const DISK = '400m'

/** Whatever happens to the database: nothing acknowledged is lost, nothing is done twice, and it goes on. */
export function proveDatabaseFaults(rounds: readonly Round[]): Promise<boolean> {
  const needsDisk = rounds.some(({ fault }) => fault === 'full disk')
  return needsDisk ? withSmallDisk((folder) => prove(rounds, folder)) : prove(rounds, tmpdir())
}

function prove(rounds: readonly Round[], folder: string): Promise<boolean> {
  return withOwnInstance(async ({ db, seal, env }, instance) => {
    const server = await serve({
      ...env,
      PUBLIC_URL: ORIGIN,
      QUOTA_RULES: 'beyondHeadroom=approve',
      RATE_LIMITS: 'false',
    })
    try {
      const ledger = await keepLedger({ db, seal }, server.addresses[0] ?? '')
      return await runRounds(rounds, instance, ledger, db)
    } finally {
      await server.stop('SIGKILL')
    }
  }, folder)
}

async function runRounds(
  rounds: readonly Round[],
  instance: Instance,
  ledger: Ledger,
  db: Db,
): Promise<boolean> {
  await delay(LOAD_MS)
  const faults: string[] = []
  const maxRecoveryMs = rounds === FIVE_FAULTS ? MAX_RECOVERY_BUSY_MS : MAX_RECOVERY_MS
  for (const round of rounds) {
    faults.push(...(await runRound(round, instance, ledger, maxRecoveryMs)))
    await delay(round.restMs)
  }
  await ledger.stop()
  faults.push(...ledger.wrong, ...(await ledger.findFaults()), ...(await findUnended(db)))
  console.log(
    `database-faults: ${rounds.length} faults, ${ledger.acknowledged.length} acknowledged, ${ledger.refused()} refused with 503`,
  )
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  return faults.length === 0 && ledger.fewest() >= 5 && ledger.lastSuccess.has('read')
}

async function runRound(
  { fault, holdMs }: Round,
  instance: Instance,
  ledger: Ledger,
  maxRecoveryMs: number,
): Promise<string[]> {
  const refusedBefore = ledger.refused()
  await FAULTS[fault].begin(instance)
  await delay(holdMs)
  await FAULTS[fault].end(instance)
  const endedAt = performance.now()
  const behind = () => [...ledger.lastSuccess].filter(([, at]) => at < endedAt)
  while (behind().length > 0 && performance.now() - endedAt < GIVE_UP_MS) await delay(10)
  const ms = Math.round(performance.now() - endedAt)
  const refused = ledger.refused() - refusedBefore
  console.log(`${fault} for ${holdMs} ms: ${refused} refused, all succeed ${ms} ms after its end`)
  const faults = behind().map(([kind]) => `${fault}: ${kind} does not succeed any more`)
  if (ms > maxRecoveryMs) faults.push(`${fault}: it took ${ms} ms until every kind succeeded`)
  // A fault that nobody notices proves nothing.
  if (refused === 0) faults.push(`${fault}: nobody was refused`)
  return faults
}

/** Whoever was told that quota is being decided gets a decision. */
async function findUnended(db: Db): Promise<string[]> {
  for (const until = performance.now() + MAX_DECISION_WAIT_MS; ; await delay(200)) {
    const open = await db
      .selectFrom('quota_sub_request')
      .select('id')
      .where('state', 'in', ['Accepted', 'InProgress'])
      .execute()
    if (open.length === 0) return []
    if (performance.now() > until) return open.map(({ id }) => `quota: ${id} has not ended`)
  }
}

/** Needs the right to mount. */
async function withSmallDisk<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0755`, 'tmpfs', folder])
  try {
    return await use(folder)
  } finally {
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true })
  }
}
