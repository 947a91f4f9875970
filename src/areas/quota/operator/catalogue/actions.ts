import { randomBytes } from 'node:crypto'
import { type Actor, actorOf, type Change, recordAudit } from '../../../../directory/audit.ts'
import type { Call } from '../../../../directory/caller.ts'
import { runOperatorTransaction } from '../../../../directory/operators/actions.ts'
import type { Seal } from '../../../../platform/crypto/seal.ts'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import { refuseAddress } from '../../../../platform/dns/outgoing-address.ts'
import type { ProductTime } from '../../../../platform/time.ts'
import {
  catalogueName,
  catalogueTwice,
  endpointHasNoPreviousSecret,
  endpointHasTwoSecrets,
  endpointNotThere,
  endpointRefused,
  maximumTooLow,
  providerNotThere,
  sealMissing,
} from '../../errors.ts'
import { sealLabel } from '../../fulfilment/rules.ts'
import { findDuplicate, keyOfLocation, keyOfName } from '../../rules.ts'
import { diff, isName } from './rules.ts'
import * as store from './store.ts'
import type { CatalogueEntry, CatalogueProvider, CatalogueResource } from './wire.ts'

/** What a provider offers, and where. */
export async function findEntry(db: Db, key: string): Promise<CatalogueProvider | undefined> {
  const found = await store.findProvider(db, key)
  if (!found) return undefined
  const resources = await store.listResources(db, key)
  return {
    name: found.name,
    locations: found.locations,
    resources: resources.map(toResource),
    ...(found.endpoint !== null && { endpoint: found.endpoint }),
  }
}

const toResource = (row: store.ResourceRow): CatalogueResource => ({
  name: row.name,
  displayName: row.display_name,
  unit: row.unit,
  ...(row.resource_type !== null && { resourceType: row.resource_type }),
  ...(row.quota_period !== null && { quotaPeriod: row.quota_period }),
  defaultLimit: row.default_limit,
  headroom: row.headroom,
  ...(row.maximum !== null && { maximum: row.maximum }),
})

/** Makes the names of providers and their locations known to the other areas. */
export type RegisterCatalogue = (
  trx: Trx,
  providers: readonly Readonly<{ name: string; locations: readonly string[] }>[],
) => Promise<void>

/** What the provider offers from now on. Limits that were granted stay as they are. */
export async function setProvider(
  { db, registerCatalogue }: Readonly<{ db: Db; registerCatalogue: RegisterCatalogue }>,
  call: Call,
  name: string,
  entry: CatalogueEntry,
): Promise<void> {
  refuseEntry(name, entry)
  await runOperatorTransaction(db, call, async (trx) => {
    const key = keyOfName(name)
    await store.lockProvider(trx, key)
    const before = await findEntry(trx, key)
    await store.upsertProvider(trx, toProvider(name, entry, call.at))
    await store.clearResources(trx, key)
    await insertResources(trx, name, entry)
    await registerCatalogue(trx, [{ name, locations: entry.locations }])
    await record(trx, actorOf(call), 'set', name, diff(before, await findEntry(trx, key)))
  })
}

/** Adds the providers that are not there yet, and leaves alone those that are. Answers which it added. */
export async function loadCatalogue(
  db: Db,
  actor: Actor,
  providers: Readonly<Record<string, CatalogueEntry>>,
  registerCatalogue: RegisterCatalogue,
): Promise<string[]> {
  for (const [name, entry] of Object.entries(providers)) refuseEntry(name, entry)
  return db.transaction().execute(async (trx) => {
    const added: string[] = []
    for (const [name, entry] of Object.entries(providers)) {
      if (!(await store.insertProvider(trx, toProvider(name, entry, actor.at)))) continue
      await insertResources(trx, name, entry)
      const after = await findEntry(trx, keyOfName(name))
      await record(trx, actor, 'set', name, diff(undefined, after))
      added.push(name)
    }
    await registerCatalogue(
      trx,
      Object.entries(providers).map(([name, { locations }]) => ({ name, locations })),
    )
    return added
  })
}

export async function deleteProvider(db: Db, call: Call, name: string): Promise<void> {
  await runOperatorTransaction(db, call, async (trx) => {
    const key = keyOfName(name)
    await store.lockProvider(trx, key)
    const before = await findEntry(trx, key)
    if (!before) throw providerNotThere(name)
    await store.deleteProvider(trx, key)
    await record(trx, actorOf(call), 'delete', name, { before })
  })
}

type EndpointDeps = Readonly<{
  db: Db
  seal: Seal | undefined
  providerExceptions: readonly string[]
}>

