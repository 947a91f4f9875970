/** So many pieces of work at a time: whoever has some waiting gets a turn before anybody else gets a second one. */
export function createRoundRobin(most: number) {
  const waiting = new Map<string, (() => Promise<void>)[]>()
  let busy = 0

  function takeNext(): (() => Promise<void>) | undefined {
    for (const [key, queue] of waiting) {
      const next = queue.shift()
      waiting.delete(key)
      // Put back, it stands last.
      if (queue.length > 0) waiting.set(key, queue)
      return next
    }
    return undefined
  }

  async function workAll(): Promise<void> {
    busy++
    for (let next = takeNext(); next; next = takeNext()) await next()
    busy--
  }

  return <T>(key: string, work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const queue = waiting.get(key) ?? []
      queue.push(() => work().then(resolve, reject))
      waiting.set(key, queue)
      if (busy < most) void workAll()
    })
}
