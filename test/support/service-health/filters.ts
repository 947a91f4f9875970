import fc from 'fast-check'
import type { Comparison, Fields, Filter } from '../../../src/platform/filter/filter.ts'
import { quote } from '../../../src/platform/filter/lexer.ts'
import type { Field, Value } from '../../../src/platform/filter/value.ts'
import { foldCase } from '../../../src/platform/fold-case.ts'
import type { Choose } from '../world/random.ts'

/** Trees of any shape that stay within the bounds of a filter. */
export function arbitraryFilter<Name extends string>(
  fields: Fields<Name>,
): fc.Arbitrary<Filter<Name>> {
  const names = Object.keys(fields) as Name[]
  const comparison = fc.oneof(...names.map((name) => arbitraryComparison(name, fields[name])))
  return fc.letrec<{ filter: Filter<Name> }>((tie) => ({
    filter: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      { arbitrary: comparison, weight: 3 },
      { arbitrary: tie('filter').map((part) => ({ op: 'not' as const, part })), weight: 1 },
      {
        arbitrary: fc.record(
          {
            op: fc.constantFrom('and' as const, 'or' as const),
            parts: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
          },
          { noNullPrototype: true },
        ),
        weight: 3,
      },
    ),
  })).filter
}

function arbitraryComparison<Name extends string>(
  field: Name,
  rule: Field,
): fc.Arbitrary<Comparison<Name>> {
  const value = arbitraryValue(rule)
  const equal = fc
    .tuple(fc.constantFrom('eq' as const, 'ne' as const), fc.option(value, { freq: 8 }))
    .map(([op, value]) => ({ op, field, value }))
  const among = fc
    .array(value, { minLength: 1, maxLength: 3 })
    .map((values) => ({ op: 'in' as const, field, values }))
  if (rule.type === 'text' || rule.type === 'boolean') return fc.oneof(equal, among)
  const ordered = fc
    .tuple(
      fc.constantFrom('ge' as const, 'gt' as const, 'le' as const, 'lt' as const),
      rule.type === 'time' ? arbitraryTime() : fc.integer(),
    )
    .map(([op, value]) => ({ op, field, value }))
  return fc.oneof(equal, among, ordered)
}

export function arbitraryValue(rule: Field): fc.Arbitrary<Value> {
  switch (rule.type) {
    case 'text': {
      const known = fc.constantFrom(...(rule.known ?? ['West US', "People's", 'BC_1-FXZ', '']))
      const other = fc.oneof(
        fc.string({ maxLength: 12 }),
        fc.string({ unit: 'grapheme', maxLength: 8 }),
      )
      return rule.knownValuesOnly ? known : fc.oneof(known, other)
    }
    case 'integer':
      return fc.integer()
    case 'boolean':
      return fc.boolean()
    case 'time':
      return arbitraryTime()
  }
}

/** A year away from both ends of the calendar, so that an offset never leads beyond them. */
function arbitraryTime(): fc.Arbitrary<Date> {
  const [min, max] = [new Date('0002-01-01T00:00:00Z'), new Date('9998-12-31T00:00:00Z')]
  const moment = fc.date({ min, max, noInvalidDate: true })
  const day = moment.map((time) => new Date(`${time.toISOString().slice(0, 10)}T00:00:00Z`))
  return fc.oneof(moment, day)
}

const BINDING = { or: 1, and: 2, not: 3 } as const
const BLANKS = [' ', '  ', '\t', ' \t '] as const

/** A filter as text: the plainest spelling, or any other that means the same. */
export function spell(filter: Filter, choose: Choose = () => 0): string {
  return spellPart(filter, BINDING.or, choose)
}

function spellPart(filter: Filter, needed: number, choose: Choose): string {
  const binding = 'field' in filter ? BINDING.not : BINDING[filter.op]
  const text = spellBare(filter, choose)
  if (binding >= needed && choose(6) < 5) return text
  return `(${gap(choose)}${text}${gap(choose)})`
}

