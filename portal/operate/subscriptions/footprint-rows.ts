import { type ImpactRow, listNamed, newImpactRow } from '../events/compose/draft.ts'
import type { ServiceRegion } from './queries.ts'

/** A row for each service, or an empty one. */
export function toRows(places: readonly ServiceRegion[]): ImpactRow[] {
  const services = [...new Set(places.map(({ service }) => service))]
  if (services.length === 0) return [newImpactRow()]
  return services.map((service, key) => {
    const regions = places.filter((place) => place.service === service).map(({ region }) => region)
    return { key, service, regions: regions.join(', ') }
  })
}

export const isEmpty = ({ service, regions }: ImpactRow): boolean =>
  `${service}${regions}`.trim() === ''

export const isWhole = ({ service, regions }: ImpactRow): boolean =>
  service.trim() !== '' && listNamed(regions).length > 0

const isSamePlace = (one: ServiceRegion) => (other: ServiceRegion) =>
  one.service === other.service && one.region === other.region

/** What leads from the places that were loaded to the rows. A row that was not changed stays as it is. */
export function toChange(loaded: readonly ServiceRegion[], rows: readonly ImpactRow[]) {
  const before = new Map(toRows(loaded).map(({ service, regions }) => [service, regions]))
  const isKept = ({ service, regions }: ImpactRow) => before.get(service) === regions
  const kept = new Set(rows.filter(isKept).map(({ service }) => service))
  const typed = rows
    .filter((row) => !isKept(row))
    .flatMap(({ service, regions }) =>
      listNamed(regions).map((region) => ({ service: service.trim(), region })),
    )
  return {
    add: typed.filter((place) => !loaded.some(isSamePlace(place))),
    remove: loaded.filter((place) => !kept.has(place.service) && !typed.some(isSamePlace(place))),
  }
}
