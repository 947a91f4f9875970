import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Health } from '../../test/support/server/health-calls.ts'
import type { Choose } from '../../test/support/world/random.ts'
import { type Destination, FILTERED } from './destinations.ts'

/** One revision: when it was asked for the last time, and whom it is for. */
export type Published = Readonly<{
  trackingId: string
  /** As of `performance.now()`. */
  at: number
  eventType: string
  subscriptions: ReadonlySet<string>
}>

/** Publishes a new event or an update of an earlier one; what fails is sent again under its key. */
export function openPublisher(
  health: Health,
  destinations: readonly Destination[],
  choose: Choose,
) {
  const known: Published[] = []
  const all = destinations.map(({ subscription }) => subscription)

  async function send(path: string, body: object) {
    const key = { 'x-ms-client-request-id': randomUUID() }
    for (;;) {
      const at = performance.now()
      const answer = await health.callAsOperator('POST', path, body, key).catch(() => undefined)
      if (answer && answer.status < 300) return { at, body: answer.body }
      if (answer && answer.status < 500) throw new Error(`not published: ${answer.text}`)
      await delay(100)
    }
  }

  function chooseAudience() {
    if (choose(2) === 0) return { audience: { kind: 'everyone' }, subscriptions: new Set(all) }
    const named = all.filter(() => choose(3) === 0)
    const subscriptions = named.length > 0 ? named : all.slice(0, 1)
    return {
      audience: { kind: 'subscriptions', subscriptions },
      subscriptions: new Set(subscriptions),
    }
  }

  return async function publish(n: number): Promise<Published> {
    const earlier = known[choose(known.length * 2)]
    const { audience, subscriptions } = earlier ? { ...earlier, audience: {} } : chooseAudience()
    const eventType = earlier?.eventType ?? (choose(2) === 0 ? FILTERED : 'ServiceIssue')
    const { at, body } = earlier
      ? await send(`/events/${earlier.trackingId}/updates`, { summary: `update ${n}` })
      : await send('/events', { audience, eventType })
    const trackingId = body.trackingId as string
    const published = { trackingId, at, eventType, subscriptions }
    if (!earlier) known.push(published)
    return published
  }
}
