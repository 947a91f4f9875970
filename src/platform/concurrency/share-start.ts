import { createSemaphore, type QueueLimits } from './keyed-mutex.ts'

/**
 * Whoever asks for the same before the work has started shares it; who asks later starts it anew. So
 * everybody gets an answer that is no older than the question. So many are at work at the same moment.
 */
export function createShare<T>(atOnce: number, limits: QueueLimits) {
  const waiting = new Map<string, Promise<T>>()
  const withPermit = createSemaphore(atOnce, limits)
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const joined = waiting.get(key)
    if (joined) return joined
    const begin = () => {
      waiting.delete(key)
      return work()
    }
    // Not before the others of this turn of the event loop have asked.
    const turn = new Promise<void>((resolve) => setImmediate(resolve))
    const shared = turn.then(() => withPermit(begin))
    const forget = () => {
      if (waiting.get(key) === shared) waiting.delete(key)
    }
    shared.catch(forget)
    waiting.set(key, shared)
    return shared
  }
}
