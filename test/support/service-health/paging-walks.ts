import { namesOf, type Reader } from '../http/service-health.ts'
import type { Health } from '../server/health-calls.ts'
import type { Choose } from '../world/random.ts'

const TARGETS = [
  ['Storage', 'West US'],
  ['Storage', 'East US'],
  ['Cache', 'West US'],
  ['Queues', 'North Europe'],
] as const
const TYPES = ['ServiceIssue', 'PlannedMaintenance', 'Billing'] as const
const SUBSCRIPTIONS = ['walk-a', 'walk-b', 'walk-c'] as const
type Subscription = (typeof SUBSCRIPTIONS)[number]

/** The places each subscription uses, as indexes. */
const FOOTPRINTS: Record<Subscription, readonly number[]> = {
  'walk-a': [0, 1, 2],
  'walk-b': [2, 3],
  'walk-c': [],
}

type Known = { id: string; type: string; reaches: (subscription: Subscription) => boolean }

export type Tally = { walks: number; pages: number; changes: number; faults: string[] }

/** Walks through pages while others publish, update, resolve and reopen. */
export async function openWalks(health: Health, choose: Choose, events: number) {
  const ada = await health.addReader()
  for (const id of SUBSCRIPTIONS) {
    const footprint = FOOTPRINTS[id].map((target) => TARGETS[target] ?? TARGETS[0])
    await health.addSubscription(id, { [ada.id]: 'reader' }, footprint)
  }
  const known = new Map<string, Known>()
  const publish = () => publishAny(health, choose, known)
  for (let left = events; left > 0; left -= 8) {
    await Promise.all(Array.from({ length: Math.min(8, left) }, publish))
  }
  const tally: Tally = { walks: 0, pages: 0, changes: 0, faults: [] }
  return { tally, walk: () => walkOnce(health, ada, choose, known, tally) }
}

async function publishAny(health: Health, choose: Choose, known: Map<string, Known>) {
  const type = TYPES[choose(TYPES.length)] ?? 'Billing'
  const targets = [choose(TARGETS.length), choose(TARGETS.length)]
  const named = SUBSCRIPTIONS[choose(SUBSCRIPTIONS.length)] ?? 'walk-a'
  const kind = (['everyone', 'footprint', 'subscriptions'] as const)[choose(3)] ?? 'everyone'
  const reaches = {
    everyone: () => true,
    footprint: (id: Subscription) => targets.some((target) => FOOTPRINTS[id].includes(target)),
    subscriptions: (id: Subscription) => id === named,
  }[kind]
  const id = await health.publish({
    eventType: type,
    audience: { kind, ...(kind === 'subscriptions' && { subscriptions: [named] }) },
    impact: targets.map((target) => ({
      impactedService: TARGETS[target]?.[0],
      impactedRegions: [TARGETS[target]?.[1]],
    })),
  })
  known.set(id, { id, type, reaches })
}

async function walkOnce(
  health: Health,
  ada: Reader,
  choose: Choose,
  known: Map<string, Known>,
  tally: Tally,
): Promise<void> {
  const subscription = SUBSCRIPTIONS[choose(SUBSCRIPTIONS.length)] ?? 'walk-a'
  const type = choose(3) === 0 ? TYPES[choose(TYPES.length)] : undefined
  const there = [...known.values()]
  const changed = new Set<string>()
  const running: Promise<unknown>[] = []
  const meddle = async () => {
    for (let left = choose(6); left > 0; left--) {
      tally.changes++
      if (choose(8) === 0) running.push(publishAny(health, choose, known))
      else running.push(changeAny(health, choose, there, changed))
    }
    // Sometimes the next page is asked for while the changes are under way, sometimes after them.
    if (choose(2) === 0) await Promise.all(running)
  }
  await meddle()
  const query = type === undefined ? {} : { $filter: `eventType eq '${type}'` }
  const pages = await health.walk(ada, subscription, query, meddle)
  await Promise.all(running)
  tally.walks++
  tally.pages += pages.length
  const isAskedFor = (event: Known) =>
    event.reaches(subscription) && (type === undefined || event.type === type)
  tally.faults.push(...findFaults(namesOf(...pages), there, changed, isAskedFor))
}

/** What was seen too often, too rarely or without having been asked for; as sentences. */
function findFaults(
  seen: readonly string[],
  there: readonly Known[],
  changed: ReadonlySet<string>,
  isAskedFor: (event: Known) => boolean,
): string[] {
  const counts = new Map<string, number>()
  for (const name of seen) counts.set(name, (counts.get(name) ?? 0) + 1)
  const wrong = there.flatMap((event) => {
    const [times, wanted] = [counts.get(event.id) ?? 0, isAskedFor(event) ? 1 : 0]
    const isRight = changed.has(event.id) ? times <= wanted : times === wanted
    return isRight ? [] : [`${event.id} ${times} times instead of ${wanted}`]
  })
  const twice = [...counts].filter(([, times]) => times > 1)
  return [...wrong, ...twice.map(([name, times]) => `${name} ${times} times`)]
}

/** Another connection does something to one of the events. A refusal (it is resolved already) is no harm. */
async function changeAny(
  health: Health,
  choose: Choose,
  events: readonly Known[],
  changed: Set<string>,
): Promise<void> {
  const event = events[choose(events.length)]
  if (!event) return
  changed.add(event.id)
  const way = ['updates', 'resolve', 'reopen', 'updates'][choose(4)] ?? 'updates'
  const { status } = await health.callAsOperator('POST', `/events/${event.id}/${way}`, {
    summary: 'x',
  })
  if (status !== 200 && status !== 409) throw new Error(`${way} of ${event.id}: ${status}`)
}
