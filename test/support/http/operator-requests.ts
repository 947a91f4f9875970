import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Db } from '../../../src/platform/db/connect.ts'
import { insertGroup } from '../world/groups.ts'
import { insertQuotaRequest } from '../world/quota-samples.ts'
import { insertToken } from '../world/samples.ts'
import { insertApp, insertOrganization, insertPerson } from '../world/world.ts'
import type { Answer } from './http.ts'
import { insertClient } from './signed-in.ts'

const ISSUER = 'https://login.example.com'
/** A server must have it, so that identities of this issuer can be connected. */
export const TRUSTED_ISSUERS = JSON.stringify([
  { issuer: ISSUER, signIn: { id: 'example', name: 'Example', clientId: 'binnacle' } },
])

type Ask = (method: string, path: string, body: object) => Promise<Answer>

/** What an operation works on: made anew for each call, so that one does not spoil the next. */
export async function prepareOperatorWorld(db: Db, asOperator: Ask) {
  const account = await insertPerson(db)
  const org = await insertOrganization(db, { [account.id]: 'admin' })
  const app = await insertApp(db, org)
  const made = { kind: 'app', homeId: org.id, appId: app.id, createdBy: account.id } as const
  const token = await insertToken(db, made)
  await db.updateTable('account').set({ token_count: 2 }).where('id', '=', account.id).execute()
  const now = new Date()
  const subscriptionId = randomUUIDv7()
  const times = { created_at: now, updated_at: now }
  await db
    .insertInto('subscription')
    .values({ id: subscriptionId, organization_id: org.id, display_name: 'One', ...times })
    .execute()
  const role = { subscription_id: subscriptionId, role: 'reader' as const, created_at: now }
  await db
    .insertInto('subscription_member')
    .values({ ...role, principal_id: account.id })
    .execute()
  const clientId = `robot-${randomUUIDv7()}`
  const secret = { principalId: randomUUIDv7(), secret: 'x'.repeat(43) }
  await insertClient(db, clientId, ['client-credentials'], secret)
  const provider = `Test.${randomUUIDv7()}`
  await asOperator('PUT', `/quota/providers/${provider}`, CATALOGUE)
  await asOperator('PUT', `/quota/providers/${provider}/endpoint`, ENDPOINT)
  const offered = { providerKey: provider.toLowerCase(), resourceKey: 'cores' }
  const waiting = await insertQuotaRequest(db, { subscriptionId, ...offered })
  const givenUp = await insertQuotaRequest(db, {
    ...{ subscriptionId, ...offered, resourceKey: 'disks' },
    isGivenUp: true,
  })
  const identity = { issuer: ISSUER, subject: name() }
  await db
    .insertInto('account_identity')
    .values({ ...identity, account_id: account.id })
    .execute()
  const groupId = await insertGroup(db, ISSUER, name(), { [org.id]: 'member' })
  const freedName = name()
  await db
    .insertInto('freed_name')
    .values({ key: freedName, owner_id: org.id, freed_at: now })
    .execute()
  const trackingId = await publish(asOperator)
  const disabled = await insertPerson(db)
  await db.updateTable('account').set({ disabled_at: now }).where('id', '=', disabled.id).execute()
  const withTwoSecrets = await insertTwoSecrets(db, asOperator)
  return {
    account,
    identity,
    org,
    groupId,
    freedName,
    app,
    token,
    subscriptionId,
    clientId,
    trackingId,
    provider,
    waiting,
    givenUp,
    disabled,
    withTwoSecrets,
  }
}

/** Operations that only read share one; any other has its own. */
export async function openOperatorWorlds(db: Db, asOperator: Ask) {
  const shared = await prepareOperatorWorld(db, asOperator)
  return (method: string) => (method === 'get' ? shared : prepareOperatorWorld(db, asOperator))
}

/** A client and a provider whose secret is being replaced. */
async function insertTwoSecrets(db: Db, asOperator: Ask) {
  const clientId = `robot-${randomUUIDv7()}`
  const secret = { principalId: randomUUIDv7(), secret: 'x'.repeat(43) }
  await insertClient(db, clientId, ['client-credentials'], secret)
  const previous_secret_hash = randomBytes(32)
  await db
    .updateTable('oauth_client')
    .set({ previous_secret_hash })
    .where('id', '=', clientId)
    .execute()
  const name = `Two.${randomUUIDv7()}`
  await asOperator('PUT', `/quota/providers/${name}`, CATALOGUE)
  await asOperator('PUT', `/quota/providers/${name}/endpoint`, ENDPOINT)
  await asOperator('POST', `/quota/providers/${name}/endpoint/secrets`, {})
  return { clientId, provider: name }
}

const CATALOGUE = {
  locations: ['East US'],
  resources: [
    { name: 'cores', defaultLimit: 10 },
    { name: 'disks', defaultLimit: 10 },
  ],
}
const ENDPOINT = { url: 'https://provider.example/quota' }

