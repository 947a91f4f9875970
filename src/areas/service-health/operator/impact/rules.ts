import type { STATUSES } from '../../events/wire.ts'
import { ALL_REGIONS as ALL, keyOfServiceRegion } from '../../rules.ts'

export type Status = (typeof STATUSES)[number]

/** A service and, unless all of it is meant, one of its regions. */
export type ServiceRegion = Readonly<{ impactedService: string; impactedRegion?: string }>
export type ImpactedService = Readonly<{
  impactedService: string
  impactedServiceGuid?: string
  impactedRegions: readonly string[]
}>

type Update = { summary: string; updateDateTime: string; eventTags: string[] }
export type Region = Readonly<{
  impactedRegion: string
  status: Status
  lastUpdateTime: string
  updates: readonly Update[]
}>
export type Service = Readonly<{
  impactedService: string
  impactedServiceGuid?: string
  impactedRegions: readonly Region[]
  /** When it is hit in all its regions, named or not, whether it still is. Said once, it stays so. */
  everywhere?: Status
}>

/** Every update is kept in each region it is for, so both bound what a reader has to load. */
export const MOST_REGIONS = 2000
export const MOST_BYTES = 1024 * 1024

/** Asks of a service as a whole, or of one of its regions, whether it is meant. None named: all are. */
export function meansOf(where: readonly ServiceRegion[] | undefined) {
  const named =
    where &&
    new Set(
      where.map(({ impactedService, impactedRegion = ALL }) =>
        keyOfServiceRegion(impactedService, impactedRegion),
      ),
    )
  return ({ impactedService }: Service, region: Region | typeof ALL): boolean =>
    !named ||
    named.has(keyOfServiceRegion(impactedService, ALL)) ||
    (region !== ALL && named.has(keyOfServiceRegion(impactedService, region.impactedRegion)))
}

/** The first place named that is not hit. */
export function findUnknown(
  impact: readonly Service[],
  where: readonly ServiceRegion[] = [],
): ServiceRegion | undefined {
  const known = new Set(
    impact.flatMap(({ impactedService, impactedRegions }) =>
      [ALL, ...impactedRegions.map(({ impactedRegion }) => impactedRegion)].map((region) =>
        keyOfServiceRegion(impactedService, region),
      ),
    ),
  )
  return where.find(
    ({ impactedService, impactedRegion = ALL }) =>
      !known.has(keyOfServiceRegion(impactedService, impactedRegion)),
  )
}

export const countRegions = (impact: readonly Service[]) =>
  impact.reduce((count, { impactedRegions }) => count + impactedRegions.length, 0)

/** Those of the regions meant, and of the services meant that are hit everywhere. */
export function statusesOf(
  impact: readonly Service[],
  where: readonly ServiceRegion[] | undefined,
): Status[] {
  const isMeant = meansOf(where)
  return impact.flatMap((service) => [
    ...(service.everywhere && isMeant(service, ALL) ? [service.everywhere] : []),
    ...service.impactedRegions
      .filter((region) => isMeant(service, region))
      .map(({ status }) => status),
  ])
}

/** Changes the regions meant, and gives the status to what is hit everywhere and meant. */
export function changeImpact(
  impact: readonly Service[],
  where: readonly ServiceRegion[] | undefined,
  status: Status | undefined,
  touch: (region: Region) => Region,
): Service[] {
  const isMeant = meansOf(where)
  return impact.map((service) => ({
    ...service,
    ...(status && service.everywhere && isMeant(service, ALL) && { everywhere: status }),
    impactedRegions: service.impactedRegions.map((region) =>
      isMeant(service, region) ? touch(region) : region,
    ),
  }))
}

/** What is new is active. What is there already stays as it is, under the name it was given first. */
export function addImpact(
  known: readonly Service[],
  added: readonly ImpactedService[],
  now: string,
): Service[] {
  const services = new Map(
    known.map((service) => [keyOfServiceRegion(service.impactedService, ALL), service]),
  )
  for (const { impactedRegions, ...service } of added) {
    const key = keyOfServiceRegion(service.impactedService, ALL)
    const before: Service = services.get(key) ?? { ...service, impactedRegions: [] }
    const isEverywhere = impactedRegions.length === 0 && before.everywhere === undefined
    services.set(key, {
      ...before,
      ...(isEverywhere && { everywhere: 'Active' }),
      impactedRegions: [...before.impactedRegions, ...listFresh(before, impactedRegions, now)],
    })
  }
  return [...services.values()]
}

function listFresh(
  { impactedService, impactedRegions }: Service,
  names: readonly string[],
  now: string,
) {
  const known = new Set(
    impactedRegions.map(({ impactedRegion }) =>
      keyOfServiceRegion(impactedService, impactedRegion),
    ),
  )
  return names.flatMap((impactedRegion): Region[] => {
    const key = keyOfServiceRegion(impactedService, impactedRegion)
    if (known.has(key)) return []
    known.add(key)
    return [{ impactedRegion, status: 'Active', lastUpdateTime: now, updates: [] }]
  })
}
