import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../../src/platform/db/connect.ts'
import { BODIES, inPath, prepareOperatorWorld } from '../../test/support/http/operator-requests.ts'
import { EXTENSION_VERSION, QUOTA_VERSION } from '../../test/support/http/quota.ts'
import { VERSION } from '../../test/support/http/service-health.ts'
import { prepare } from '../../test/support/rights/requests.ts'
import { needsSignIn, readRights } from '../../test/support/rights/table.ts'
import { worldBuilder } from '../../test/support/rights/world.ts'
import type { Quota } from '../../test/support/server/quota.ts'
import { prepareAlertRules } from './alert-rules.ts'
import { prepareNotifications } from './notifications.ts'
import type { DocumentName, Operation, Prepare } from './operations.ts'

type Sources = Readonly<{ url: string; db: Db; quota: Quota; operator: string }>

export async function prepareRequests(
  sources: Sources,
): Promise<Readonly<Record<DocumentName, Prepare>>> {
  const ofSubscription = await prepareSubscription(sources)
  return {
    'app-management': prepareAppManagement(sources),
    'service-health': ofSubscription(VERSION),
    quota: ofSubscription(QUOTA_VERSION),
    'quota-extension': ofSubscription(EXTENSION_VERSION),
    subscriptions: ofSubscription('2022-12-01'),
    notifications: await prepareNotifications(sources.url, sources.quota),
    'alert-rules': await prepareAlertRules(sources),
    operator: prepareOperator(sources),
  }
}

/** By somebody who may do everything in an organization and its app. */
function prepareAppManagement({ db, quota }: Sources): Prepare {
  const rights = new Map(readRights().map((promised) => [promised.operationId, promised]))
  const nextWorld = worldBuilder(db)
  return async ({ operationId, path: pattern }) => {
    const promised = rights.get(operationId)
    if (!promised) throw new Error(`${operationId} is not on the page of rights`)
    const world = await nextWorld()
    const persona = 'org admin' as const
    const { id, token } = world.people[persona]
    const headers: Record<string, string> = needsSignIn(promised)
      ? { Authorization: `Bearer ${await quota.signInAs(id)}` }
      : { 'X-API-Token': token }
    const situation = { db, world, persona, subject: 'another', tokenId: null } as const
    return async () => {
      const { path, body } = await prepare(promised, situation)
      return { params: paramsIn(pattern, path), query: {}, headers, body: body as object }
    }
  }
}

function prepareOperator({ db, quota, operator }: Sources): Prepare {
  const headers = { Authorization: `Bearer ${operator}` }
  return async ({ operationId, method, path: pattern }) => {
    const world = await prepareOperatorWorld(db, quota.callAsOperator)
    const [path = '', query] = inPath(method, pattern, world).split('?')
    const params = paramsIn(pattern, path)
    const given = Object.fromEntries(new URLSearchParams(query))
    return async () => ({ params, query: given, headers, body: BODIES[operationId]?.(world) })
  }
}

/** A subscription with an event, a resource that it affects, and a request for quota. */
async function prepareSubscription({ quota }: Sources): Promise<(version: string) => Prepare> {
  const reader = await quota.addReader()
  const subscriptionId = randomUUIDv7()
  await quota.addSubscription(subscriptionId, { [reader.id]: 'owner' })
  const publish = async (eventType: string): Promise<string> => {
    const event = { audience: { kind: 'everyone' }, eventType }
    return (await quota.callAsOperator('POST', '/events', event)).body.trackingId
  }
  const trackingId = await publish('ServiceIssue')
  const advisoryId = await publish('SecurityAdvisory')
  const parent = `/subscriptions/${subscriptionId}/resourceGroups/yard/providers/Microsoft.Compute/sets/cores`
  const resource = { name: 'vm-1', targetResourceId: `${parent}/machines/vm-1` }
  const add = [{ subscriptionId, ...resource }]
  for (const id of [trackingId, advisoryId]) {
    await quota.callAsOperator('POST', `/events/${id}/impactedResources`, { add })
  }
  const { requestId } = (await quota.put(reader, subscriptionId, 'cores', 100)).body
  const known: Readonly<Record<string, string>> = {
    subscriptionId,
    trackingId,
    name: resource.name,
    metadataName: 'supportedServices',
    issueName: 'default',
    id: requestId,
    providerId: 'Microsoft.Compute',
    location: 'eastus',
    resourceName: 'cores',
    resourceGroup: 'yard',
    resourceProvider: 'Microsoft.Compute',
    resourceType: 'sets',
    childType: 'machines',
    childName: resource.name,
  }
  const headers = { Authorization: `Bearer ${reader.bearer}` }
  return (version) => async (operation) => async () => ({
    params: paramsOf(operation, {
      ...known,
      ...(/SecurityAdvisory/.test(operation.path) && { trackingId: advisoryId }),
    }),
    query: { 'api-version': version },
    headers,
    body: bodyOf(operation),
  })
}

function bodyOf({ document, method, path }: Operation): object | undefined {
  if (path.endsWith('/preflight')) {
    const row = { provider: 'Microsoft.Compute', location: 'eastus', resource: 'cores' }
    return { value: [{ ...row, limit: 100, unit: 'Count' }] }
  }
  if (method === 'POST') return {}
  if (method === 'GET') return undefined
  if (document === 'quota-extension') {
    const limit = { limitObjectType: 'LimitValue', value: 100 }
    return { properties: { limit, unit: 'Count', name: { value: 'cores' } } }
  }
  const one = { properties: { limit: 100, unit: 'Count', name: { value: 'cores' } } }
  return path.endsWith('/serviceLimits') ? { value: [one] } : one
}

const namesIn = (pattern: string) =>
  [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}`)

const paramsOf = ({ path }: Operation, known: Readonly<Record<string, string>>) =>
  Object.fromEntries(namesIn(path).map((name) => [name, known[name] ?? '']))

/** What stands in the braces of the pattern. */
function paramsIn(pattern: string, path: string): Record<string, string> {
  const values = path.split('/')
  const segments = pattern.split('/')
  return Object.fromEntries(
    segments.flatMap((segment, n) => {
      const [name] = namesIn(segment)
      return name === undefined ? [] : [[name, values[n] ?? '']]
    }),
  )
}
