import { foldCase } from '../fold-case.ts'
import { type Fault, faultAt } from './fault.ts'
import { listTokens, type Token } from './lexer.ts'
import { describeValues, type Field, readValue, type Value } from './value.ts'

export type Fields<Name extends string = string> = Readonly<Record<Name, Field>>

/**
 * What a filter asks. A comparison with an absent value is false, except that `ne` is always the
 * opposite of `eq`, and `eq null` is true then. With several values, one that fits is enough.
 */
export type Filter<Name extends string = string> =
  | Comparison<Name>
  | Readonly<{ op: 'and' | 'or'; parts: readonly Filter<Name>[] }>
  | Readonly<{ op: 'not'; part: Filter<Name> }>

export type Comparison<Name extends string = string> =
  | Readonly<{ op: 'eq' | 'ne'; field: Name; value: Value | null }>
  | Readonly<{ op: 'ge' | 'gt' | 'le' | 'lt'; field: Name; value: number | Date }>
  | Readonly<{ op: 'in'; field: Name; values: readonly Value[] }>

type Operator = Comparison['op']

type Reading<Name extends string> = {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly fields: Fields<Name>
  readonly names: ReadonlyMap<string, Name>
  readonly mostComparisons: number
  at: number
  comparisons: number
}

export const LONGEST_FILTER = 4000
/** Percent-encoded: any 4000 characters of ASCII fit, and leave room in a URL for the rest of it. */
export const LONGEST_ENCODED = 12 * 1024
export const MOST_COMPARISONS = 100
const MOST_IN_LONG_FILTER = 10_000
export const DEEPEST_NESTING = 32

const OPERATORS: Readonly<Record<Field['type'], readonly Operator[]>> = {
  text: ['eq', 'ne', 'in'],
  boolean: ['eq', 'ne', 'in'],
  integer: ['eq', 'ne', 'ge', 'gt', 'le', 'lt', 'in'],
  time: ['eq', 'ne', 'ge', 'gt', 'le', 'lt', 'in'],
}

const PREFIX = 'properties/'
// A tab is a blank. PostgreSQL cannot store NUL, and half a surrogate pair is no character.
const UNREADABLE = /[^\P{Cc}\t]|\p{Cs}/u

/** Reads a `$filter` by the fields an area allows (DB17). */
export function parseFilter<Name extends string>(
  text: string,
  fields: Fields<Name>,
): { filter: Filter<Name> } | { fault: Fault } {
  const beyond = findUnreadable(text)
  if (beyond) return { fault: beyond }
  return parse(text, fields, MOST_COMPARISONS)
}

/** Reads a filter that did not come in a URL: only the number of its comparisons is limited. */
export const parseLongFilter = <Name extends string>(
  text: string,
  fields: Fields<Name>,
): { filter: Filter<Name> } | { fault: Fault } => parse(text, fields, MOST_IN_LONG_FILTER)

function parse<Name extends string>(
  text: string,
  fields: Fields<Name>,
  mostComparisons: number,
): { filter: Filter<Name> } | { fault: Fault } {
  const reading = startReading(text, fields, mostComparisons)
  const filter = readChain('or', reading, 0)
  if (isFault(filter)) return { fault: filter }
  return peek(reading).kind === 'end'
    ? { filter }
    : { fault: faultHere(reading, ['and', 'or', 'the end of the filter']) }
}

function findUnreadable(text: string): Fault | undefined {
  if (text.length > LONGEST_FILTER) {
    const rest = { start: LONGEST_FILTER, end: text.length }
    return faultAt(text, rest, [`at most ${LONGEST_FILTER} characters`])
  }
  const start = text.search(UNREADABLE)
  if (start !== -1) return faultAt(text, { start, end: start + 1 }, ['a printable character'])
  if (encodeURIComponent(text).length <= LONGEST_ENCODED) return undefined
  const fits = findEncodedEnd(text)
  const most = `at most ${LONGEST_ENCODED} characters after percent-encoding`
  return faultAt(text, { start: fits, end: text.length }, [most])
}

/** How much of the text stays within the bound. */
function findEncodedEnd(text: string): number {
  let end = 0
  let size = 0
  for (const character of text) {
    size += encodeURIComponent(character).length
    if (size > LONGEST_ENCODED) break
    end += character.length
  }
  return end
}

function startReading<Name extends string>(
  text: string,
  fields: Fields<Name>,
  mostComparisons: number,
): Reading<Name> {
  const names = Object.keys(fields) as Name[]
  return {
    text,
    tokens: listTokens(text),
    fields,
    names: new Map(names.map((name) => [foldCase(name), name])),
    mostComparisons,
    at: 0,
    comparisons: 0,
  }
}