function spellBare(filter: Filter, choose: Choose): string {
  if ('field' in filter) return spellComparison(filter, choose)
  const op = spellWord(filter.op, choose)
  if (filter.op === 'not') return `${op}${blank(choose)}${spellPart(filter.part, 3, choose)}`
  return filter.parts
    .map((part) => spellPart(part, BINDING[filter.op] + 1, choose))
    .join(`${blank(choose)}${op}${blank(choose)}`)
}

function spellComparison(comparison: Comparison, choose: Choose): string {
  const prefix = ['', 'properties/', 'Properties/', 'PROPERTIES/'][choose(4)]
  const words = `${prefix}${spellWord(comparison.field, choose)}${blank(choose)}${spellWord(comparison.op, choose)}`
  if (comparison.op !== 'in')
    return `${words}${blank(choose)}${spellValue(comparison.value, choose)}`
  const values = comparison.values.map((value) => spellValue(value, choose))
  const list = values.map((value) => `${gap(choose)}${value}${gap(choose)}`).join(',')
  return `${words}${gap(choose)}(${list})`
}

function spellValue(value: Value | null, choose: Choose): string {
  if (value instanceof Date) return spellTime(value, choose)
  if (typeof value === 'string') return spellText(value, choose)
  return spellWord(String(value), choose)
}

function spellText(text: string, choose: Choose): string {
  const mayBeBare =
    /^[a-z0-9]+$/i.test(text) && !/^(eq|ne|ge|gt|le|lt|in|and|or|not|null)$/i.test(text)
  return mayBeBare && choose(2) === 1 ? text : quote(text)
}

function spellTime(time: Date, choose: Choose): string {
  const text = time.toISOString()
  const ahead = new Date(time.getTime() + 7_200_000).toISOString().slice(0, -1)
  const forms = [text, text.slice(0, -1), `${text.slice(0, -1)}9999Z`, text.toLowerCase()]
  forms.push(`${ahead}+02:00`, `${ahead}+0200`, `${ahead} 02:00`)
  if (text.endsWith('.000Z')) forms.push(`${text.slice(0, 19)}Z`, text.slice(0, 19))
  if (text.endsWith('T00:00:00.000Z'))
    forms.push(
      text.slice(0, 10),
      `${time.getUTCMonth() + 1}/${time.getUTCDate()}/${text.slice(0, 4)}`,
    )
  return forms[choose(forms.length)] ?? text
}

function spellWord(word: string, choose: Choose): string {
  const change = choose(4)
  if (change === 0) return word
  if (change === 1) return word.toUpperCase()
  if (change === 2) return word.toLowerCase()
  return word.replace(/[a-z]/gi, (letter) => (choose(2) ? letter.toUpperCase() : letter))
}

const blank = (choose: Choose) => BLANKS[choose(BLANKS.length)] ?? ' '
const gap = (choose: Choose) => (choose(3) === 1 ? blank(choose) : '')

/** The text with one to three small accidents. */
export function mutate(text: string, choose: Choose): string {
  let mutant = text
  for (let left = 1 + choose(3); left > 0; left -= 1) {
    const [from, to] = [choose(mutant.length + 1), choose(mutant.length + 1)].sort((a, b) => a - b)
    const [head, middle, tail] = [
      mutant.slice(0, from),
      mutant.slice(from, to),
      mutant.slice(to),
    ] as const
    const accidents = [
      head + mutant.slice((from ?? 0) + 1),
      head + (FRAGMENTS[choose(FRAGMENTS.length)] ?? '') + mutant.slice(from),
      head + tail,
      head + middle + middle + tail,
      tail + middle + head,
      head,
    ]
    mutant = accidents[choose(accidents.length)] ?? mutant
  }
  return mutant
}

/** What attackers, broken clients and tired people send, in pieces. */
const FRAGMENTS: readonly string[] = [
  ...["'", "''", '"', '(', ')', ',', ' ', '\t', '\n', '\r\n', '\0', '\u007f', '\u0085', '\u00a0'],
  ...['\u200b', '\u202e', '\ud800', '\udc00', '\u{1f6a2}', '\u212a', '\u017f', 'e\u0301', '\ufeff'],
  ...['eq', 'ne', 'ge', 'in', 'and', 'or', 'not', 'null', 'true', 'false', 'properties/', 'status'],
  ...['priority', 'isHIR', 'impactStartTime', '0', '-', '-1', '2147483648', '1e3', '2026-06-11'],
  ...['2/30/2025', "'Active'", 'Active', '__proto__', 'constructor', 'toString', '%27', '%00', '+'],
  ...[
    "' or 1=1 --",
    "'; drop table event; --",
    '/*',
    '$1',
    '\\',
    '${',
    '{{',
    '<script>',
    '$filter=',
  ],
]

