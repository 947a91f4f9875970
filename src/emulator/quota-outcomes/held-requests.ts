import type { ProductClock } from '../../platform/time.ts'
import { isDue, MOST_WAITING, type NewOutcome, type OutcomeEnd, type Waiting } from './rules.ts'

const LOOK_EVERY_MS = 50

/** A request for one resource that has an outcome. */
export type HeldRequest = Readonly<{
  id: string
  requestId: string
  submittedAt: Date
  /** Ends it. Called twice, the second time changes nothing. */
  end: (how: OutcomeEnd) => Promise<void>
}>

type Held = HeldRequest & Waiting & Readonly<{ how: OutcomeEnd }>

/** What waits at one moment. */
export type HeldState = Readonly<{
  held: readonly Held[]
  polls: readonly (readonly [requestId: string, count: number])[]
}>

/** The requests that wait for their outcome, and how often clients have asked for each. */
export function createHeldRequests(productTime: ProductClock) {
  const held = new Map<string, Held>()
  const polls = new Map<string, number>()
  const running = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  const endIfDue = (request: Held, now: Date): void => {
    if (running.has(request.id) || !isDue(request, now, polls.get(request.requestId) ?? 0)) return
    // Held until it has ended: a snapshot that is taken meanwhile still has it in progress.
    const ended = request
      .end(request.how)
      .then(() => void held.delete(request.id))
      .finally(() => running.delete(request.id))
    running.set(request.id, ended)
    // It is tried again, and whoever waits for it gets the error.
    ended.catch(() => undefined)
  }
  const startDue = (): void => {
    const now = productTime()
    for (const request of held.values()) endIfDue(request, now)
    if (held.size === 0) timer = stop(timer)
  }
  const endDue = async (): Promise<void> => {
    startDue()
    await Promise.all(running.values())
  }
  const add = (request: Held): void => {
    held.set(request.id, request)
    timer ??= setInterval(startDue, LOOK_EVERY_MS).unref()
  }
  const clear = (): void => {
    held.clear()
    polls.clear()
    timer = stop(timer)
  }
  return {
    endDue,
    clear,
    async hold(request: HeldRequest, outcome: NewOutcome): Promise<void> {
      if (outcome.end.kind === 'stuck') return
      const isFull = held.size >= MOST_WAITING && !held.has(request.id)
      const entry = { ...request, ...toWaiting(request, outcome), how: outcome.end }
      const mustWait = !isDue(entry, productTime(), polls.get(request.requestId) ?? 0)
      const added = isFull && mustWait ? { ...entry, ...REFUSED } : entry
      add(added)
      endIfDue(added, productTime())
      await running.get(request.id)
    },
    async countPoll(requestId: string): Promise<void> {
      const before = polls.get(requestId) ?? 0
      polls.delete(requestId)
      polls.set(requestId, before + 1)
      if (polls.size > MOST_WAITING) forgetOldest(polls, held)
      await endDue()
    },
    copy: (): HeldState => ({ held: [...held.values()], polls: [...polls] }),
    replace(state: HeldState): void {
      clear()
      for (const [id, count] of state.polls) polls.set(id, count)
      for (const request of state.held) add(request)
    },
  }
}

/** Without a condition, it is due at once. */
function toWaiting({ submittedAt }: HeldRequest, outcome: NewOutcome): Waiting {
  const { afterPolls, afterSeconds = afterPolls === undefined ? 0 : undefined } = outcome
  const dueAt =
    afterSeconds === undefined ? undefined : new Date(submittedAt.getTime() + afterSeconds * 1000)
  return { dueAt, afterPolls }
}

/** Fails at once. */
const REFUSED = {
  dueAt: new Date(0),
  how: {
    kind: 'deny',
    code: 'TooManyWaitingRequests',
    reason: `${MOST_WAITING} requests already wait for an outcome of the emulator, which is the limit.`,
  },
} as const

/** Of those that do not wait: there is one among more than so many. */
function forgetOldest(polls: Map<string, number>, held: ReadonlyMap<string, Held>): void {
  const waiting = new Set([...held.values()].map(({ requestId }) => requestId))
  const oldest = [...polls.keys()].find((id) => !waiting.has(id))
  if (oldest !== undefined) polls.delete(oldest)
}

function stop(timer: NodeJS.Timeout | undefined): undefined {
  clearInterval(timer)
  return undefined
}
