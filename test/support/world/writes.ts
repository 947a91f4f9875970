import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Db } from '../../../src/platform/db/connect.ts'
import { type Answer, caller } from '../http/http.ts'
import { BODIES, inPath, prepareOperatorWorld } from '../http/operator-requests.ts'
import { EXTENSION_VERSION, QUOTA_VERSION } from '../http/quota.ts'
import { VERSION } from '../http/service-health.ts'
import { prepare } from '../rights/requests.ts'
import { needsSignIn, type Promised, readRights } from '../rights/table.ts'
import { type Credential, insertTokenFor, type World, worldBuilder } from '../rights/world.ts'
import type { Installation } from '../server/health-calls.ts'
import { openQuota, type Quota } from '../server/quota.ts'
import { VERSIONS as ALERT_VERSIONS, alertRuleBodies, toTest } from './alert-rules.ts'
import { insertDelivered } from './old-deliveries.ts'

/** Sends one request, as often as it is called; the address may be that of another server. */
export type Send = (headers: Record<string, string>, url?: string) => Promise<Answer>
type Sender = (
  method: string,
  path: string,
  body: unknown,
  credential: Record<string, string>,
) => Send
type Operation = Readonly<{ operationId: string; method: string; path: string }>
type Document = { paths: Record<string, Record<string, { operationId: string }>> }

const AREAS = [
  'alert-rules',
  'app-management',
  'notifications',
  'operator',
  'quota',
  'quota-extension',
  'service-health',
  'subscriptions',
] as const
/** The api-version of each area that has one. */
const VERSIONS: Readonly<Record<string, string>> = {
  quota: QUOTA_VERSION,
  'quota-extension': EXTENSION_VERSION,
  'service-health': VERSION,
  subscriptions: '2022-12-01',
}
const WRITING = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Every operation of the OpenAPI documents that may change something, by area. */
export function listWrites(): ReadonlyMap<string, Operation & { area: (typeof AREAS)[number] }> {
  const found = AREAS.flatMap((area) => {
    const document: Document = JSON.parse(readFileSync(`openapi/${area}.json`, 'utf8'))
    return Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({
        area,
        operationId,
        method: method.toUpperCase(),
        path,
      })),
    )
  })
  const writes = found.filter(({ method }) => WRITING.has(method))
  return new Map(writes.map((operation) => [operation.operationId, operation]))
}

/** Prepares, for each writing operation, a request that succeeds, on objects of its own. */
export async function openWrites(installation: Installation) {
  const { callAsOperator, ...calls } = openQuota(installation)
  const asOperator = { Authorization: `Bearer ${await calls.addOperator()}` }
  await calls.loadStarter()
  const db = installation.db()
  const nextWorld = worldBuilder(db)
  const rights = new Map(readRights().map((promised) => [promised.operationId, promised]))
  const sender: Sender =
    (method, path, body, credential) =>
    (headers, url = installation.url()) =>
      caller({ url })(undefined, method, path, body, { ...credential, ...headers })

  async function prepareAppManagement({ operationId, method }: Operation): Promise<Send> {
    const promised = rights.get(operationId)
    if (!promised) throw new Error(`${operationId} is not in docs/spec/rights.md`)
    const world = await nextWorld()
    const credential = await credentialFor(db, calls.signInAs, promised, world)
    const { path, body } = await prepare(promised, {
      db,
      world,
      persona: 'org admin',
      subject: 'another',
      tokenId: credential.tokenId,
    })
    return sender(method, path, body, credential.headers)
  }

  async function prepareOperator({ operationId, method, path }: Operation): Promise<Send> {
    const world = await prepareOperatorWorld(db, callAsOperator)
    return sender(method, inPath(method, path, world), BODIES[operationId]?.(world), asOperator)
  }

  async function prepareManagement({
    operationId,
    method,
    path,
    area,
  }: Operation & { area: string }) {
    const reader = await calls.addReader()
    const subscriptionId = `sub-${randomUUIDv7()}`
    await calls.addSubscription(subscriptionId, { [reader.id]: 'owner' })
    const { body } = await callAsOperator('POST', '/events', EVENT)
    const bearer = { Authorization: `Bearer ${reader.bearer}` }
    const notification = await prepareNotification(db, sender, operationId, subscriptionId, bearer)
    const names: Record<string, string> = {
      subscriptionId,
      providerId: 'Microsoft.Compute',
      location: 'eastus',
      resourceName: 'cores',
      trackingId: body.trackingId,
      name: 'hook',
    }
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => names[name] ?? '')
    const input = notification ?? MANAGEMENT_BODIES[operationId]
    return sender(method, withVersion(filled, area), input, bearer)
  }

  return {
    async prepare(operationId: string): Promise<Send> {
      const operation = findWrite(operationId)
      if (operation.area === 'app-management') return prepareAppManagement(operation)
      if (operation.area === 'operator') return prepareOperator(operation)
      if (operation.area === 'alert-rules')
        return prepareAlertRules(calls, installation, sender, operation)
      return prepareManagement(operation)
    },
  }
}

