import { EVENT_LEVELS, STATUSES } from '../events/wire.ts'
import type { MetadataEntity, SupportedValue } from './wire.ts'

export type RegisteredNames = Readonly<{
  services: readonly Readonly<{ name: string; guid: string | null }>[]
  regions: readonly string[]
}>

/** Those with a meaning of their own, the most urgent first. */
const EVENT_TAGS = ['Action Recommended', 'Final PIR', 'Preliminary PIR', 'False Positive']

const named = (id: string): SupportedValue => ({ id, displayName: id })

/** The names that published clients use, and `supportedRegions`, for which they have none. */
export function listEntities(
  provider: string,
  { services, regions }: RegisteredNames,
): MetadataEntity[] {
  const type = `${provider}/metadata`
  const entity = (name: string, displayName: string, supportedValues: SupportedValue[]) => ({
    id: `/providers/${type}/${name}`,
    name,
    type,
    properties: { displayName, applicableScenarios: ['Alerts'], supportedValues },
  })
  return [
    entity('status', 'Status', STATUSES.map(named)),
    entity('level', 'Level', EVENT_LEVELS.map(named)),
    entity(
      'supportedEventTags',
      'Supported Service Health Event Tags',
      EVENT_TAGS.map((tag, priority) => ({ ...named(tag), priority })),
    ),
    entity(
      'supportedServices',
      'Supported Service Health Services',
      services.map(({ name, guid }) => ({
        ...named(name),
        ...(guid !== null && { serviceGuid: guid }),
        resourceTypes: [],
      })),
    ),
    entity('supportedRegions', 'Supported Regions', regions.map(named)),
  ]
}
