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
import { openQuota } from '../server/quota.ts'

/** Sends one request, as often as it is called; the address may be that of another server. */
export type Send = (headers: Record<string, string>, url?: string) => Promise<Answer>
type Operation = Readonly<{ operationId: string; method: string; path: string }>
type Document = { paths: Record<string, Record<string, { operationId: string }>> }

const AREAS = [
  'app-management',
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
  const nextWorld = worldBuilder(installation.db())
  const rights = new Map(readRights().map((promised) => [promised.operationId, promised]))
  const writes = listWrites()
  const sender =
    (method: string, path: string, body: unknown, credential: Record<string, string>): Send =>
    (headers, url = installation.url()) =>
      caller({ url })(undefined, method, path, body, { ...credential, ...headers })

  async function prepareAppManagement({ operationId, method }: Operation): Promise<Send> {
    const db = installation.db()
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
    const world = await prepareOperatorWorld(installation.db(), callAsOperator)
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
    const names: Record<string, string> = {
      subscriptionId,
      providerId: 'Microsoft.Compute',
      location: 'eastus',
      resourceName: 'cores',
      trackingId: body.trackingId,
    }
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => names[name] ?? '')
    const credential = { Authorization: `Bearer ${reader.bearer}` }
    return sender(
      method,
      `${filled}?api-version=${VERSIONS[area]}`,
      LIMITS[operationId],
      credential,
    )
  }

  return {
    async prepare(operationId: string): Promise<Send> {
      const operation = writes.get(operationId)
      if (!operation) throw new Error(`No document has the operation ${operationId}`)
      if (operation.area === 'app-management') return prepareAppManagement(operation)
      if (operation.area === 'operator') return prepareOperator(operation)
      return prepareManagement(operation)
    },
  }
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
const QUOTA = { properties: { limit: { limitObjectType: 'LimitValue', value: 20 } } }
const LIMITS: Readonly<Record<string, object>> = {
  setLimit: { properties: { limit: 20 } },
  updateLimit: { properties: { limit: 20 } },
  setQuota: QUOTA,
  updateQuota: QUOTA,
  setLimits: { value: [{ properties: { limit: 20, name: { value: 'cores' } } }] },
}
