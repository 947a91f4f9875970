import { foldCase } from '../fold-case.ts'
import type { Comparison, Fields, Filter } from './filter.ts'
import type { Field, Value } from './value.ts'

/** What a thing has where a filter can look: null if it is absent, an array for a field of many. */
export type Values<Name extends string> = Readonly<Record<Name, Value | readonly string[] | null>>

/** Whether a thing fits, exactly as the condition that `toCondition` makes in the database. */
export function fits<Name extends string>(
  filter: Filter<Name>,
  fields: Fields<Name>,
  values: Values<Name>,
): boolean {
  if (!('field' in filter)) {
    const isTrue = (part: Filter<Name>) => fits(part, fields, values)
    if (filter.op === 'not') return !isTrue(filter.part)
    return filter.op === 'and' ? filter.parts.every(isTrue) : filter.parts.some(isTrue)
  }
  const value = values[filter.field]
  return Array.isArray(value)
    ? fitsMany(filter, fields[filter.field], value)
    : fitsOne(filter, value as Value | null)
}

const toComparable = (value: Value | null) => {
  if (value instanceof Date) return value.getTime()
  return typeof value === 'string' ? foldCase(value) : value
}

function fitsOne(filter: Comparison, present: Value | null): boolean {
  const value = toComparable(present)
  switch (filter.op) {
    case 'eq':
      return value === toComparable(filter.value)
    case 'ne':
      return value !== toComparable(filter.value)
    case 'in':
      return value !== null && filter.values.some((wanted) => toComparable(wanted) === value)
    default:
      return value !== null && compare(filter.op, Number(value), Number(filter.value))
  }
}

function compare(op: 'ge' | 'gt' | 'le' | 'lt', value: number, bound: number): boolean {
  if (op === 'ge') return value >= bound
  if (op === 'gt') return value > bound
  return op === 'le' ? value <= bound : value < bound
}

function fitsMany(filter: Comparison, field: Field, present: readonly string[]): boolean {
  const { canonicalize = foldCase, all } = field.type === 'text' ? field : {}
  const has = (wanted: Value) =>
    (all !== undefined && present[0] === all) || present.includes(canonicalize(String(wanted)))
  switch (filter.op) {
    case 'eq':
      return filter.value === null ? present.length === 0 : has(filter.value)
    case 'ne':
      return !fitsMany({ ...filter, op: 'eq' }, field, present)
    case 'in':
      return filter.values.some(has)
    default:
      throw new Error(`${filter.op} does not compare texts`)
  }
}
