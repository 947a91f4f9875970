import type { Arrival, Destination } from './destinations.ts'
import type { Published } from './publisher.ts'

/** A revision as it was committed. */
export type Revision = Published & Readonly<{ time: string }>

type Found = Readonly<{
  faults: string[]
  lateMs: readonly number[]
  accepted: number
  duplicates: number
}>

const fits = ({ subscription, eventType }: Destination, revision: Revision) =>
  revision.subscriptions.has(subscription) &&
  (eventType === undefined || eventType === revision.eventType)

const keyOf = (trackingId: string, time: string) => `${trackingId} ${time}`

/** What a destination should have got and did not, or got in another order, or under another id. */
export function judgeDestination(
  destination: Destination,
  revisions: readonly Revision[],
  arrivals: readonly Arrival[],
  isCalm: (at: number) => boolean,
): Found {
  const faults: string[] = []
  const accepted = arrivals.filter(
    ({ path, isAccepted }) => path === destination.path && isAccepted,
  )
  const first = new Map<string, Arrival>()
  const expected = new Map(
    revisions
      .filter((revision) => fits(destination, revision))
      .map((revision) => [keyOf(revision.trackingId, revision.time), revision]),
  )
  let duplicates = 0
  const latest = new Map<string, string>()
  for (const arrival of accepted) {
    const { subject, time } = JSON.parse(arrival.body) as { subject: string; time: string }
    const key = keyOf(subject, time)
    const earlier = first.get(key)
    if (!expected.has(key)) faults.push(`${destination.path}: ${key} is not for it`)
    if (earlier) {
      duplicates++
      if (earlier.id !== arrival.id) faults.push(`${destination.path}: ${key} has two ids`)
      continue
    }
    first.set(key, arrival)
    const before = latest.get(subject)
    if (before !== undefined && before > time) {
      faults.push(`${destination.path}: ${key} came after ${before}`)
    }
    latest.set(subject, time)
  }
  const lost = [...expected.keys()].filter((key) => !first.has(key))
  faults.push(...lost.map((key) => `${destination.path}: ${key} is lost`))
  const lateMs = [...expected].flatMap(([key, { at }]) => {
    const arrival = first.get(key)
    return arrival && isCalm(at) ? [arrival.at - at] : []
  })
  return { faults, lateMs, accepted: accepted.length, duplicates }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
