import { setTimeout as delay } from 'node:timers/promises'
import type { Answer } from '../../test/support/http/http.ts'

const MAX_WAIT_MS = 240_000

/** A request, or several that belong together, and how often it is made. It throws what is wrong. */
export type Repeated = Readonly<{ everyMs: number; send: () => Promise<void> }>

/** Each at its own rate, and never twice at the same time, until `stop`. */
export function sendAll(requests: Readonly<Record<string, Repeated>>) {
  const counts = new Map(Object.keys(requests).map((name) => [name, 0]))
  const faults: string[] = []
  let isOver = false
  const loops = Object.entries(requests).map(async ([name, { everyMs, send }]) => {
    while (!isOver) {
      const startedAt = performance.now()
      try {
        await send()
        counts.set(name, (counts.get(name) ?? 0) + 1)
      } catch (error) {
        const cause = error instanceof Error && error.cause ? `, ${error.cause}` : ''
        faults.push(`${name}: ${error}${cause}`)
      }
      await delay(Math.max(0, startedAt + everyMs - performance.now()))
    }
  })
  const sum = () => [...counts.values()].reduce((total, count) => total + count, 0)
  return {
    sum,
    /** How often each has succeeded so far. */
    counts: counts as ReadonlyMap<string, number>,
    /** Resolves when so many have succeeded, or when it takes too long. */
    async reach(enough: number) {
      const until = performance.now() + MAX_WAIT_MS
      while (sum() < enough && performance.now() < until) await delay(100)
    },
    async stop() {
      isOver = true
      await Promise.all(loops)
      return { counts, faults }
    },
  }
}

/** For requests of which none is to be refused. */
export function expectStatus({ status, text }: Pick<Answer, 'status' | 'text'>, expected: number) {
  if (status !== expected) throw new Error(`${status} ${text}`)
}
