import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { EVENT_NOTICES } from '../../management-api/notifications/rules.ts'
import type { Delivery, Notification } from '../../management-api/notifications/wire.ts'
import type { Calls, Surroundings } from './calls.ts'
import type { Pace } from './clients.ts'
import type { Received } from './report.ts'
import { isNotified, isQuiet, type Revised } from './rules.ts'
import type { Receiver } from './wire.ts'

/** Is told of every event: what it has, the others have or never get. */
const PROBE = 'rehearsal'
const LOOK_EVERY_MS = 50
const LONGEST_WAIT_MS = 30_000
/** For a revision that may not concern the subscription. */
const SHORT_WAIT_MS = 2000

type All = ReadonlyMap<string, readonly Delivery[]>
export type Receivers = Awaited<ReturnType<typeof openReceivers>>

/** Web hooks on this machine, with a notification for each. What others the subscription has is reported too. */
export async function openReceivers(
  calls: Calls,
  { subscription, vendor }: Surroundings,
  receivers: Readonly<Record<string, Receiver>>,
  { stopping }: Pick<Pace, 'stopping'>,
) {
  const path = `/notifications/v1/subscriptions/${subscription}/notifications`
  const bodies = new Map<string, string>()
  const reported = new Set<string>()
  const { address, close } = await listen(bodies)
  await addNotifications(calls, path, address, receivers).catch(async (error: unknown) => {
    await close()
    throw error
  })

  /** Nothing while a fault of the scenario fails these requests; what was missed is in a later step. */
  async function list(): Promise<All | undefined> {
    const { status, body } = await calls.request({ path })
    if (status !== 200) return undefined
    const all = new Map<string, readonly Delivery[]>()
    for (const { name } of (body as { value: Notification[] }).value) {
      const answer = await calls.request({ path: `${path}/${name}/deliveries` })
      if (answer.status !== 200) return undefined
      all.set(name, (answer.body as { value: Delivery[] }).value)
    }
    return all
  }

  async function isForSubscription({ trackingId }: Revised): Promise<boolean> {
    const events = `/subscriptions/${subscription}/providers/${vendor}.ResourceHealth/events`
    const { status } = await calls.request({
      path: `${events}/${trackingId}?api-version=2025-05-01`,
    })
    return status === 200
  }

  async function waitUntil(isDone: (all: All) => boolean, longestMs: number) {
    const until = performance.now() + longestMs
    let all = await list()
    while (all && !isDone(all) && performance.now() < until) {
      stopping.throwIfAborted()
      await delay(LOOK_EVERY_MS)
      all = await list()
    }
    return all
  }

  /** All deliveries of a revision are there when that of the probe is. */
  async function untilNotified(revised: Revised): Promise<void> {
    const isTo = await isForSubscription(revised)
    const isDone = (all: All) => isNotified(all.get(PROBE) ?? [], revised)
    const all = await waitUntil(isDone, isTo ? LONGEST_WAIT_MS : SHORT_WAIT_MS)
    if (isTo && all && !isDone(all)) throw notNotified(revised)
  }

  return {
    /** What was sent since the last step, each attempt that changed something once. */
    async read(revised: Revised | undefined): Promise<Received[]> {
      if (revised) await untilNotified(revised)
      const all = await waitUntil((found) => [...found.values()].every(isQuiet), LONGEST_WAIT_MS)
      const shown = [...(all ?? [])].filter(([name]) => name !== PROBE)
      return shown.flatMap(([receiver, deliveries]) =>
        deliveries.toReversed().flatMap((delivery): Received[] => {
          const { id, kind, trackingId, state, attempts } = delivery
          const key = `${receiver} ${id} ${state} ${attempts.at(-1)?.number}`
          if (reported.has(key)) return []
          reported.add(key)
          const status = attempts.at(-1)?.status
          return [{ receiver, kind, trackingId, title: titleOf(bodies.get(id)), state, status }]
        }),
      )
    },
    close,
  }
}

async function addNotifications(
  calls: Calls,
  path: string,
  address: string,
  receivers: Readonly<Record<string, Receiver>>,
): Promise<void> {
  const all = { ...receivers, [PROBE]: { notices: [...EVENT_NOTICES] } }
  for (const [name, input] of Object.entries(all)) {
    const body = { kind: 'webhook', address: `${address}/${name}`, ...input }
    const answer = await calls.request({ method: 'PUT', path: `${path}/${name}`, body })
    if (answer.status === 200) continue
    throw new Error(
      `The receiver ${name} was not added (${answer.status}): ${JSON.stringify(answer.body)}`,
    )
  }
}

const notNotified = ({ trackingId }: Revised) =>
  new Error(
    `No delivery of ${trackingId} was created for the notifications of the subscription within ${LONGEST_WAIT_MS / 1000} s. Start the emulator with jobs, and without OUTGOING=off.`,
  )

type Message = Readonly<{ data: { properties?: { title?: string } } }>

const titleOf = (body: string | undefined): string | undefined =>
  body === undefined ? undefined : (JSON.parse(body) as Message).data.properties?.title

/** Keeps each message by its id, and accepts all. */
async function listen(bodies: Map<string, string>) {
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    bodies.set(String(request.headers['webhook-id']), await text(request))
    response.writeHead(204).end()
  }
  // A sender that goes away before the end of its message has sent none.
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
