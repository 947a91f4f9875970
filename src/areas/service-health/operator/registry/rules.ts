import { canonicalizeRegion, canonicalizeService } from '../../rules.ts'

export type NameKind = 'service' | 'region'

/** Names as they were given, by the key under which they are compared. The first spelling counts. */
export type GivenNames = Readonly<{
  services: ReadonlyMap<string, Readonly<{ displayName: string; guid?: string | undefined }>>
  regions: ReadonlyMap<string, Readonly<{ displayName: string }>>
}>

export type NamedService = Readonly<{
  impactedService: string
  impactedServiceGuid?: string | undefined
  impactedRegions?: readonly string[]
}>

export function namesIn(impact: readonly NamedService[]): GivenNames {
  const services = new Map<string, { displayName: string; guid: string | undefined }>()
  const regions = new Map<string, { displayName: string }>()
  for (const { impactedService, impactedServiceGuid, impactedRegions = [] } of impact) {
    const key = canonicalizeService(impactedService)
    const guid = services.get(key)?.guid ?? impactedServiceGuid?.toLowerCase()
    const displayName = services.get(key)?.displayName ?? impactedService.trim()
    services.set(key, { displayName, guid })
    for (const region of impactedRegions) addOnce(regions, canonicalizeRegion(region), region)
  }
  return { services, regions }
}

/** What a provider is called in events: its name without the namespace. */
const serviceOf = (provider: string) => provider.slice(provider.lastIndexOf('.') + 1)

export function namesOfCatalogue(
  providers: readonly Readonly<{ name: string; locations: readonly string[] }>[],
): GivenNames {
  return namesIn(
    providers.map(({ name, locations }) => ({
      impactedService: serviceOf(name),
      impactedRegions: locations,
    })),
  )
}

function addOnce(names: Map<string, { displayName: string }>, key: string, name: string): void {
  if (key !== '' && !names.has(key)) names.set(key, { displayName: name.trim() })
}

const NEAREST = 3

/** The names most like the one given, by the pairs of letters they share. */
export function findNearest(name: string, known: readonly string[]): string[] {
  const pairs = pairsOf(name)
  return known
    .map((candidate) => ({ candidate, score: likeness(pairs, pairsOf(candidate)) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, NEAREST)
    .map(({ candidate }) => candidate)
}

function pairsOf(name: string): Set<string> {
  const text = ` ${name.toLowerCase().replaceAll(/\s/g, '')} `
  return new Set(Array.from({ length: text.length - 1 }, (_, i) => text.slice(i, i + 2)))
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((pair) => other.has(pair)).length
  return (2 * shared) / (one.size + other.size)
}
