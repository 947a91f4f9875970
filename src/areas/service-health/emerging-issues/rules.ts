import type { PublishedRecord } from '../events/rules.ts'
import type { EventProperties } from '../events/wire.ts'
import { canonicalizeRegion } from '../rules.ts'
import type { SEVERITIES, StatusActiveEvent } from './wire.ts'

type Level = NonNullable<EventProperties['eventLevel']>

const SEVERITY_OF: Readonly<Record<Level, (typeof SEVERITIES)[number]>> = {
  Critical: 'Error',
  Error: 'Error',
  Warning: 'Warning',
  Informational: 'Information',
}

/** An event that is shown to everybody who is signed in, so it contains no ids of readers. */
export function toActiveEvent(
  trackingId: string,
  { properties, systemData }: PublishedRecord,
  lastModified: Date,
): StatusActiveEvent {
  const { title, description, eventLevel = 'Informational', impactStartTime } = properties
  const lastModifiedTime = lastModified.toISOString()
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    trackingId,
    startTime: impactStartTime ?? systemData.createdAt ?? lastModifiedTime,
    severity: SEVERITY_OF[eventLevel],
    stage: 'Active',
    published: true,
    lastModifiedTime,
    impacts: properties.impact.map(({ impactedService, impactedServiceGuid, impactedRegions }) => ({
      id: impactedServiceGuid ?? impactedService,
      name: impactedService,
      regions: impactedRegions.map(({ impactedRegion }) => ({
        id: canonicalizeRegion(impactedRegion),
        name: impactedRegion,
      })),
    })),
  }
}