function findWrite(operationId: string) {
  const operation = listWrites().get(operationId)
  if (!operation) throw new Error(`No document has the operation ${operationId}`)
  return operation
}

/** On a subscription of its own, with a rule and a group that are named ops. */
async function prepareAlertRules(
  calls: Pick<Quota, 'addReader' | 'addSubscription'>,
  installation: Installation,
  sender: Sender,
  { operationId, method, path }: Operation,
): Promise<Send> {
  const reader = await calls.addReader()
  const subscriptionId = `sub-${randomUUIDv7()}`
  await calls.addSubscription(subscriptionId, { [reader.id]: 'owner' })
  const bearer = { Authorization: `Bearer ${reader.bearer}` }
  const bodies = alertRuleBodies(subscriptionId)
  const type = path.includes('/activityLogAlerts') ? 'activityLogAlerts' : 'actionGroups'
  const names: Record<string, string> = { subscriptionId, resourceGroup: 'ops', name: 'ops' }
  const at = (target: string, of: keyof typeof bodies) =>
    `${target.replaceAll(/\{(\w+)\}/g, (_all, name: string) => names[name] ?? '')}?api-version=${ALERT_VERSIONS[of]}`
  for (const kind of ['actionGroups', 'activityLogAlerts'] as const) {
    await sender('PUT', at(`${INSIGHTS}/${kind}/ops`, kind), bodies[kind], bearer)({})
  }
  if (operationId === 'enableReceiver') {
    const off = { is_on: false, off_reason: 'gone', off_at: new Date() }
    const rows = installation.db().updateTable('notification').set(off)
    await rows.where('subscription_id', '=', subscriptionId).execute()
  }
  const body: Readonly<Record<string, object>> = {
    PUT: bodies[type],
    PATCH: { properties: { enabled: true } },
    POST: operationId === 'enableReceiver' ? { receiverName: 'hook' } : toTest(bodies),
  }
  return sender(method, at(path, type), body[method], bearer)
}

const INSIGHTS =
  '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroup}/providers/Microsoft.Insights'

function withVersion(path: string, area: string): string {
  const version = VERSIONS[area]
  return version === undefined ? path : `${path}?api-version=${version}`
}

/** Answers the body, if it depends on what was prepared. */
async function prepareNotification(
  db: Db,
  sender: Sender,
  operationId: string,
  subscriptionId: string,
  bearer: Record<string, string>,
): Promise<object | undefined> {
  if (!OF_NOTIFICATIONS.test(operationId) || operationId === 'setNotification') return undefined
  const path = `/notifications/v1/subscriptions/${subscriptionId}/notifications/hook`
  const send = (method: string, way: string, body?: object) =>
    sender(method, `${path}${way}`, body, bearer)({})
  const address = `${randomUUIDv7()}@receiver.example`
  const input =
    operationId === 'askReceiver' ? { kind: 'email', address } : MANAGEMENT_BODIES.setNotification
  await send('PUT', '', input)
  if (operationId === 'deletePreviousNotificationSecret') await send('POST', '/secrets')
  if (operationId !== 'replayDeliveries') return undefined
  const { id } = await db
    .selectFrom('notification')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('name', '=', 'hook')
    .executeTakeFirstOrThrow()
  const of = { subscription_id: subscriptionId, notification_id: id }
  return { deliveryId: await insertDelivered(db, new Date(), of) }
}

async function credentialFor(
  db: Db,
  signInAs: (accountId: string) => Promise<string>,
  promised: Promised,
  world: World,
): Promise<Credential> {
  if (!needsSignIn(promised)) return insertTokenFor(db, world, 'user full', 'org admin')
  const bearer = await signInAs(world.people['org admin'].id)
  return { headers: { Authorization: `Bearer ${bearer}` }, tokenId: null }
}

const EVENT = {
  audience: { kind: 'everyone' },
  eventType: 'SecurityAdvisory',
  isEventSensitive: true,
}
const OF_NOTIFICATIONS = /Notification|replayDeliveries|askReceiver/
const QUOTA = { properties: { limit: { limitObjectType: 'LimitValue', value: 20 } } }
const MANAGEMENT_BODIES: Readonly<Record<string, object>> = {
  setNotification: { kind: 'webhook', address: 'https://receiver.example/hook' },
  updateNotification: { enabled: true },
  setLimit: { properties: { limit: 20 } },
  updateLimit: { properties: { limit: 20 } },
  setQuota: QUOTA,
  updateQuota: QUOTA,
  setLimits: { value: [{ properties: { limit: 20, name: { value: 'cores' } } }] },
  preflightQuota: {
    value: [{ provider: 'Microsoft.Compute', location: 'eastus', resource: 'cores', limit: 20 }],
  },
}