export const HOSTILE: readonly string[] = [
  ...FRAGMENTS,
  '',
  '('.repeat(3999),
  ')'.repeat(3999),
  '()'.repeat(2000),
  '('.repeat(1_000_000),
  `${'('.repeat(1900)}status eq 'x'${')'.repeat(1900)}`,
  'not '.repeat(999),
  'not('.repeat(999),
  "'".repeat(3999),
  `status eq '${"''".repeat(1990)}`,
  `status eq '${'a'.repeat(1_000_000)}'`,
  `priority in (${'1,'.repeat(1990)}`,
  `priority eq ${'9'.repeat(3900)}`,
  `impactStartTime ge ${'2026-'.repeat(700)}`,
  `impactStartTime ge 2026-06-11T00:00:00${' '.repeat(3900)}02:00`,
  "status eq 'x' and ".repeat(220),
  "status eq 'x' or not (".repeat(170),
  'status eq constructor and isHIR eq __proto__',
  '\u{1f6a2}'.repeat(2000),
  '\ud800'.repeat(3999),
  ' '.repeat(3999),
  ','.repeat(3999),
]

export function arbitraryHostile(): fc.Arbitrary<string> {
  const pieces = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 12 })
  return fc.oneof(
    pieces.map((some) => some.join('')),
    pieces.map((some) => some.join(' ')),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ maxLength: 40 }),
    fc.tuple(fc.constantFrom(...FRAGMENTS), fc.nat(200)).map(([piece, n]) => piece.repeat(n)),
  )
}

type Spell = (text: string) => string

/**
 * What a filter means, in the simplest words: `valuesOf` gives the values of a field, or nothing;
 * `spellings` how its texts are compared, when it is not by A to Z alone.
 */
export function evaluate<Name extends string>(
  filter: Filter<Name>,
  valuesOf: (field: Name) => Value | readonly Value[] | null | undefined,
  spellings: Partial<Record<Name, Spell>> = {},
): boolean {
  const isTrue = (part: Filter<Name>) => evaluate(part, valuesOf, spellings)
  if ('field' in filter) {
    const values = [valuesOf(filter.field) ?? []].flat() as Value[]
    return compare(filter, values, spellings[filter.field] ?? foldCase)
  }
  if (filter.op === 'not') return !isTrue(filter.part)
  return filter.op === 'and' ? filter.parts.every(isTrue) : filter.parts.some(isTrue)
}

function compare(comparison: Comparison, values: readonly Value[], spell: Spell): boolean {
  switch (comparison.op) {
    case 'eq':
      return isOneOf(values, comparison.value, spell)
    case 'ne':
      return !isOneOf(values, comparison.value, spell)
    case 'in':
      return comparison.values.some((wanted) => isOneOf(values, wanted, spell))
    case 'ge':
      return values.some((value) => Number(value) >= Number(comparison.value))
    case 'gt':
      return values.some((value) => Number(value) > Number(comparison.value))
    case 'le':
      return values.some((value) => Number(value) <= Number(comparison.value))
    case 'lt':
      return values.some((value) => Number(value) < Number(comparison.value))
  }
}

/** Equal to every value there could be. */
export const EVERY_VALUE = Number.POSITIVE_INFINITY

function isOneOf(values: readonly Value[], wanted: Value | null, spell: Spell): boolean {
  if (wanted === null) return values.length === 0
  if (values.includes(EVERY_VALUE)) return true
  return values.some((value) => toComparable(value, spell) === toComparable(wanted, spell))
}

function toComparable(value: Value, spell: Spell): string | number | boolean {
  if (value instanceof Date) return value.getTime()
  return typeof value === 'string' ? spell(value) : value
}
