import { AVAILABILITY_STATES, type ResourceField } from '../../notifications/resource-changes.ts'
import { alertRuleInvalid, alertRuleNeverFires } from '../errors.ts'
import { type Clause, toFilter } from './reading.ts'

const isStatus = (field: ResourceField) =>
  field === 'currentHealthStatus' || field === 'previousHealthStatus'

/** The filter of changes of resources that fit the conditions of a rule. Throws if no change ever can. */
export function toResourceFilter(all: readonly Clause<ResourceField>[][]): string | null {
  const read = all.map((anyOf) => anyOf.map(readStates))
  const changes = AVAILABILITY_STATES.flatMap((current) =>
    AVAILABILITY_STATES.filter((previous) => previous !== current).map((previous) => ({
      currentHealthStatus: current,
      previousHealthStatus: previous,
    })),
  )
  const fits = (change: (typeof changes)[number]) =>
    read.every((anyOf) => anyOf.some((clause) => fitsStates(clause, change)))
  if (!changes.some(fits)) {
    throw alertRuleNeverFires(
      'No resource change can match all its conditions on properties.currentHealthStatus and properties.previousHealthStatus. Change one of them.',
    )
  }
  return toFilter(
    read,
    ({ field, values }, quote) => `${field} in (${values.map(quote).join(',')})`,
  )
}

/** With the states as they are written here. */
function readStates({ field, values }: Clause<ResourceField>): Clause<ResourceField> {
  if (!isStatus(field)) return { field, values }
  return {
    field,
    values: values.map((value) => {
      const state = AVAILABILITY_STATES.find((one) => one.toLowerCase() === value.toLowerCase())
      if (state) return state
      throw alertRuleInvalid(
        `${value} is not a health status. Use one of: ${AVAILABILITY_STATES.join(', ')}.`,
      )
    }),
  }
}

function fitsStates(
  { field, values }: Clause<ResourceField>,
  change: Readonly<Record<'currentHealthStatus' | 'previousHealthStatus', string>>,
): boolean {
  const isOnOther = field === 'resourceType' || field === 'resourceGroup'
  return isOnOther || values.includes(change[field])
}
