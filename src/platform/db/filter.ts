import { type RawBuilder, sql } from 'kysely'
import type { Comparison, Fields, Filter } from '../filter/filter.ts'
import type { Field, Value } from '../filter/value.ts'
import { foldCase } from '../fold-case.ts'
import { NO_NAME } from './statement-names.ts'

/** Where each field stands. A field of many values is an array of text as the field spells it. */
export type Columns<Name extends string> = Readonly<Record<Name, string>>

const SIGNS = { ge: sql`>=`, gt: sql`>`, le: sql`<=`, lt: sql`<` }

/**
 * A filter as a condition that is true or false and never unknown, as the filter language has it:
 * SQL's third truth value would make `not` lose what is absent. Values travel as parameters.
 */
export const toCondition = <Name extends string>(
  filter: Filter<Name>,
  fields: Fields<Name>,
  columns: Columns<Name>,
): RawBuilder<boolean> => sql`${sql.raw(NO_NAME)} ${compose(filter, fields, columns)}`

function compose<Name extends string>(
  filter: Filter<Name>,
  fields: Fields<Name>,
  columns: Columns<Name>,
): RawBuilder<boolean> {
  if (!('field' in filter)) {
    if (filter.op === 'not') return sql`not (${compose(filter.part, fields, columns)})`
    const parts = filter.parts.map((part) => sql`(${compose(part, fields, columns)})`)
    return sql`(${sql.join(parts, filter.op === 'and' ? sql` and ` : sql` or `)})`
  }
  const field = fields[filter.field]
  const column = sql.ref(columns[filter.field])
  if (field.many) return onMany(filter, column, field)
  return onOne(filter, field.type === 'text' ? sql`lower(${column} collate "C")` : column)
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
function onMany(
  filter: Comparison,
  column: RawBuilder<unknown>,
  field: Field,
): RawBuilder<boolean> {
  const { canonicalize = foldCase, all } = field.type === 'text' ? field : {}
  const orAll = (condition: RawBuilder<boolean>): RawBuilder<boolean> =>
    // Not `&&` with both: the database takes four times as long to compare two arrays.
    all === undefined ? condition : sql`(${column}[1] is not distinct from ${all} or ${condition})`
  switch (filter.op) {
    case 'eq':
      return filter.value === null
        ? sql`cardinality(${column}) = 0`
        : orAll(sql`${canonicalize(String(filter.value))} = any(${column})`)
    case 'ne':
      return sql`not (${onMany({ ...filter, op: 'eq' }, column, field)})`
    case 'in':
      return orAll(
        sql`${column} && ${filter.values.map((value) => canonicalize(String(value)))}::text[]`,
      )
    default:
      throw new Error(`${filter.op} does not compare texts`)
  }
}
