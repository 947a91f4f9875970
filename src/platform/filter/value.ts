import { foldCase } from '../fold-case.ts'
import { quote, unquote } from './lexer.ts'
import { readTime } from './time.ts'

export type Value = string | number | boolean | Date

/**
 * What an area lets be filtered by. `many`: a thing has any number of these. `known`: with `knownValuesOnly`
 * the only values there are, and the tree carries their spelling; otherwise examples for messages.
 * `canonicalize`: as the values of a `many` are kept; otherwise with A to Z made small. `all`: the first
 * value of a `many` that has them all.
 */
export type Field = Readonly<
  { many?: boolean } & (
    | { type: 'integer' | 'boolean' | 'time' }
    | {
        type: 'text'
        known?: readonly string[]
        knownValuesOnly?: boolean
        canonicalize?: (text: string) => string
        all?: string
      }
  )
>

const SMALLEST = -(2 ** 31)
const LARGEST = 2 ** 31 - 1
const INTEGER = /^-?[0-9]{1,10}$/
const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
])
const BARE_TEXT = /^[A-Za-z0-9]+$/

/** A missing value must not be filled with the word that follows. */
const RESERVED = new Set('eq ne ge gt le lt in and or not null'.split(' '))

/** What a literal says for a field of this type, or undefined when it says nothing there. */
export function readValue(literal: string, field: Field): Value | undefined {
  switch (field.type) {
    case 'text': {
      const text = readText(literal)
      return field.knownValuesOnly ? findKnown(text, field.known) : text
    }
    case 'integer':
      return readInteger(literal)
    case 'boolean':
      return BOOLEANS.get(foldCase(literal))
    case 'time':
      return readTime(literal)
  }
}

/** What can stand where a value of this field belongs, in the words of a fault. */
export function describeValues(field: Field): string[] {
  switch (field.type) {
    case 'text':
      return describeTexts(field.known?.map(quote) ?? [], field.knownValuesOnly)
    case 'integer':
      return [`an integer without quotes from ${SMALLEST} to ${LARGEST}`]
    case 'boolean':
      return ['true', 'false']
    case 'time':
      return ['a time without quotes such as 2026-06-11T00:00:00Z']
  }
}

function describeTexts(known: string[], knownValuesOnly = false): string[] {
  if (knownValuesOnly) return known
  return [`a text in single quotes${known.length > 0 ? ` such as ${known.join(', ')}` : ''}`]
}

function readText(literal: string): string | undefined {
  if (literal.startsWith("'")) return unquote(literal)
  return BARE_TEXT.test(literal) && !RESERVED.has(foldCase(literal)) ? literal : undefined
}

function findKnown(text: string | undefined, known: readonly string[] = []): string | undefined {
  return text === undefined ? text : known.find((value) => foldCase(value) === foldCase(text))
}

function readInteger(literal: string): number | undefined {
  // Adding zero makes of -0 a 0.
  const integer = INTEGER.test(literal) ? Number(literal) + 0 : Number.NaN
  return integer >= SMALLEST && integer <= LARGEST ? integer : undefined
}
