import type { Db } from '../../../platform/db/connect.ts'
import { etagOf } from '../../../platform/etag.ts'
import { locationUnknown, providerUnknown } from '../errors.ts'
import { hasLocation } from '../rules.ts'
import { type LimitRow, listProviderNames, type ProviderLimits } from './store.ts'

/** Refuses a provider that was not found, or that offers nothing in this location. */
export async function validateProviderLimits<Row>(
  db: Db,
  { providerId, location }: Readonly<{ providerId: string; location: string }>,
  found: ProviderLimits<Row> | undefined,
): Promise<ProviderLimits<Row>> {
  if (!found) throw providerUnknown(providerId, await listProviderNames(db))
  if (!hasLocation(found.locations, location))
    throw locationUnknown(location, found.provider, found.locations)
  return found
}

/** Of what GET shows of a limit. */
export const etagOfLimit = (row: LimitRow) =>
  etagOf([
    row.resourceName,
    row.displayName,
    row.unit,
    row.resourceType,
    row.quotaPeriod,
    row.currentLimit,
    row.currentValue,
  ])
