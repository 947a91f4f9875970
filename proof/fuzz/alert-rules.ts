import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../../src/platform/db/connect.ts'
import { type Answer, caller } from '../../test/support/http/http.ts'
import type { Quota } from '../../test/support/server/quota.ts'
import { alertRuleBodies, toTest, VERSIONS } from '../../test/support/world/alert-rules.ts'
import type { Prepare } from './operations.ts'

/** Each operation has a subscription of its own, with a group and a rule that are named ops. */
export async function prepareAlertRules({
  url,
  quota,
  db,
}: Readonly<{ url: string; quota: Quota; db: Db }>): Promise<Prepare> {
  const { id, bearer } = await quota.addReader()
  const headers = { Authorization: `Bearer ${bearer}` }
  return async ({ operationId, method, path }) => {
    const subscriptionId = randomUUIDv7()
    await quota.addSubscription(subscriptionId, { [id]: 'owner' })
    const bodies = alertRuleBodies(subscriptionId)
    const group = `/subscriptions/${subscriptionId}/resourceGroups/ops/providers/Microsoft.Insights`
    for (const type of ['actionGroups', 'activityLogAlerts'] as const) {
      const target = `${group}/${type}/ops?api-version=${VERSIONS[type]}`
      requireOk(await caller({ url })(undefined, 'PUT', target, bodies[type], headers))
    }
    const type = path.includes('/activityLogAlerts') ? 'activityLogAlerts' : 'actionGroups'
    const inputs: Readonly<Record<string, object>> = {
      PUT: bodies[type],
      PATCH: { tags: { team: 'a' }, properties: { enabled: true } },
      POST: operationId === 'enableReceiver' ? { receiverName: 'hook' } : toTest(bodies),
    }
    const notificationId = randomUUIDv7()
    if (path.includes('/notificationStatus/')) await insertTest(db, subscriptionId, notificationId)
    else if (operationId === 'enableReceiver') await turnOff(db, subscriptionId)
    const params = { subscriptionId, resourceGroup: 'ops', name: 'ops', notificationId }
    const query = { 'api-version': VERSIONS[type] }
    return async () => ({ params, query, headers, body: inputs[method] })
  }
}

function requireOk({ status, text }: Answer): void {
  if (status >= 300) throw new Error(`not prepared: ${status} ${text}`)
}

/** One that has ended: how a call goes, and when, is not the same twice. */
async function insertTest(db: Db, subscription_id: string, id: string): Promise<void> {
  const at = new Date()
  const outcome = { name: 'hook', isDelivered: true, at: at.toISOString(), detail: 'Status 204' }
  await db
    .insertInto('alert_test')
    .values({
      ...{ subscription_id, id, sealed_receivers: null, outcomes: JSON.stringify([outcome]) },
      ...{ created_at: at, completed_at: at },
    })
    .execute()
}

/** As a destination that is gone. */
async function turnOff(db: Db, subscriptionId: string): Promise<void> {
  await db
    .updateTable('notification')
    .set({ is_on: false, off_reason: 'gone', off_at: new Date() })
    .where('subscription_id', '=', subscriptionId)
    .execute()
}
