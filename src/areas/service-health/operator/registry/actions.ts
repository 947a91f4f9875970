import { createHash } from 'node:crypto'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import { guidOfAnother, guidsDiffer, namesUnknown } from '../../errors.ts'
import { canonicalizeService } from '../../rules.ts'
import {
  findNearest,
  type GivenNames,
  type NamedService,
  namesIn,
  namesOfCatalogue,
} from './rules.ts'
import * as store from './store.ts'
import type { RegisteredNames } from './wire.ts'

type Known = readonly store.KnownName[]

/** More names than these are not searched for the nearest. */
const MOST_CANDIDATES = 2000
/** How many unknown names of a kind a refusal speaks of. */
const MOST_SHOWN = 3

export type EventNames = Readonly<{
  /** Of each service, by its key. */
  guids: ReadonlyMap<string, string>
  /** What was not known before, as it was written. */
  registered: RegisteredNames
}>

/**
 * What an event names is registered with it. What it adds has to be known or allowed; the services
 * that it named before are registered in any case.
 */
export async function registerEventNames(
  trx: Trx,
  {
    added,
    before = [],
  }: Readonly<{ added: readonly NamedService[]; before?: readonly NamedService[] }>,
  allowUnknownNames: boolean,
): Promise<EventNames> {
  const addedServices = added.map(withoutMadeGuid)
  const given = namesIn([...before, ...addedServices])
  const services = [...given.services.keys()]
  const known = await store.findNames(trx, services, [...given.regions.keys()])
  const registered = await judgeNames(trx, namesIn(addedServices), known, allowUnknownNames)
  const isChanged = await register(trx, given, known, true)
  const current = isChanged ? await store.findNames(trx, services, []) : known
  const guids = guidsOf(current)
  refuseOtherGuids(addedServices, guids)
  return { guids, registered }
}

const guidsOf = (known: Known): Map<string, string> =>
  new Map(
    known.flatMap(({ kind, name, guid }) =>
      kind === 'service' && guid !== null ? [[name, guid]] : [],
    ),
  )

function refuseOtherGuids(
  addedServices: readonly NamedService[],
  guids: ReadonlyMap<string, string>,
): void {
  for (const { impactedService, impactedServiceGuid: guid } of addedServices) {
    const own = guids.get(canonicalizeService(impactedService)) ?? ''
    if (guid !== undefined && guid.toLowerCase() !== own) throw guidsDiffer(impactedService, own)
  }
}

/** What publishing would register. Refused as publishing would be. */
export async function previewNames(
  db: Db,
  added: readonly NamedService[],
  allowUnknownNames: boolean,
): Promise<RegisteredNames> {
  const addedServices = added.map(withoutMadeGuid)
  const given = namesIn(addedServices)
  const known = await store.findNames(db, [...given.services.keys()], [...given.regions.keys()])
  const registers = await judgeNames(db, given, known, allowUnknownNames)
  const knownGuids = guidsOf(known)
  const created = [...given.services].flatMap(([name, { displayName, guid }]) =>
    knownGuids.has(name) ? [] : [{ name, displayName, guid: guid ?? makeGuid(name) }],
  )
  const taken = await store.listTakenGuids(db, created)
  if (taken.length > 0) throw guidOfAnother(taken)
  refuseOtherGuids(addedServices, new Map([...knownGuids, ...created.map(toGuid)]))
  return registers
}

const toGuid = ({ name, guid }: store.NewService) => [name, guid] as const

/** The names that would be registered; refused when they are unknown and that is not allowed. */
async function judgeNames(
  db: Db,
  { services, regions }: GivenNames,
  known: Known,
  allowUnknownNames: boolean,
): Promise<RegisteredNames> {
  const unknown = {
    services: listUnknown('service', services, known),
    regions: listUnknown('region', regions, known),
  }
  if (!allowUnknownNames) {
    await refuseUnknown(db, 'service', unknown.services)
    await refuseUnknown(db, 'region', unknown.regions)
  }
  return unknown
}