/** Answers the secret that signs the calls. It is made anew each time, and not shown again. */
export async function setEndpoint(
  { db, seal, providerExceptions }: EndpointDeps,
  call: Call,
  name: string,
  url: string,
): Promise<string> {
  if (!seal) throw sealMissing()
  const refused = refuseAddress(url, providerExceptions)
  if (refused) throw endpointRefused(refused)
  const key = keyOfName(name)
  const secret = makeSecret()
  await runOperatorTransaction(db, call, async (trx) => {
    await store.lockProvider(trx, key)
    const before = await store.findProvider(trx, key)
    if (!before) throw providerNotThere(name)
    await store.setEndpoint(trx, {
      provider_key: key,
      url,
      sealed_secret: seal.seal(secret, sealLabel(key)),
      sealed_previous_secret: null,
      updated_at: call.at,
    })
    await record(trx, actorOf(call), 'set-endpoint', name, { ...urlOf(before), after: { url } })
  })
  return secret
}

const makeSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** Calls are signed with both secrets until the previous one is deleted. */
export async function addEndpointSecret(
  { db, seal }: Pick<EndpointDeps, 'db' | 'seal'>,
  call: Call,
  name: string,
): Promise<Readonly<{ url: string; secret: string }>> {
  if (!seal) throw sealMissing()
  const key = keyOfName(name)
  const secret = makeSecret()
  return runOperatorTransaction(db, call, async (trx) => {
    await store.lockProvider(trx, key)
    const before = await store.lockEndpoint(trx, key)
    if (!before) throw endpointNotThere(name)
    if (before.sealed_previous_secret) throw endpointHasTwoSecrets(name)
    await store.setEndpoint(trx, {
      ...before,
      sealed_secret: seal.seal(secret, sealLabel(key)),
      sealed_previous_secret: before.sealed_secret,
      updated_at: call.at,
    })
    await record(trx, actorOf(call), 'add-endpoint-secret', name, {})
    return { url: before.url, secret }
  })
}

export async function deletePreviousSecret(db: Db, call: Call, name: string): Promise<void> {
  await runOperatorTransaction(db, call, async (trx) => {
    const key = keyOfName(name)
    await store.lockProvider(trx, key)
    const before = await store.lockEndpoint(trx, key)
    if (!before?.sealed_previous_secret) throw endpointHasNoPreviousSecret(name)
    await store.setEndpoint(trx, { ...before, sealed_previous_secret: null, updated_at: call.at })
    await record(trx, actorOf(call), 'delete-previous-endpoint-secret', name, {})
  })
}

export async function deleteEndpoint(db: Db, call: Call, name: string): Promise<void> {
  await runOperatorTransaction(db, call, async (trx) => {
    const key = keyOfName(name)
    await store.lockProvider(trx, key)
    const before = await store.findProvider(trx, key)
    if (!before || !(await store.deleteEndpoint(trx, key))) throw providerNotThere(name)
    await record(trx, actorOf(call), 'delete-endpoint', name, urlOf(before))
  })
}

function refuseEntry(name: string, { locations, resources }: CatalogueEntry): void {
  if (!isName(name)) throw catalogueName(name)
  const twice =
    findDuplicate(locations, keyOfLocation) ?? findDuplicate(resources.map(nameOf), keyOfName)
  if (twice !== undefined) throw catalogueTwice(twice)
  const wrong = resources.find(
    ({ maximum, defaultLimit }) => maximum !== undefined && maximum < defaultLimit,
  )
  if (wrong) throw maximumTooLow(wrong.name)
}

const nameOf = ({ name }: { name: string }) => name

const toProvider = (name: string, { locations }: CatalogueEntry, at: ProductTime) => ({
  key: keyOfName(name),
  name,
  locations,
  updated_at: at,
})

const insertResources = (trx: Trx, provider: string, { resources }: CatalogueEntry) =>
  store.insertResources(
    trx,
    resources.map((resource) => toRow(keyOfName(provider), resource)),
  )

const toRow = (providerKey: string, resource: CatalogueResource) => ({
  provider_key: providerKey,
  key: keyOfName(resource.name),
  name: resource.name,
  display_name: resource.displayName ?? resource.name,
  unit: resource.unit ?? 'Count',
  resource_type: resource.resourceType ?? null,
  quota_period: resource.quotaPeriod ?? null,
  default_limit: resource.defaultLimit,
  headroom: resource.headroom ?? 0,
  maximum: resource.maximum ?? null,
})

const urlOf = ({ endpoint }: { endpoint: string | null }) =>
  endpoint === null ? {} : { before: { url: endpoint } }

const record = (
  trx: Trx,
  actor: Actor,
  what:
    | 'set'
    | 'delete'
    | 'set-endpoint'
    | 'delete-endpoint'
    | 'add-endpoint-secret'
    | 'delete-previous-endpoint-secret',
  name: string,
  change: Pick<Change, 'before' | 'after'>,
) =>
  recordAudit(trx, actor, {
    scopeId: 'platform',
    action: `quota-provider.${what}`,
    target: `quota provider ${name}`,
    ...change,
  })