function readChain<Name extends string>(
  op: 'and' | 'or',
  reading: Reading<Name>,
  depth: number,
): Filter<Name> | Fault {
  const parts: Filter<Name>[] = []
  do {
    const part = op === 'or' ? readChain('and', reading, depth) : readOperand(reading, depth)
    if (isFault(part)) return part
    parts.push(part)
  } while (takeWord(reading, op))
  const [only] = parts
  return only !== undefined && parts.length === 1 ? only : { op, parts }
}

function readOperand<Name extends string>(
  reading: Reading<Name>,
  depth: number,
): Filter<Name> | Fault {
  const opensNot = wordHere(reading) === 'not'
  if (!opensNot && peek(reading).kind !== '(') return readComparison(reading)
  if (depth === DEEPEST_NESTING)
    return faultHere(reading, [`at most ${DEEPEST_NESTING} levels of parentheses and "not"`])
  reading.at += 1
  if (!opensNot) return readGroup(reading, depth + 1)
  const part = readOperand(reading, depth + 1)
  return isFault(part) ? part : { op: 'not', part }
}

function readGroup<Name extends string>(
  reading: Reading<Name>,
  depth: number,
): Filter<Name> | Fault {
  const group = readChain('or', reading, depth)
  if (isFault(group)) return group
  return takeMark(reading, ')') ? group : faultHere(reading, ['and', 'or', ')'])
}

function readComparison<Name extends string>(reading: Reading<Name>): Comparison<Name> | Fault {
  const field = findField(reading)
  if (field === undefined) {
    const names = Object.keys(reading.fields)
    return faultHere(reading, [...names, 'not', '('])
  }
  reading.at += 1
  const operators = OPERATORS[reading.fields[field].type]
  const op = operators.find((operator) => takeWord(reading, operator))
  if (op === undefined) return faultHere(reading, operators)
  if (op === 'in') return readList(reading, field)
  const takesNull = op === 'eq' || op === 'ne'
  const value = takeValue(reading, reading.fields[field], takesNull)
  if (isFault(value)) return value
  if (takesNull) return { op, field, value }
  // OPERATORS has an order for integers and times only, and null was not taken.
  return { op, field, value: value as number | Date }
}

function findField<Name extends string>(reading: Reading<Name>): Name | undefined {
  const word = wordHere(reading)
  return reading.names.get(word.startsWith(PREFIX) ? word.slice(PREFIX.length) : word)
}

function readList<Name extends string>(
  reading: Reading<Name>,
  field: Name,
): Comparison<Name> | Fault {
  if (!takeMark(reading, '(')) return faultHere(reading, ['('])
  const values: Value[] = []
  do {
    const value = takeValue(reading, reading.fields[field], false)
    if (isFault(value)) return value
    if (value !== null) values.push(value)
  } while (takeMark(reading, ','))
  return takeMark(reading, ')') ? { op: 'in', field, values } : faultHere(reading, [',', ')'])
}

function takeValue(
  reading: Reading<string>,
  field: Field,
  takesNull: boolean,
): Value | null | Fault {
  const token = peek(reading)
  if (token.kind === 'unclosed text')
    return faultHere(reading, ["a single quote (') at the end of the text"])
  if (reading.comparisons === reading.mostComparisons)
    return faultHere(reading, [`at most ${reading.mostComparisons} comparisons`])
  reading.comparisons += 1
  if (takesNull && takeWord(reading, 'null')) return null
  const value = takeShiftedTime(reading, field) ?? readValue(tokenText(reading), field)
  if (value === undefined)
    return faultHere(reading, [...(takesNull ? ['null'] : []), ...describeValues(field)])
  reading.at += 1
  return value
}

/** An offset whose `+` arrived as a blank is a word of its own, and still part of the time before it. */
function takeShiftedTime(reading: Reading<string>, field: Field): Value | undefined {
  const offset = reading.tokens[reading.at + 1]
  if (field.type !== 'time' || offset?.kind !== 'word') return undefined
  const time = readValue(reading.text.slice(peek(reading).start, offset.end), field)
  if (time !== undefined) reading.at += 1
  return time
}

function peek({ tokens, at, text }: Reading<string>): Token {
  return tokens[at] ?? { kind: 'end', start: text.length, end: text.length }
}

function tokenText(reading: Reading<string>): string {
  const { start, end } = peek(reading)
  return reading.text.slice(start, end)
}

function wordHere(reading: Reading<string>): string {
  return peek(reading).kind === 'word' ? foldCase(tokenText(reading)) : ''
}

function takeWord(reading: Reading<string>, word: string): boolean {
  const isHere = wordHere(reading) === word
  if (isHere) reading.at += 1
  return isHere
}

function takeMark(reading: Reading<string>, mark: '(' | ')' | ','): boolean {
  const isHere = peek(reading).kind === mark
  if (isHere) reading.at += 1
  return isHere
}

function faultHere(reading: Reading<string>, expected: readonly string[]): Fault {
  return faultAt(reading.text, peek(reading), expected)
}

function isFault(outcome: object | string | number | boolean | null): outcome is Fault {
  return typeof outcome === 'object' && outcome !== null && 'position' in outcome
}
