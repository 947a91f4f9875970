import type { ProductClock } from '../../platform/time.ts'
import { remember } from './remember.ts'
import { isDue, type NewOutcome, type Waiting } from './rules.ts'

const LOOK_EVERY_MS = 50

/** A request for one resource that has an outcome. */
export type HeldRequest = Readonly<{
  id: string
  requestId: string
  submittedAt: Date
  /** Ends it. Called twice, the second time changes nothing. */
  end: () => Promise<void>
}>

type Held = HeldRequest & Waiting

/** The requests that wait for their outcome, and how often clients have asked for each. */
export function createHeldRequests(productTime: ProductClock) {
  const held = new Map<string, Held>()
  const polls = new Map<string, number>()
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  const end = (request: Held): void => {
    held.delete(request.id)
    const ended = request
      .end()
      .catch((error: unknown) => {
        held.set(request.id, request)
        throw error
      })
      .finally(() => running.delete(ended))
    running.add(ended)
    // It is tried again, and whoever waits for `endDue` gets the error.
    ended.catch(() => undefined)
  }
  const startDue = (): void => {
    const now = productTime()
    for (const request of [...held.values()]) {
      if (isDue(request, now, polls.get(request.requestId) ?? 0)) end(request)
    }
    if (held.size === 0 && running.size === 0) timer = stop(timer)
  }
  const endDue = async (): Promise<void> => {
    startDue()
    await Promise.all([...running])
  }
  return {
    endDue,
    async hold(request: HeldRequest, outcome: NewOutcome): Promise<void> {
      if (outcome.end.kind === 'stuck') return
      held.set(request.id, { ...request, ...toWaiting(request, outcome) })
      timer ??= setInterval(startDue, LOOK_EVERY_MS).unref()
      await endDue()
    },
    async countPoll(requestId: string): Promise<void> {
      remember(polls, requestId, (polls.get(requestId) ?? 0) + 1)
      await endDue()
    },
    clear(): void {
      held.clear()
      polls.clear()
      timer = stop(timer)
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

function stop(timer: NodeJS.Timeout | undefined): undefined {
  clearInterval(timer)
  return undefined
}
