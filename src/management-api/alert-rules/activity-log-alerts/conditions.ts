import type { EventSource } from '../../event-sources.ts'
import { alertRuleInvalid, alertRuleNeverFires } from '../errors.ts'
import {
  findIncidentType,
  INCIDENT_TYPES,
  type IncidentType,
  toIncidentFilter,
} from '../incident-types.ts'
import { type Clause, type EventField, readConditions, toFilter } from './reading.ts'
import { toResourceFilter } from './resource-conditions.ts'
import type { Condition } from './wire.ts'

/** What the conditions of a rule ask of events, or of changes of resources. Throws if nothing can ever fit. */
export function toConditionFilter(allOf: readonly Condition[]): string | null {
  const read = readConditions(allOf)
  if (read.category === 'ResourceHealth') return toResourceFilter(read.all)
  checkIncidentTypes(read.all)
  return toFilter(read.all, (clause, quote) => {
    const { field, values } = clause
    if (field === 'incidentType') return toIncidentFilter([...new Set(readIncidentTypes(clause))])
    return `${field} in (${values.map(quote).join(',')})`
  })
}

export const categoryOf = (allOf: readonly Condition[]): EventSource =>
  readConditions(allOf).category

/** Of each condition that names nothing but services, their names: an event must hit one of them. */
export function listServiceChoices(allOf: readonly Condition[]): string[][] {
  const read = readConditions(allOf)
  if (read.category !== 'ServiceHealth') return []
  return read.all
    .filter((anyOf) => anyOf.every(({ field }) => field === 'service'))
    .map((anyOf) => anyOf.flatMap(({ values }) => values))
}

/** An event has one incident type: what all conditions on it allow must not be nothing. */
function checkIncidentTypes(all: readonly Clause<EventField>[][]): void {
  let allowed: readonly IncidentType[] = INCIDENT_TYPES
  for (const anyOf of all) {
    if (anyOf.some(({ field }) => field !== 'incidentType')) continue
    const named = new Set(anyOf.flatMap(readIncidentTypes))
    allowed = allowed.filter((type) => named.has(type))
  }
  if (allowed.length > 0) return
  throw alertRuleNeverFires(
    'Its conditions on properties.incidentType contradict each other. Put alternatives into one anyOf.',
  )
}

const readIncidentTypes = ({ values }: Clause<EventField>): IncidentType[] =>
  values.map((value) => {
    const type = findIncidentType(value)
    if (type) return type
    throw alertRuleInvalid(
      `${value} is not an incident type. Use one of: ${INCIDENT_TYPES.join(', ')}.`,
    )
  })