/** Active in one region and resolved in another, so that it can be both resolved and reopened. */
async function publish(asOperator: Ask): Promise<string> {
  const where = { impactedService: 'Storage', impactedRegion: 'West US' }
  const { body } = await asOperator('POST', '/events', {
    audience: { kind: 'everyone' },
    eventType: 'ServiceIssue',
    allowUnknownNames: true,
    impact: [{ impactedService: 'Storage', impactedRegions: ['West US', 'East US'] }],
  })
  await asOperator('POST', `/events/${body.trackingId}/resolve`, { where: [where] })
  return body.trackingId
}

export type OperatorWorld = Awaited<ReturnType<typeof prepareOperatorWorld>>
type Body = (world: OperatorWorld) => object

const SCOPE = { service: 'Storage', region: 'West US' }
const name = () => `n-${randomUUIDv7()}`

const resourceIn = (subscriptionId: string) =>
  `/subscriptions/${subscriptionId}/resourceGroups/yard/providers/Microsoft.Compute/machines/vm-1`

/** What stands in the braces of a path, and the query of an operation that requires one. */
export function inPath(method: string, path: string, world: OperatorWorld): string {
  const filled = fill(path, forPath(path, world))
  const isUnlinking = method.toUpperCase() === 'DELETE' && path.endsWith('/identities')
  return isUnlinking ? `${filled}?${new URLSearchParams(world.identity)}` : filled
}

function forPath(path: string, world: OperatorWorld): OperatorWorld {
  if (path.endsWith('/secrets/previous')) return { ...world, ...world.withTwoSecrets }
  if (path.endsWith('/retry')) return { ...world, waiting: world.givenUp }
  return path.endsWith('/erase') ? { ...world, account: world.disabled } : world
}

const fill = (path: string, world: OperatorWorld): string =>
  path
    .replace('{account_id}', world.account.id)
    .replace('{organization_id}', world.org.id)
    .replace('{group_id}', world.groupId)
    .replace('{owner_name}', world.org.name)
    .replace('{app_name}', world.app.name)
    .replace('{token_id}', world.token.id)
    .replace('{client_id}', world.clientId)
    .replace('{subscription_id}', world.subscriptionId)
    .replace('{principal_id}', world.account.id)
    .replace('{name}', world.freedName)
    .replace('{tracking_id}', world.trackingId)
    .replace('{provider}', world.provider)
    .replace('{request_id}', world.waiting.requestId)
    .replace('{sub_request_id}', world.waiting.subRequestId)

/** A body that each operation takes; one that needs none is not here. */
export const BODIES: Readonly<Record<string, Body>> = {
  createAccount: () => ({ name: name(), email: `${name()}@example.com` }),
  updateAccount: () => ({ is_operator: false }),
  resetAccount: () => ({ revoke_tokens: 'own' }),
  linkIdentity: () => ({ issuer: ISSUER, subject: name() }),
  createClient: () => ({ id: name(), display_name: 'New', flows: ['client-credentials'] }),
  updateClient: () => ({ display_name: 'Renamed' }),
  createSubscription: ({ org }) => ({ organization_id: org.id, display_name: 'Two' }),
  setSubscriptionRole: () => ({ role: 'owner' }),
  createGroup: () => ({ issuer: ISSUER, value: name() }),
  setGroupOrganizationRole: () => ({ role: 'member' }),
  createOrganizationFor: ({ account }) => ({ name: name(), admin_id: account.id }),
  publishEvent: () => ({ audience: { kind: 'everyone' }, eventType: 'HealthAdvisory' }),
  measureEventReach: () => ({ audience: { kind: 'everyone' }, eventType: 'HealthAdvisory' }),
  updateEvent: () => ({ summary: 'Still looking.' }),
  resolveEvent: () => ({ summary: 'Over.' }),
  reopenEvent: () => ({ summary: 'It is back.' }),
  reviewEvent: () => ({ stage: 'final', description: 'What happened.' }),
  markFalsePositive: () => ({}),
  setEventAudience: () => ({ kind: 'footprint' }),
  changeImpactedResources: ({ subscriptionId }) => ({
    add: [{ subscriptionId, targetResourceId: '/x' }],
  }),
  setQuotaProvider: () => CATALOGUE,
  setQuotaEndpoint: () => ENDPOINT,
  changeSubscriptionQuota: ({ provider }) => ({
    value: [{ provider, location: 'East US', resource: 'cores', limit: 20, currentValue: 3 }],
  }),
  decideQuota: () => ({ decision: 'approve', limit: 5, reason: 'Enough for now.' }),
  changeAvailability: ({ subscriptionId }) => ({
    set: [{ resourceId: resourceIn(subscriptionId), availabilityState: 'Unavailable' }],
  }),
  setFootprint: () => ({ value: [SCOPE] }),
  changeFootprint: () => ({ add: [SCOPE] }),
  loadFootprints: ({ subscriptionId }) => ({ value: [{ subscriptionId, footprint: [SCOPE] }] }),
}
