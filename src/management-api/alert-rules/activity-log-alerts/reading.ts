import { EVENT_SOURCES, type EventSource } from '../../event-sources.ts'
import type { ResourceField } from '../../notifications/resource-changes.ts'
import { alertRuleInvalid, alertRuleNeverFires } from '../errors.ts'
import type { Condition, Leaf } from './wire.ts'

export type EventField = 'incidentType' | 'service' | 'region'
type Field = 'category' | EventField | ResourceField

type Known<Of extends Field = Field> = Readonly<{ name: string; field: Of; category: EventSource }>
const FIELDS: readonly Known<Exclude<Field, 'category'>>[] = [
  { name: 'properties.incidentType', field: 'incidentType', category: 'ServiceHealth' },
  {
    name: 'properties.impactedServices[*].ServiceName',
    field: 'service',
    category: 'ServiceHealth',
  },
  {
    name: 'properties.impactedServices[*].ImpactedRegions[*].RegionName',
    field: 'region',
    category: 'ServiceHealth',
  },
  {
    name: 'properties.currentHealthStatus',
    field: 'currentHealthStatus',
    category: 'ResourceHealth',
  },
  {
    name: 'properties.previousHealthStatus',
    field: 'previousHealthStatus',
    category: 'ResourceHealth',
  },
  { name: 'resourceType', field: 'resourceType', category: 'ResourceHealth' },
  { name: 'resourceGroup', field: 'resourceGroup', category: 'ResourceHealth' },
]

const namesOf = (category: EventSource) =>
  FIELDS.filter((known) => known.category === category)
    .map(({ name }) => name)
    .join(', ')

/** The values of one field, of which one has to fit. */
export type Clause<Of extends Field = Field> = Readonly<{ field: Of; values: readonly string[] }>

/** What all conditions ask, each a list of alternatives. */
export type ReadConditions =
  | Readonly<{ category: 'ServiceHealth'; all: Clause<EventField>[][] }>
  | Readonly<{ category: 'ResourceHealth'; all: Clause<ResourceField>[][] }>

/** Throws if a condition is not served, or is about another category than the rule. */
export function readConditions(allOf: readonly Condition[]): ReadConditions {
  const all = allOf.map(readCondition)
  const [categories, others] = splitCategories(all)
  const category = readCategory(categories)
  const foreign = FIELDS.find(
    (known) =>
      known.category !== category && others.flat().some(({ field }) => field === known.field),
  )
  if (foreign) {
    throw alertRuleInvalid(
      `Conditions on ${foreign.name} are not supported in a rule on ${category}. Use ${namesOf(category)}.`,
    )
  }
  return { category, all: others } as ReadConditions
}

function readCondition({ anyOf, ...leaf }: Condition): Clause[] {
  if (!anyOf) return [readLeaf(leaf)]
  if (leaf.field || leaf.equals || leaf.containsAny) {
    throw alertRuleInvalid(
      'A condition has both anyOf and field, equals or containsAny. Use only one of them.',
    )
  }
  if (anyOf.length === 0)
    throw alertRuleNeverFires(
      'A condition has an empty anyOf. Add alternatives, or remove the condition.',
    )
  return anyOf.map(readLeaf)
}

function readLeaf({ field, equals, containsAny }: Leaf): Clause {
  if (!field) throw alertRuleInvalid('A condition has no field. Add one.')
  const asked = field.toLowerCase()
  const known =
    asked === 'category'
      ? { field: 'category' as const }
      : FIELDS.find(({ name }) => name.toLowerCase() === asked)
  if (!known) {
    throw alertRuleInvalid(
      `Conditions on ${field} are not supported. Use category, ${namesOf('ServiceHealth')} in rules on ServiceHealth, and ${namesOf('ResourceHealth')} in rules on ResourceHealth.`,
    )
  }
  const hasEquals = typeof equals === 'string'
  if (hasEquals === Array.isArray(containsAny)) {
    throw alertRuleInvalid(`The condition on ${field} requires either equals or containsAny.`)
  }
  const values = hasEquals ? [equals] : (containsAny ?? [])
  if (values.length === 0) {
    throw alertRuleNeverFires(
      `The condition on ${field} has an empty list of values. Add at least one value.`,
    )
  }
  return { field: known.field, values }
}

function splitCategories(
  all: readonly Clause[][],
): readonly [categories: Clause[], others: Clause[][]] {
  const isCategory = ({ field }: Clause) => field === 'category'
  const categories = all.filter((anyOf) => anyOf.some(isCategory))
  if (categories.some((anyOf) => anyOf.length > 1)) {
    throw alertRuleInvalid('category cannot be part of anyOf. Use a separate condition for it.')
  }
  return [categories.flat(), all.filter((anyOf) => !anyOf.some(isCategory))]
}

function readCategory(categories: readonly Clause[]): EventSource {
  const named = categories.map(({ values }) => {
    const [first, ...others] = new Set(values.map(findCategory))
    if (first !== undefined && others.length === 0) return first
    throw alertRuleInvalid('A condition contains two categories. Create a rule for each.')
  })
  const [category, ...others] = new Set(named)
  if (category === undefined) {
    throw alertRuleInvalid(
      'It has no condition on category. Add one with the value ServiceHealth or ResourceHealth.',
    )
  }
  if (others.length > 0) {
    throw alertRuleNeverFires(
      'Its conditions on category contradict each other. Create a rule for each category.',
    )
  }
  return category
}

function findCategory(value: string): EventSource {
  const category = EVENT_SOURCES.find((one) => one.toLowerCase() === value.toLowerCase())
  if (category) return category
  throw alertRuleNeverFires(
    `There are no events of the category ${value}. Use ServiceHealth or ResourceHealth.`,
  )
}

const quote = (value: string) => `'${value.replaceAll("'", "''")}'`

/** All conditions as one filter; null without any. */
export function toFilter<Of extends Field>(
  all: readonly (readonly Clause<Of>[])[],
  toText: (clause: Clause<Of>, quoted: typeof quote) => string,
): string | null {
  const parts = all.map((anyOf) => {
    const texts = anyOf.map((clause) => toText(clause, quote))
    return texts.length === 1 ? `${texts[0]}` : `(${texts.join(' or ')})`
  })
  return parts.length === 0 ? null : parts.join(' and ')
}
