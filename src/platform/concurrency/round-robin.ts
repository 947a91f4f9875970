/** One piece of work at a time: whoever has some waiting gets a turn before anybody else gets a second one. */
export function createRoundRobin() {
  const waiting = new Map<string, (() => Promise<void>)[]>()
  let isBusy = false

  async function workAll(): Promise<void> {
    isBusy = true
    // Who is put back at the end is met again by the same loop.
    for (const [key, queue] of waiting) {
      const next = queue.shift()
      waiting.delete(key)
      if (queue.length > 0) waiting.set(key, queue)
      await next?.()
    }
    isBusy = false
  }

  return <T>(key: string, work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const queue = waiting.get(key) ?? []
      queue.push(() => work().then(resolve, reject))
      waiting.set(key, queue)
      if (!isBusy) void workAll()
    })
}
