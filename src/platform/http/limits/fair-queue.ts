import { createRotation, type Flow } from './flow-rotation.ts'

export type FairQueueLimits = Readonly<{
  /** An address with fewer requests in flight never waits, */
  freePerAddress: number
  /** unless its network has as many as this: of IPv6 anybody can have thousands of addresses. */
  freePerNetwork: number
  /** For how long one turn of the event loop starts requests, and refuses some; the rest wait for the next turn. */
  turnMs: number
  /** A turn that takes longer for everything else does each for this part of that time. */
  turnShare: number
  /** With as many reads in flight, a turn starts one request. Writes wait for their locks elsewhere. */
  maxReads: number
  /** The same while requests are refused: with fewer reads at a time, each is over sooner. */
  maxReadsInOverload: number
  /** How many requests may wait for one credential at one address. */
  maxWaitingPerFlow: number
  /** How many may wait in all; twice as many if the address of the next one has less than its equal part. */
  maxWaiting: number
  maxWaitMs: number
  /** When a flow was late by this for 100 ms, those of its requests that waited longer are refused. */
  shedAfterMs: number
  /** How many wait for their refusal; more are refused at once. */
  maxRefusals: number
}>

/** Started, it calls `end` when it is over. Refused when too many wait, or when it waited too long. */
export type QueuedRequest = Readonly<{
  isRead: boolean
  start: (end: () => void) => void
  refuse: () => void
}>

/** After a refusal. */
const OVERLOAD_MS = 1000

type Entry = QueuedRequest & Readonly<{ flow: Flow; since: number }>

/**
 * Fair queuing by address and, within an address, by credential. While each turn of the event loop
 * is short, a request starts when it arrives. Otherwise one address after another starts one, so
 * that the wait of a caller depends on how many others call and not on how much one of them sends.
 * Refusals take turns as well: thousands at once would make everybody in flight wait for them.
 */
export function createFairQueue(limits: FairQueueLimits) {
  const refusals = createRefusals(limits.maxRefusals)
  const waiting = createRotation<Entry>(limits, refusals.add)
  const inFlight = countInFlight()
  let turnEndsAt = 0
  let elsewhereSince = 0
  let isScheduled = false

  const hasTime = () => performance.now() < turnEndsAt
  const hasRoom = () =>
    inFlight.reads() < limits.maxReads &&
    (inFlight.reads() < limits.maxReadsInOverload || !refusals.areRecent())
  const canStart = () => hasRoom() && hasTime()

  function start({ address, network }: Flow, request: QueuedRequest): void {
    request.start(inFlight.add([address, network], request.isRead))
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
    if (waiting.count() === 0 && refusals.count() === 0) return
    const elsewhereMs = performance.now() - elsewhereSince
    const turnMs = Math.max(limits.turnMs, elsewhereMs * limits.turnShare)
    scheduleTurn()
    turnEndsAt = performance.now() + turnMs
    do {
      const next = waiting.take()
      if (next) start(next.flow, next)
      // What the request does next without waiting counts towards the time of this turn.
      await null
    } while (waiting.count() > 0 && canStart())
    turnEndsAt = performance.now() + turnMs
    do refusals.send()
    while (refusals.count() > 0 && hasTime())
    elsewhereSince = performance.now()
  }

  function isRefused(flow: Flow): boolean {
    const equalPart = limits.maxWaiting / waiting.countAddresses()
    const hasLess = waiting.countOfAddress(flow.address) < equalPart
    const isFull = waiting.count() >= limits.maxWaiting * (hasLess ? 2 : 1)
    return isFull || waiting.countOf(flow) >= limits.maxWaitingPerFlow
  }

  function isFree({ address, network }: Flow): boolean {
    const hasFew = inFlight.countOf(address) < limits.freePerAddress
    const isCrowded = inFlight.countOf(network) >= limits.freePerNetwork
    return hasFew && !isCrowded && waiting.countOfAddress(address) === 0
  }

  return (flow: Flow, request: QueuedRequest): void => {
    scheduleTurn()
    if (isFree(flow) || (waiting.count() === 0 && canStart())) start(flow, request)
    else if (isRefused(flow)) refusals.add(request)
    else waiting.add(flow, { ...request, flow, since: performance.now() })
  }
}

/** Requests that wait for their refusal. */
function createRefusals(most: number) {
  const refused: QueuedRequest[] = []
  let lastAt = Number.NEGATIVE_INFINITY
  return {
    count: () => refused.length,
    areRecent: () => performance.now() - lastAt < OVERLOAD_MS,
    add(request: QueuedRequest): void {
      lastAt = performance.now()
      if (refused.length < most) refused.push(request)
      else request.refuse()
    },
    /** To the one that waits longest. */
    send: () => refused.shift()?.refuse(),
  }
}

/** Which requests have started and are not over. */
function countInFlight() {
  const counts = new Map<string, number>()
  let reads = 0
  const countOf = (source: string) => counts.get(source) ?? 0
  return {
    reads: () => reads,
    countOf,
    /** Answers what to call when it is over. */
    add(sources: readonly string[], isRead: boolean): () => void {
      const weight = isRead ? 1 : 0
      for (const source of sources) counts.set(source, countOf(source) + 1)
      reads += weight
      return () => {
        for (const source of sources) {
          const left = countOf(source) - 1
          if (left > 0) counts.set(source, left)
          else counts.delete(source)
        }
        reads -= weight
      }
    },
  }
}
