import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Health } from '../../test/support/server/health-calls.ts'
import type { Choose } from '../../test/support/world/random.ts'

/** Several at once, so that transactions overlap on both nodes. */
const AT_ONCE = 4
const LONGEST_PAUSE_MS = 150

/** Publishes and revises events for one subscription until it is stopped; what fails is sent again under its key. */
export function startPublishing(health: Health, subscription: string, choose: Choose) {
  const audience = { kind: 'subscriptions', subscriptions: [subscription] }
  const known: string[] = []
  let isStopped = false
  let published = 0

  async function send(path: string, body: object): Promise<{ trackingId: string }> {
    const key = { 'x-ms-client-request-id': randomUUID() }
    for (;;) {
      const answer = await health.callAsOperator('POST', path, body, key).catch(() => undefined)
      if (answer && answer.status < 300) return answer.body
      if (answer && answer.status < 500) throw new Error(`not published: ${answer.text}`)
      await delay(100)
    }
  }
  async function publish(): Promise<void> {
    while (!isStopped) {
      const old = known[choose(known.length * 2)]
      const made = old
        ? await send(`/events/${old}/updates`, { summary: `update ${published}` })
        : await send('/events', { audience, eventType: 'ServiceIssue' })
      if (!old) known.push(made.trackingId)
      published++
      await delay(choose(LONGEST_PAUSE_MS))
    }
  }
  const publishing = Promise.all(Array.from({ length: AT_ONCE }, publish))
  return {
    async stop(): Promise<number> {
      isStopped = true
      await publishing
      return published
    },
  }
}
