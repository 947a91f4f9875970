import { setTimeout as delay } from 'node:timers/promises'

/** Repeats something, also if it fails, until it is stopped. So many at a time. */
export function repeat(everyMs: number, run: (nth: number) => Promise<unknown>, count = 1) {
  let isOver = false
  let nth = 0
  async function loop(): Promise<void> {
    while (!isOver) {
      // Failures are what alerts are about.
      await run(nth++).catch(() => undefined)
      await delay(everyMs)
    }
  }
  const loops = Array.from({ length: count }, loop)
  return {
    async stop(): Promise<void> {
      isOver = true
      await Promise.all(loops)
    },
  }
}
