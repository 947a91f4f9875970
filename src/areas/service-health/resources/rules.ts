import type { Fields, Filter } from '../../../platform/filter/filter.ts'

export const RESOURCE_FIELDS = {
  targetRegion: { type: 'text' },
  targetResourceType: { type: 'text' },
  targetResourceId: { type: 'text' },
} as const satisfies Fields
export type ResourceField = keyof typeof RESOURCE_FIELDS
export type ResourceFilter = Filter<ResourceField>
