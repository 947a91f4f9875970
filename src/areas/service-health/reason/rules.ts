import type { PublishedEvent } from '../events/rules.ts'
import { ALL_REGIONS, keyOfServiceRegion } from '../rules.ts'
import type { Reason } from './wire.ts'

/**
 * Why a subscription finds an event. `keys` are those under which it looks; `reach` are those of them
 * under which the event is found, of which the record does not say all: a service can be affected
 * everywhere and name some of its regions.
 */
export function toReason(
  { audience, record }: Pick<PublishedEvent, 'audience' | 'record'>,
  keys: ReadonlySet<string>,
  reach: ReadonlySet<string>,
): Reason {
  const matches = record.properties.impact.flatMap(({ impactedService, impactedRegions }) => {
    const everywhere = keyOfServiceRegion(impactedService, ALL_REGIONS)
    const isEverywhere =
      reach.has(everywhere) || (impactedRegions.length === 0 && keys.has(everywhere))
    return [
      ...(isEverywhere ? [{ impactedService }] : []),
      ...impactedRegions
        .filter(({ impactedRegion }) =>
          keys.has(keyOfServiceRegion(impactedService, impactedRegion)),
        )
        .map(({ impactedRegion }) => ({ impactedService, impactedRegion })),
    ]
  })
  return { audience, matches }
}
