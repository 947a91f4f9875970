import type { ServerResponse } from 'node:http'
import { openReceiver, type Received } from '../../test/support/http/receiver.ts'
import type { Reader } from '../../test/support/http/service-health.ts'
import type { Health } from '../../test/support/server/health-calls.ts'
import type { Choose } from '../../test/support/world/random.ts'

export type Behaviour = 'healthy' | 'fails at times' | 'silent' | 'gone'
export type Destination = Readonly<{
  subscription: string
  path: string
  behaviour: Behaviour
  /** The type of event that its filter lets through; all if it has none. */
  eventType: string | undefined
}>

/** What arrived, and whether the destination said so. */
export type Arrival = Received & Readonly<{ isAccepted: boolean }>

export const FILTERED = 'PlannedMaintenance'

/** One in ten is silent, one in ten fails at times, one in twenty is gone; a third has a filter. */
export function listDestinations(count: number): Destination[] {
  return Array.from({ length: count }, (_, n) => ({
    subscription: `sub-${n}`,
    path: `/hook-${n}`,
    behaviour: behaviourOf(n),
    eventType: n % 3 === 0 ? FILTERED : undefined,
  }))
}

function behaviourOf(n: number): Behaviour {
  if (n % 20 === 19) return 'gone'
  if (n % 10 === 4) return 'silent'
  return n % 10 === 7 ? 'fails at times' : 'healthy'
}

export async function openDestinations(destinations: readonly Destination[], choose: Choose) {
  const receiver = await openReceiver()
  const behaviours = new Map(destinations.map(({ path, behaviour }) => [path, behaviour]))
  const arrivals: Arrival[] = []
  receiver.answerWith((call: Received, response: ServerResponse) => {
    const status = statusOf(behaviours.get(call.path), choose)
    arrivals.push({ ...call, isAccepted: status === 204 })
    if (status !== undefined) response.writeHead(status).end()
  })
  return { host: receiver.host, url: receiver.url, arrivals, close: receiver.close }
}

function statusOf(behaviour: Behaviour | undefined, choose: Choose): number | undefined {
  if (behaviour === 'silent') return undefined
  if (behaviour === 'gone') return 410
  return behaviour === 'fails at times' && choose(10) === 0 ? 500 : 204
}

/** A subscription and a notification for each. */
export async function addDestinations(
  health: Health,
  owner: Reader,
  destinations: readonly Destination[],
  { serverUrl, url }: Readonly<{ serverUrl: string; url: (path: string) => string }>,
): Promise<void> {
  for (const { subscription, path, eventType } of destinations) {
    await health.addSubscription(subscription, { [owner.id]: 'owner' })
    const filter = eventType === undefined ? {} : { filter: `eventType eq '${eventType}'` }
    const response = await fetch(
      `${serverUrl}/notifications/v1/subscriptions/${subscription}/notifications/hook`,
      {
        method: 'PUT',
        headers: { Authorization: `Bearer ${owner.bearer}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ kind: 'webhook', address: url(path), ...filter }),
      },
    )
    if (response.status !== 200) throw new Error(`not added: ${await response.text()}`)
  }
}
