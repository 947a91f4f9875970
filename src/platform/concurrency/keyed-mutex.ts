/** One at a time for each key, in the order they came. */
export type KeyedMutex = <T>(keys: readonly string[], work: () => Promise<T>) => Promise<T>

/** How many may wait for one key, for how long, and what those are told who may not. */
export type QueueLimits = Readonly<{ most: number; longestMs: number; refuse: () => Error }>

/**
 * Within this process. Whoever waits for a row or a lock holds a connection meanwhile: a hundred
 * who want the same thing wait here instead, and leave the connections to others.
 */
export function createKeyedMutex(limits?: QueueLimits): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  const waiting = limits && countWaiting(limits)
  return async (keys, work) => {
    const before = keys.flatMap((key) => last.get(key) ?? [])
    const wait = before.length > 0 ? waiting?.begin(keys) : undefined
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

function countWaiting({ most, longestMs, refuse }: QueueLimits) {
  const counts = new Map<string, number>()
  const countOf = (key: string) => counts.get(key) ?? 0
  const add = (keys: readonly string[], change: 1 | -1) => {
    for (const key of keys) {
      const count = countOf(key) + change
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    }
  }
  return {
    /** Throws when too many wait already. */
    begin(keys: readonly string[]) {
      if (keys.some((key) => countOf(key) >= most)) throw refuse()
      add(keys, 1)
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
          add(keys, -1)
        },
      }
    },
  }
}
