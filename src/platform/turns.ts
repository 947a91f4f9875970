/** One at a time for each key, in the order they came. */
export type Turns = <T>(keys: readonly string[], work: () => Promise<T>) => Promise<T>

/**
 * Within this process. Whoever waits for a row or a lock holds a connection meanwhile: a hundred
 * who want the same thing wait here instead, and leave the connections to others.
 */
export function takeTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return async (keys, work) => {
    const before = Promise.allSettled(keys.map((key) => last.get(key)))
    const turn = before.then(work)
    for (const key of keys) last.set(key, turn)
    try {
      return await turn
    } finally {
      for (const key of keys) if (last.get(key) === turn) last.delete(key)
    }
  }
}