const listUnknown = (
  kind: store.KnownName['kind'],
  given: ReadonlyMap<string, Readonly<{ displayName: string }>>,
  known: Known,
) => {
  const keys = new Set(known.filter((name) => name.kind === kind).map(({ name }) => name))
  return [...given].flatMap(([key, { displayName }]) => (keys.has(key) ? [] : [displayName]))
}

/** Of these services, those that publishing refuses unless it is asked to register them. */
export async function findUnknownServices(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const known = await store.findNames(db, names.map(canonicalizeService), [])
  const keys = new Set(known.map(({ name }) => name))
  const unknown = names.filter((name) => !keys.has(canonicalizeService(name)))
  if (unknown.length === 0 || (await store.listNames(db, 'service', 1)).length > 0) return unknown
  return []
}

/** While nothing of the kind is registered, there is nothing a name could be misspelt for. */
async function refuseUnknown(
  db: Db,
  kind: store.KnownName['kind'],
  unknown: readonly string[],
): Promise<void> {
  if (unknown.length === 0) return
  const candidates = await store.listNames(db, kind, MOST_CANDIDATES)
  if (candidates.length === 0) return
  const names = unknown
    .slice(0, MOST_SHOWN)
    .map((name) => ({ name, nearest: findNearest(name, candidates) }))
  throw namesUnknown(kind, names)
}

/** A guid that follows from the name was not chosen by anybody. */
const withoutMadeGuid = ({ impactedServiceGuid: guid, ...named }: NamedService): NamedService =>
  guid === makeGuid(named.impactedService) ? named : { ...named, impactedServiceGuid: guid }

/** Writes only what is new: names, spellings, and the guid of a service that no event named before. */
async function register(
  trx: Trx,
  { services, regions }: GivenNames,
  known: Known,
  isPublished: boolean,
): Promise<boolean> {
  const found = new Map(known.map((name) => [`${name.kind} ${name.name}`, name]))
  const newServices = [...services].flatMap(([name, { displayName, guid }]) => {
    const before = found.get(`service ${name}`)
    const isStored = !isPublished || typeof before?.guid === 'string'
    if (isStored && hasSpelling(before, displayName)) return []
    return [{ name, displayName, guid: guid ?? makeGuid(name) }]
  })
  const newRegions = [...regions].flatMap(([name, { displayName }]) =>
    hasSpelling(found.get(`region ${name}`), displayName) ? [] : [{ name, displayName }],
  )
  if (newServices.length > 0 && !(await store.addServices(trx, newServices, isPublished))) {
    throw guidOfAnother(newServices.map(({ displayName }) => displayName))
  }
  if (newRegions.length > 0) await store.addRegions(trx, newRegions)
  return newServices.length > 0
}

const hasSpelling = (known: store.KnownName | undefined, spelling: string) =>
  known !== undefined &&
  (known.displayNames.includes(spelling) || known.displayNames.length >= store.MOST_SPELLINGS)

/** The names of a footprint: whoever uses a service in a region makes both known. */
export const registerServiceRegions = (
  trx: Trx,
  serviceRegions: readonly Readonly<{ service: string; region: string }>[],
): Promise<void> =>
  registerGiven(
    trx,
    namesIn(
      serviceRegions.map(({ service, region }) => ({
        impactedService: service,
        impactedRegions: [region],
      })),
    ),
  )

/** The names of the quota catalogue: each provider is a service, each of its locations a region. */
export const registerCatalogue = (
  trx: Trx,
  providers: readonly Readonly<{ name: string; locations: readonly string[] }>[],
): Promise<void> => registerGiven(trx, namesOfCatalogue(providers))

async function registerGiven(trx: Trx, given: GivenNames): Promise<void> {
  const [services, regions] = [[...given.services.keys()], [...given.regions.keys()]]
  const known = await store.findNames(trx, services, regions)
  await register(trx, given, known, false)
}

/** The guid of a service for which none was sent follows from its name. */
export function makeGuid(service: string): string {
  const hash = createHash('sha256')
    .update(`service ${canonicalizeService(service)}`)
    .digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5')
}
