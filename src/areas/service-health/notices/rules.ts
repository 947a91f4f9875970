import type { Filter } from '../../../platform/filter/filter.ts'
import { EVENT_FIELDS, type EventField } from '../events/rules.ts'
import { nameOfType, toTime } from '../feeds/text/rules.ts'
import { EVERYONE, keyOfSubscription } from '../rules.ts'

/** Under which keys a revision is found, sorted by how a subscription has them. */
type ReachKeys = Readonly<{
  isEveryone: boolean
  subscriptionIds: readonly string[]
  /** Of services in regions, as in footprints, and of services in all their regions. */
  services: readonly string[]
}>

const SUBSCRIPTION = keyOfSubscription('')

export function sortKeys(keys: readonly string[]): ReachKeys {
  const named = keys.filter((key) => key.startsWith(SUBSCRIPTION))
  return {
    isEveryone: keys.includes(EVERYONE),
    subscriptionIds: named.map((key) => key.slice(SUBSCRIPTION.length)),
    services: keys.filter((key) => key !== EVERYONE && !key.startsWith(SUBSCRIPTION)),
  }
}

type Wanting = Readonly<{ notices: readonly string[]; isOfAlertRule: boolean }>

/** A drill, and its end, only by who asked for drills. Alert rules have no message for an end. */
export function isWanted(
  { notices, isOfAlertRule }: Wanting,
  kind: 'event' | 'removed',
  isDrill: boolean,
): boolean {
  if (kind === 'removed' && isOfAlertRule) return false
  return notices.includes(isDrill ? 'drills' : kind === 'event' ? 'events' : 'removals')
}

/** Two different values that one field would need to have at once, as a sentence. */
export function findContradiction(filter: Filter<EventField>): string | undefined {
  if ('field' in filter || filter.op !== 'and') return undefined
  const needed = new Map<EventField, string>()
  for (const part of filter.parts) {
    if (!('field' in part) || part.op !== 'eq' || 'many' in EVENT_FIELDS[part.field]) continue
    const value = String(part.value instanceof Date ? part.value.getTime() : part.value)
    const other = needed.get(part.field)
    if (other !== undefined && other.toLowerCase() !== value.toLowerCase()) {
      return `${part.field} cannot be both ${other} and ${value}`
    }
    needed.set(part.field, value)
  }
  return undefined
}

type Shown = Readonly<{
  trackingId: string
  eventType: string | undefined
  status: string | undefined
  services: readonly Readonly<{ service: string; regions: readonly string[] }>[]
  event: Readonly<{ startsAt: string | undefined; endsAt: string | undefined }>
}>

const MOST_SERVICES = 20

/** What people read of an event below its title. */
export function listDetails({ trackingId, eventType, status, services, event }: Shown) {
  const named = services
    .slice(0, MOST_SERVICES)
    .map(({ service, regions }) =>
      regions.length > 0 ? `${service} (${regions.join(', ')})` : service,
    )
  const more = services.length > MOST_SERVICES ? ['…'] : []
  const timeOf = (at: string | undefined) => (at === undefined ? undefined : toTime(new Date(at)))
  return [
    ['Id', trackingId],
    ['Type', nameOfType(eventType)],
    ['Status', status],
    ['Services', [...named, ...more].join('; ')],
    ['From', timeOf(event.startsAt)],
    ['Until', timeOf(event.endsAt)],
  ] as const
}
