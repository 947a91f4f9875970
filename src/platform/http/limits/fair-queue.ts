import { createLateness, type Lateness } from '../../concurrency/lateness.ts'

/** Who sent a request: the address, and the credential it carries, which is not checked yet. */
export type Flow = Readonly<{ address: string; credential: string }>

export type FairQueueLimits = Readonly<{
  /** An address with fewer requests in flight never waits. */
  freePerAddress: number
  /** For how long one turn of the event loop starts requests; the rest wait for the next turn. */
  turnMs: number
  /** A turn that takes longer for everything else starts requests for this part of that time. */
  turnShare: number
  /** How many requests may wait for one credential at one address. */
  maxWaitingPerFlow: number
  /** How many may wait in all; twice as many if the address of the next one has none that wait. */
  maxWaiting: number
  maxWaitMs: number
  /** When the first request of a flow has waited longer than this for 100 ms, its next ones are refused. */
  shedAfterMs: number
}>

/** Started, it calls `end` when it is over. Refused when too many wait, or when it waited too long. */
export type QueuedRequest = Readonly<{ start: (end: () => void) => void; refuse: () => void }>

type Entry = QueuedRequest & Readonly<{ address: string; since: number }>

/**
 * Fair queuing by address and, within an address, by credential. While each turn of the event loop
 * is short, a request starts when it arrives. Otherwise one address after another starts one, so
 * that the wait of a caller depends on how many others call and not on how much one of them sends.
 */
export function createFairQueue(limits: FairQueueLimits) {
  const waiting = createRotation(limits.shedAfterMs)
  const inFlight = new Map<string, number>()
  let turnEndsAt = 0
  let elsewhereSince = 0
  let isScheduled = false

  const hasTime = () => performance.now() < turnEndsAt
  const countInFlight = (address: string) => inFlight.get(address) ?? 0

  function start({ address, start: startRequest }: Omit<Entry, 'since'>): void {
    inFlight.set(address, countInFlight(address) + 1)
    startRequest(() => {
      const left = countInFlight(address) - 1
      if (left > 0) inFlight.set(address, left)
      else inFlight.delete(address)
    })
  }

  /** The immediate runs once per turn, after everything that has arrived was read. */
  function scheduleTurn(): void {
    if (isScheduled) return
    isScheduled = true
    elsewhereSince = performance.now()
    turnEndsAt = elsewhereSince + limits.turnMs
    setImmediate(beginTurn)
  }

  async function beginTurn(): Promise<void> {
    isScheduled = false
    if (waiting.count() === 0) return
    const elsewhereMs = performance.now() - elsewhereSince
    scheduleTurn()
    turnEndsAt = performance.now() + Math.max(limits.turnMs, elsewhereMs * limits.turnShare)
    do {
      const next = waiting.take()
      if (next && performance.now() - next.since > limits.maxWaitMs) next.refuse()
      else if (next) start(next)
      // What the request does next without waiting counts towards the time of this turn.
      await null
    } while (waiting.count() > 0 && hasTime())
    elsewhereSince = performance.now()
  }

  function isRefused(flow: Flow): boolean {
    const isFull = waiting.count() >= limits.maxWaiting * (waiting.has(flow.address) ? 1 : 2)
    return isFull || waiting.countOf(flow) >= limits.maxWaitingPerFlow || waiting.isShedding(flow)
  }

  return (flow: Flow, request: QueuedRequest): void => {
    scheduleTurn()
    const { address } = flow
    const isFree = countInFlight(address) < limits.freePerAddress && !waiting.has(address)
    if (isFree || (waiting.count() === 0 && hasTime())) start({ ...request, address })
    else if (isRefused(flow)) request.refuse()
    else waiting.add(flow, { ...request, address, since: performance.now() })
  }
}

type FlowQueue = Readonly<{ entries: Entry[]; lateness: Lateness }>

/** Takes from one address after another, and of an address from one credential after another. */
function createRotation(shedAfterMs: number) {
  const addresses = new Map<string, Map<string, FlowQueue>>()
  let count = 0
  const find = ({ address, credential }: Flow) => addresses.get(address)?.get(credential)
  return {
    count: () => count,
    has: (address: string) => addresses.has(address),
    countOf: (flow: Flow) => find(flow)?.entries.length ?? 0,

    isShedding(flow: Flow): boolean {
      const found = find(flow)
      return found?.lateness.isShedding(performance.now(), found.entries[0]?.since) ?? false
    },

    add({ address, credential }: Flow, entry: Entry): void {
      const flows = addresses.get(address) ?? new Map<string, FlowQueue>()
      const flow = flows.get(credential) ?? { entries: [], lateness: createLateness(shedAfterMs) }
      flow.entries.push(entry)
      flows.set(credential, flow)
      addresses.set(address, flows)
      count++
    },

    take(): Entry | undefined {
      const address = takeFirst(addresses)
      const flow = address && takeFirst(address.value)
      const entry = flow?.value.entries.shift()
      if (!address || !flow || !entry) return undefined
      count--
      flow.value.lateness.update(performance.now(), entry.since)
      // Put back, it stands last.
      if (flow.value.entries.length > 0) address.value.set(flow.key, flow.value)
      if (address.value.size > 0) addresses.set(address.key, address.value)
      return entry
    },
  }
}

function takeFirst<T>(map: Map<string, T>): { key: string; value: T } | undefined {
  for (const [key, value] of map) {
    map.delete(key)
    return { key, value }
  }
  return undefined
}
