import { findSubscription } from '../../../directory/subscriptions/store.ts'
import { rotateSecret } from '../../../identity/operator/clients/actions.ts'
import { findClient } from '../../../identity/operator/clients/store.ts'
import { systemRealTime } from '../../../platform/time.ts'
import { RefusedCall, type SeedDeps, type Send } from './calls.ts'
import { objectsIn } from './json.ts'
import { callOf, requireAccount } from './owners.ts'
import { addToCatalogue, chunksOf, toDate, toTimes } from './rules.ts'
import { findOrganizationId, findOwner } from './store.ts'
import type {
  LoadedSeed,
  SeedAvailability,
  SeedClient,
  SeedEvent,
  SeedQuota,
  SeedSubscription,
} from './wire.ts'

type WithSecret = Readonly<{ client_secret: string }>
export const AUTOMATION = 'automation'
const LARGEST_CHANGE = 1000

/** One that is there already gets the secret, if the seed sets one. */
export async function loadClient(
  deps: SeedDeps,
  send: Send,
  { id, display_name = id, is_operator, secret: fixed }: SeedClient,
): Promise<LoadedSeed['clients']> {
  const { db, operatorId } = deps
  const input = { id, display_name, flows: ['client-credentials'] }
  const secret = (await findClient(db, id))
    ? undefined
    : (await send<WithSecret>('POST', '/operator/v1/clients', input)).client_secret
  if (is_operator) await send('PATCH', `/operator/v1/clients/${id}`, { is_operator })
  if (fixed !== undefined)
    await rotateSecret(db, await callOf(deps, operatorId), systemRealTime, id, fixed)
  const known = fixed ?? secret
  return known === undefined ? [] : [{ id, secret: known }]
}

/** One that is there already gets the roles, footprint, limits and states. */
export async function loadSubscription(
  deps: SeedDeps,
  send: Send,
  given: SeedSubscription,
): Promise<LoadedSeed['subscriptions'][number]> {
  const { roles, footprint, quota = [], availability = [] } = given
  const { id, name, organizationId } = await ensureSubscription(deps, send, given)
  const path = `/operator/v1/subscriptions/${id}`
  for (const [principalId, role] of await findPrincipals(deps, roles))
    await send('PUT', `${path}/roles/${principalId}`, { role })
  if (footprint) await send('PUT', `${path}/footprint`, { value: footprint })
  await extendCatalogue(send, quota)
  for (const value of chunksOf(quota, LARGEST_CHANGE))
    await send('PATCH', `${path}/quota`, { value })
  await setAvailability(deps, send, id, availability)
  return { id, name, organizationId }
}

async function ensureSubscription(
  deps: SeedDeps,
  send: Send,
  { id, display_name, organization }: SeedSubscription,
): Promise<LoadedSeed['subscriptions'][number]> {
  const there = id === undefined ? undefined : await findSubscription(deps.db, id.toLowerCase())
  if (there)
    return { id: there.id, name: there.display_name, organizationId: there.organization_id }
  const organizationId = await findOrganization(deps, organization)
  const input = { ...(id !== undefined && { id }), organization_id: organizationId, display_name }
  const added = await send<{ id: string }>('POST', '/operator/v1/subscriptions', input)
  return { id: added.id, name: display_name, organizationId }
}

async function findOrganization({ db }: SeedDeps, organization: string | undefined) {
  if (organization === undefined) {
    const first = await findOrganizationId(db)
    if (first) return first.id
    throw new Error('A subscription needs an organization. Add one to the seed.')
  }
  const owner = await findOwner(db, organization)
  if (owner?.kind === 'org') return owner.id
  throw new Error(`There is no organization named ${organization}.`)
}

/** The keys are names of accounts and ids of clients. */
async function findPrincipals(
  { db, operatorId }: SeedDeps,
  roles: SeedSubscription['roles'],
): Promise<[string, string][]> {
  if (!roles) {
    const automation = await findClient(db, AUTOMATION)
    const owners = [operatorId, ...(automation ? [automation.principal_id] : [])]
    return owners.map((id) => [id, 'owner'])
  }
  const found: [string, string][] = []
  for (const [name, role] of Object.entries(roles)) {
    const client = await findClient(db, name)
    found.push([client?.principal_id ?? (await requireAccount(db, name)), role])
  }
  return found
}

type CatalogueEntry = Readonly<{
  locations: string[]
  resources: (Readonly<Record<string, unknown>> & { name: string })[]
}>

/** A limit can be set only for what the catalogue has. */
async function extendCatalogue(send: Send, quota: readonly SeedQuota[]): Promise<void> {
  for (const [provider, wanted] of Map.groupBy(quota, (each) => each.provider)) {
    const path = `/operator/v1/quota/providers/${encodeURIComponent(provider)}`
    const entry = await send<CatalogueEntry>('GET', path).catch(nothingFor('ProviderNotFound'))
    const extended = addToCatalogue(entry, wanted)
    if (extended) await send('PUT', path, extended)
  }
}

async function setAvailability(
  { runAt }: SeedDeps,
  send: Send,
  id: string,
  states: readonly SeedAvailability[],
): Promise<void> {
  for (const [at, ofTime] of toTimes(states)) {
    for (const chunk of chunksOf(ofTime, LARGEST_CHANGE)) {
      const set = chunk.map(({ at: _, resourceId, ...state }) => ({
        ...state,
        resourceId: resourceId.replace('{subscription}', id),
      }))
      await runAt(at, () => send('PATCH', `/operator/v1/subscriptions/${id}/availability`, { set }))
    }
  }
}

const PATHS = {
  update: 'updates',
  resolve: 'resolve',
  reopen: 'reopen',
  review: 'reviews',
  'false-positive': 'false-positive',
} as const

/** One that is there already stays as it is. */
export async function loadEvent(
  { runAt }: SeedDeps,
  send: Send,
  { at, impactedResources = [], changes = [], ...event }: SeedEvent,
): Promise<void> {
  const publish = (given: object) =>
    runAt(toDate(at), () => send<Published>('POST', '/operator/v1/events', given))
  const published = await publish(event)
    // The service is known here by another id than where the event comes from.
    .catch((error) => nothingFor('ServiceGuidDiffers')(error) ?? publish(withoutGuids(event)))
    .catch(nothingFor('EventExists'))
  if (!published) return
  const { trackingId } = published
  const path = `/operator/v1/events/${trackingId}`
  for (const add of chunksOf(impactedResources, LARGEST_CHANGE))
    await runAt(toDate(at), () => send('POST', `${path}/impactedResources`, { add }))
  for (const { at: changedAt, kind, ...change } of changes)
    await runAt(toDate(changedAt), () => send('POST', `${path}/${PATHS[kind]}`, change))
}

type Published = Readonly<{ trackingId: string }>

/** Nothing if the server refused with this code. */
const nothingFor =
  (code: string) =>
  (error: unknown): undefined => {
    if (error instanceof RefusedCall && error.code === code) return undefined
    throw error
  }

const withoutGuids = ({ impact, ...event }: Readonly<Record<string, unknown>>) => ({
  ...event,
  impact: objectsIn(impact).map(({ impactedServiceGuid: _, ...service }) => service),
})
