/** One at a time for each key, in the order they came. A heavier request counts for several of those that wait. */
export type KeyedMutex = <T>(
  keys: readonly string[],
  work: () => Promise<T>,
  weight?: number,
) => Promise<T>

/** How many may wait for one key, for how long, and what those are told who may not. */
export type QueueLimits = Readonly<{ most: number; longestMs: number; refuse: () => Error }>

/**
 * Within this process. Whoever waits for a row or a lock holds a connection meanwhile: a hundred
 * who want the same thing wait here instead, and leave the connections to others.
 */
export function createKeyedMutex(limits?: QueueLimits): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  const waiting = limits && countWaiting(limits)
  return async (keys, work, weight = 1) => {
    const before = keys.flatMap((key) => last.get(key) ?? [])
    const wait = before.length > 0 ? waiting?.begin(keys, weight) : undefined
    const turn = Promise.allSettled(before).then(() => {
      wait?.end()
      return wait?.isOver() ? undefined : work()
    })
    for (const key of keys) last.set(key, turn)
    const forget = () => {
      for (const key of keys) if (last.get(key) === turn) last.delete(key)
    }
    turn.then(forget, forget)
    return (wait ? Promise.race([wait.tooLong, turn]) : turn) as ReturnType<typeof work>
  }
}

/** So many at a time, in the order they came. */
export function createSemaphore(permits: number, { most, longestMs, refuse }: QueueLimits) {
  const waiting = new Set<() => void>()
  let free = permits

  async function enter(): Promise<void> {
    if (free > 0) {
      free--
      return
    }
    if (waiting.size >= most) throw refuse()
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        waiting.delete(begin)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(refuse())
      }, longestMs)
      waiting.add(begin)
    })
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await enter()
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) next()
      else free++
    }
  }
}

function countWaiting({ most, longestMs, refuse }: QueueLimits) {
  const weights = new Map<string, number>()
  const add = (keys: readonly string[], weight: number) => {
    for (const key of keys) {
      const sum = (weights.get(key) ?? 0) + weight
      if (sum > 0) weights.set(key, sum)
      else weights.delete(key)
    }
  }
  return {
    /** Throws when too many wait already. */
    begin(keys: readonly string[], weight: number) {
      if (keys.some((key) => (weights.get(key) ?? 0) + weight > most)) throw refuse()
      add(keys, weight)
      let isOver = false
      const { promise: tooLong, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => {
        isOver = true
        reject(refuse())
      }, longestMs)
      return {
        tooLong,
        isOver: () => isOver,
        end() {
          clearTimeout(timer)
          add(keys, -weight)
        },
      }
    },
  }
}
