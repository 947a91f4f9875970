import { afterAll, beforeAll } from 'vitest'
import type { Limits } from '../../../src/limits.ts'
import { caller } from '../http/http.ts'
import { openReceiver } from '../http/receiver.ts'
import type { Reader } from '../http/service-health.ts'
import { useHealth } from './health.ts'

/** So that the first pauses are 50 and 300 ms, and a destination is given up after 43 minutes. */
const SCALE = 0.01

/** A server that runs jobs, destinations on loopback, and a subscription with an owner. */
export async function useNotifications(
  env: Record<string, string> = {},
  limits: Partial<Limits> = {},
) {
  const receiver = await openReceiver()
  afterAll(receiver.close)
  const health = useHealth(
    { OUTGOING_EXCEPTIONS: `notifications=${receiver.host}`, ...env },
    { runsJobs: true, limits: { notificationRetryScale: SCALE, ...limits } },
  )
  const people = {} as { owner: Reader; reader: Reader }
  beforeAll(async () => {
    people.owner = await health.addReader('olga')
    people.reader = await health.addReader('rita')
    await health.addSubscription('sub-a', {
      [people.owner.id]: 'owner',
      [people.reader.id]: 'reader',
    })
  })

  const callAs = (reader: Reader, method: string, path: string, body?: unknown, headers = {}) =>
    caller(health.server)(undefined, method, `/notifications/v1/subscriptions/${path}`, body, {
      Authorization: `Bearer ${reader.bearer}`,
      ...headers,
    })
  const pathOf = (name: string, subscription = 'sub-a') => `${subscription}/notifications/${name}`
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    callAs(people.owner, method, path, body, headers)

  return Object.assign(health, {
    receiver,
    people,
    callAs,
    call,
    pathOf,
    /** A web hook at a path of the receiver; answers its secret. */
    async addWebhook(name: string, input: object = {}, subscription?: string): Promise<string> {
      const body = { kind: 'webhook', address: receiver.url(`/${name}`), ...input }
      const added = await call('PUT', pathOf(name, subscription), body)
      if (added.status !== 200) throw new Error(`not added: ${added.status} ${added.text}`)
      return added.body.secret
    },
    async listDeliveries(name: string, subscription?: string) {
      const { body } = await call('GET', `${pathOf(name, subscription)}/deliveries`)
      return body.value as Delivery[]
    },
  })
}

export type Delivery = Readonly<{
  id: string
  kind: string
  trackingId?: string
  subject?: string
  state: string
  attempts: readonly Readonly<{
    number: number
    status?: number
    reason?: string
    answer?: string
    durationMs: number
  }>[]
}>
