import { readSeal } from '../../src/platform/crypto/seal.ts'
import { connect } from '../../src/platform/db/connect.ts'
import { atOrigin, type Health, openHealth } from '../../test/support/server/health-calls.ts'
import { countFitting, fillRules } from '../fill/rules.ts'
import { timed } from '../fill/timed.ts'
import { inTurn, medianPerRound } from '../load/in-turn.ts'
import { median } from '../load/rounds.ts'
import type { Size } from '../size.ts'
import { type Database, withDatabase } from '../start/database.ts'
import { fillHealth, publishOne } from '../start/health-side.ts'
import { startServer } from '../start/server.ts'
import { type Matching, startMatching } from './matching.ts'

const EVENTS = 1000
const SUBSCRIPTIONS_PER_RULE = 10
const PUBLISHES = 20

type Side = Readonly<{ health: Health; env: Record<string, string> }>
type Sides = Readonly<Record<'none' | 'ruled', Side>>

/** Publishing without rules and with many, alone and while they are matched; and how long matching takes. */
export async function benchPublishing(size: Size): Promise<void> {
  const rules = size.rows / SUBSCRIPTIONS_PER_RULE
  await withDatabase(size, (without) =>
    withDatabase(size, async (large) => {
      for (const { directUrl } of [without, large])
        await fillHealth(directUrl, size.rows, Math.min(EVENTS, size.rows / 5))
      await timed(`${rules} rules`, () =>
        fillRules(large.directUrl, { rules, subscriptions: size.rows }),
      )
      await using running = new AsyncDisposableStack()
      const sides = {
        none: await startSide(without, size, running),
        ruled: await startSide(large, size, running),
      }
      console.log(`| Measurement | No rules | ${inWords(rules)} rules | Relative |`)
      console.log('|---|---|---|---|')
      printPublishing('no matching', await measureAlone(sides, size))
      const matching = await startMatching(large.directUrl, sides.ruled.env, running)
      await measureBacklog(matching, size)
      const before = matching.readMemory()
      printPublishing('during matching', await measureBeside(sides, matching, size))
      const most = await measureMatching(sides.ruled, matching, rules, size)
      print('memory of `work`, before an event for everyone', '', `${before.toFixed(0)} MiB`, '')
      const growth = `${(most / before).toFixed(2)} (target ≤ 1.3)`
      print('memory of `work`, the most afterwards', '', `${most.toFixed(0)} MiB`, growth)
    }),
  )
}

const inWords = (count: number) => count.toLocaleString('en')

async function startSide(
  database: Database,
  { folder }: Size,
  running: AsyncDisposableStack,
): Promise<Side> {
  const { url, keyFile, env } = await startServer(database, folder, running, { RUN_JOBS: 'false' })
  const db = connect(database.directUrl)
  running.defer(() => db.destroy())
  const health = openHealth(atOrigin({ url: () => url, db: () => db, seal: readSeal(keyFile) }))
  await health.addOperator()
  return { health, env }
}

type Both = Readonly<Record<keyof Sides, readonly number[]>>

/** Publishing alone: nobody matches yet. */
async function measureAlone({ none, ruled }: Sides, { rounds }: Size): Promise<Both> {
  const sides = { none: () => publishOne(none.health), ruled: () => publishOne(ruled.health) }
  const measured = await inTurn(sides, rounds * PUBLISHES)
  return {
    none: medianPerRound(measured.none, PUBLISHES),
    ruled: medianPerRound(measured.ruled, PUBLISHES),
  }
}

/** What was published before anybody matched. It also warms up the process. */
async function measureBacklog(matching: Matching, { rounds }: Size): Promise<void> {
  const startedAt = performance.now()
  await matching.waitUntilDone()
  const each = (performance.now() - startedAt) / (rounds * PUBLISHES + 1)
  print('matching an event for 8 places', '', `${each.toFixed(0)} ms`, '')
}

/** Each round without rules while nobody matches, and then with rules while an event for everyone is matched. */
async function measureBeside(
  { none, ruled }: Sides,
  matching: Matching,
  { rounds }: Size,
): Promise<Both> {
  const measured: Record<keyof Sides, number[]> = { none: [], ruled: [] }
  const publishMany = async ({ health }: Side) => {
    const times: number[] = []
    for (let n = 0; n < PUBLISHES; n++) times.push(await publishOne(health))
    return median(times)
  }
  for (let round = 0; round < rounds; round++) {
    measured.none.push(await publishMany(none))
    await ruled.health.publish()
    measured.ruled.push(await publishMany(ruled))
    await matching.waitUntilDone()
  }
  return measured
}

/**
 * From the request that publishes an event for everyone until each rule that it fits has a delivery. Answers
 * the most memory meanwhile, in MiB.
 */
async function measureMatching(
  { health }: Side,
  matching: Matching,
  rules: number,
  { rounds }: Size,
): Promise<number> {
  const expected = countFitting(rules)
  const seconds: number[] = []
  const memory: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    const trackingId = await health.publish()
    memory.push(await matching.waitUntilDone())
    seconds.push((performance.now() - startedAt) / 1000)
    const found = await matching.countDeliveries(trackingId)
    if (found !== expected) throw new Error(`${found} deliveries, but ${expected} rules that fit`)
  }
  const what = `matching an event for everyone, ${inWords(expected)} deliveries`
  print(what, '', `${median(seconds).toFixed(1)} s`, 'target ≤ 60 s')
  return Math.max(...memory)
}

function printPublishing(when: string, { none, ruled }: Both): void {
  const ratio = median(ruled.map((value, round) => value / (none[round] ?? Number.NaN)))
  const [without = '', beside = ''] = [none, ruled].map(
    (values) => `${median(values).toFixed(1)} ms`,
  )
  print(`p50 of publishing, ${when}`, without, beside, `${ratio.toFixed(2)} (target ≤ 1.2)`)
}

const print = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`)
