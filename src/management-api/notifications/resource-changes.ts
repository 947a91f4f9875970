import { fits } from '../../platform/filter/evaluate.ts'
import { type Fields, type Filter, parseLongFilter } from '../../platform/filter/filter.ts'

/** How a resource can be. */
export const AVAILABILITY_STATES = ['Available', 'Unavailable', 'Degraded', 'Unknown'] as const
export type AvailabilityState = (typeof AVAILABILITY_STATES)[number]

/** What the notice says when an operator has set a resource to another state. */
export type ResourceChange = Readonly<{
  /** Of this change: the same for all who get it. */
  id: string
  resourceId: string
  current: AvailabilityState
  /** `Unknown` if no state was set before. */
  previous: AvailabilityState
  title: string | null
  summary: string | null
  reasonType: string | null
  at: string
}>

const RESOURCE_FIELDS = {
  currentHealthStatus: { type: 'text' },
  previousHealthStatus: { type: 'text' },
  resourceType: { type: 'text' },
  resourceGroup: { type: 'text' },
} as const satisfies Fields
export type ResourceField = keyof typeof RESOURCE_FIELDS

/** The names in an id: of its group, and of its provider and type, with those of a child resource. */
export function readResourceId(
  id: string,
): Readonly<Record<'resourceGroup' | 'provider' | 'resourceType', string>> {
  const [, , , , resourceGroup = '', , provider = '', ...parts] = id.split('/')
  const types = parts.filter((_, i) => i % 2 === 0)
  return { resourceGroup, provider, resourceType: [provider, ...types].join('/') }
}

/** Throws if it cannot be read. */
export function readResourceFilter(text: string): Filter<ResourceField> {
  const read = parseLongFilter(text, RESOURCE_FIELDS)
  if ('fault' in read) throw new Error('a filter of resources cannot be read')
  return read.filter
}

/** Whether a change fits the conditions of an alert rule on resources. */
export function fitsResource(filter: string | null, change: ResourceChange): boolean {
  if (filter === null) return true
  const { resourceGroup, resourceType } = readResourceId(change.resourceId)
  return fits(readResourceFilter(filter), RESOURCE_FIELDS, {
    currentHealthStatus: change.current,
    previousHealthStatus: change.previous,
    resourceType,
    resourceGroup,
  })
}
