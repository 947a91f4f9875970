import { randomUUIDv7 } from 'node:crypto'
import { caller } from '../../test/support/http/http.ts'
import type { Quota } from '../../test/support/server/quota.ts'
import type { Prepare } from './operations.ts'

/** A name that leads nowhere: nothing is sent to anybody. */
const INPUT = { kind: 'webhook', address: 'https://localhost/hook' }
const NAME = 'hook'
/** When a message is tried, and with which result, is not the same twice. */
const MATCHES_NOTHING = "trackingId eq 'NO-EVENT'"

/** Each operation has a subscription of its own, so that no other sees what is tried at its destination. */
export async function prepareNotifications(url: string, quota: Quota): Promise<Prepare> {
  const { id, bearer } = await quota.addReader()
  const headers = { Authorization: `Bearer ${bearer}` }
  return async ({ operationId }) => {
    const subscriptionId = randomUUIDv7()
    await quota.addSubscription(subscriptionId, { [id]: 'owner' })
    const path = `/notifications/v1/subscriptions/${subscriptionId}/notifications/${NAME}`
    const send = async (method: string, way: string, body?: object) => {
      const sent = await caller({ url })(undefined, method, `${path}${way}`, body, headers)
      if (sent.status >= 300) throw new Error(`not prepared: ${sent.status} ${sent.text}`)
      return sent.body
    }
    // The one that is asked to confirm.
    const mail = { kind: 'email', address: `${subscriptionId}@receiver.example` }
    const input = operationId === 'askReceiver' ? mail : INPUT
    await send('PUT', '', { ...input, filter: MATCHES_NOTHING })
    if (operationId === 'deletePreviousNotificationSecret') await send('POST', '/secrets')
    const bodies: Readonly<Record<string, object>> = {
      setNotification: {
        ...INPUT,
        filter: "status eq 'Active'",
        notices: ['events'],
        enabled: true,
      },
      updateNotification: { filter: '', notices: ['removals'], enabled: true },
      replayDeliveries: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    }
    const params = { subscriptionId, name: NAME }
    return async () => ({ params, query: {}, headers, body: bodies[operationId] })
  }
}
