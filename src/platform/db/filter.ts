import { type RawBuilder, sql } from 'kysely'
import { foldCase } from '../fold-case.ts'
import type { Comparison, Fields, Filter } from '../http/filter.ts'
import type { Value } from '../http/filter-value.ts'

/** Where each field stands. A field of many values is an array of folded text. */
export type Columns<Name extends string> = Readonly<Record<Name, string>>

const SIGNS = { ge: sql`>=`, gt: sql`>`, le: sql`<=`, lt: sql`<` }

/**
 * A filter as a condition that is true or false and never unknown, as the filter language has it:
 * SQL's third truth value would make `not` lose what is absent. Values travel as parameters.
 */
export function toCondition<Name extends string>(
  filter: Filter<Name>,
  fields: Fields<Name>,
  columns: Columns<Name>,
): RawBuilder<boolean> {
  if (!('field' in filter)) {
    if (filter.op === 'not') return sql`not (${toCondition(filter.part, fields, columns)})`
    const parts = filter.parts.map((part) => sql`(${toCondition(part, fields, columns)})`)
    return sql`(${sql.join(parts, filter.op === 'and' ? sql` and ` : sql` or `)})`
  }
  const { type, many = false } = fields[filter.field]
  const column = sql.ref(columns[filter.field])
  if (many) return onMany(filter, column)
  return onOne(filter, type === 'text' ? sql`lower(${column} collate "C")` : column)
}

const toParameter = (value: Value) => (typeof value === 'string' ? foldCase(value) : value)

function onOne(filter: Comparison, column: RawBuilder<unknown>): RawBuilder<boolean> {
  switch (filter.op) {
    case 'eq':
      return filter.value === null
        ? sql`${column} is null`
        : sql`${column} is not distinct from ${toParameter(filter.value)}`
    case 'ne':
      return sql`not (${onOne({ ...filter, op: 'eq' }, column)})`
    case 'in':
      return sql`coalesce(${column} in (${sql.join(filter.values.map(toParameter))}), false)`
    default:
      return sql`coalesce(${column} ${SIGNS[filter.op]} ${filter.value}, false)`
  }
}

/** Only text comes in numbers: the parser offers no other comparison there. */
function onMany(filter: Comparison, column: RawBuilder<unknown>): RawBuilder<boolean> {
  switch (filter.op) {
    case 'eq':
      return filter.value === null
        ? sql`cardinality(${column}) = 0`
        : sql`${toParameter(filter.value)} = any(${column})`
    case 'ne':
      return sql`not (${onMany({ ...filter, op: 'eq' }, column)})`
    case 'in':
      return sql`${column} && array[${sql.join(filter.values.map(toParameter))}]::text[]`
    default:
      throw new Error(`${filter.op} does not compare texts`)
  }
}
