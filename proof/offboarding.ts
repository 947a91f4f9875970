import { EVENTS, isDeparture, tryWaysBack } from './offboarding/events.ts'
import { type Installation, withTwoNodes } from './offboarding/installation.ts'
import { fetchCode, PROBES } from './offboarding/probes.ts'
import { type Promises, readPromises, type Verdict } from './offboarding/table.ts'
import { buildWorld, type World } from './offboarding/world.ts'

type Tally = { tries: number; onEnds: number; attempts: number; faults: string[] }

/** Worlds are built side by side: most of the time goes into passwords. */
const AT_ONCE = 3

/**
 * Every cell of the guide's table on two nodes, as often as asked; and for each way of putting
 * somebody out, everything that person could try to be back.
 */
export async function proveOffboarding(
  rounds: number,
  repeats: number,
  atLeast = { tries: 0, onEnds: 0 },
): Promise<boolean> {
  const promises = readPromises()
  const unknown = [...promises.keys()].filter((event) => !(event in EVENTS))
  if (unknown.length > 0) throw new Error(`The guide has unknown columns: ${unknown.join(', ')}`)
  return withTwoNodes(async (it) => {
    const tally: Tally = { tries: 0, onEnds: 0, attempts: 0, faults: [] }
    await proveControl(it, tally)
    // All of them before the first wrong password: those are counted against the address.
    const stages = await eachAtOnce(listEvents(promises, rounds), async (event) => ({
      event,
      world: await buildWorld(it),
    }))
    await eachAtOnce(stages, ({ event, world }) =>
      proveEvent(it, world, event, promises.get(event) ?? new Map(), repeats, tally),
    )
    return report(tally) && isEnough(tally, atLeast)
  })
}

/** Without any event everything works: a cell that says *ends* would prove nothing otherwise. */
async function proveControl(it: Installation, tally: Tally): Promise<void> {
  const world = await buildWorld(it)
  await fetchCode(world)
  for (const kind of Object.keys(PROBES))
    await proveCell(it, world, 'nothing', kind, 'stays', tally)
}

/** What ends passwords comes last, so that no right password has to wait for wrong ones. */
function listEvents(promises: Promises, rounds: number): string[] {
  const endsPassword = (event: string) => promises.get(event)?.get('password') === 'ends'
  const events = [...promises.keys()].sort(
    (one, other) => Number(endsPassword(one)) - Number(endsPassword(other)),
  )
  return events.flatMap((event) => Array.from({ length: rounds }, () => event))
}

/** In order, a few at a time. */
async function eachAtOnce<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const queue = [...items.entries()]
  const results: R[] = []
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      results[next[0]] = await act(next[1])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

async function proveEvent(
  it: Installation,
  world: World,
  event: string,
  cells: ReadonlyMap<string, Verdict>,
  repeats: number,
  tally: Tally,
): Promise<void> {
  await fetchCode(world)
  await happen(it, world, event)
  const missing = Object.keys(PROBES).filter((kind) => !cells.has(kind))
  if (missing.length > 0) throw new Error(`The guide lacks the rows ${missing.join(', ')}`)
  for (const [kind, expected] of cells) {
    for (let i = 0; i < timesOf(kind, expected, repeats); i++) {
      await proveCell(it, world, event, kind, expected, tally)
    }
  }
  if (!isDeparture(event)) return
  const { attempts, faults } = await tryWaysBack(it, world, event)
  tally.attempts += attempts
  tally.faults.push(...faults.map((fault) => `back after ${event}: ${fault}`))
}

/** An even number for what can be repeated: requests go to the two nodes in turn. */
function timesOf(kind: string, expected: Verdict, repeats: number): number {
  const probe = PROBES[kind]
  if (probe?.few) return expected === 'ends' ? 2 : 1
  return probe?.once && expected !== 'ends' ? 1 : repeats * 2
}

async function happen(it: Installation, world: World, event: string): Promise<void> {
  const { status } = (await EVENTS[event]?.(it, world)) ?? { status: 0 }
  if (status < 200 || status >= 400) throw new Error(`${event} was answered ${status}`)
}

async function proveCell(
  it: Installation,
  world: World,
  event: string,
  kind: string,
  expected: Verdict,
  tally: Tally,
): Promise<void> {
  const probe = PROBES[kind]
  if (!probe) throw new Error(`The guide has an unknown row: ${kind}`)
  const found = await probe.try(it, world)
  tally.tries++
  if (expected === 'ends') tally.onEnds++
  if (found !== expected) tally.faults.push(`${event}, ${kind}: ${found}, not ${expected}`)
}

function report({ tries, onEnds, attempts, faults }: Tally): boolean {
  for (const [fault, times] of count(faults)) console.log(`${fault} (${times} times)`)
  const back = faults.filter((fault) => fault.startsWith('back after')).length
  console.log(`${tries} tries, ${onEnds} of them on cells that say ends`)
  console.log(`${faults.length - back} disagreements with docs/guides/offboarding.md`)
  console.log(`${attempts} attempts to be back, ${back} ways back in`)
  return faults.length === 0
}

function isEnough(tally: Tally, { tries, onEnds }: Pick<Tally, 'tries' | 'onEnds'>): boolean {
  if (tally.tries >= tries && tally.onEnds >= onEnds) return true
  console.log(`too few tries: ${tries} are needed, ${onEnds} of them on cells that say ends`)
  return false
}

function count(texts: readonly string[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1)
  return times
}
