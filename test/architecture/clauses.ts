import { globSync, readFileSync } from 'node:fs'

/** What the check compares: the numbers of the specification, and the names of the tests. */
export type Counted = Readonly<{
  clauses: readonly string[]
  names: readonly string[]
  pending: readonly string[]
  notServed: readonly string[]
}>

/** What is wrong between the clauses, the names of the tests and the two lists; as sentences. */
export function findGaps({ clauses, names, pending, notServed }: Counted): string[] {
  const tested = new Set(names.flatMap((name) => clauseOf(name) ?? []))
  const excused = [...pending, ...notServed]
  return [
    ...clauses
      .filter((clause) => !tested.has(clause) && !excused.includes(clause))
      .map((clause) => `${clause} has no test, is not pending and is served`),
    ...pending
      .filter((clause) => tested.has(clause))
      .map((clause) => `${clause} is pending and has a test`),
    ...[...tested, ...excused]
      .filter((clause) => !clauses.includes(clause))
      .map((clause) => `${clause} is not a clause`),
  ]
}

/** Numbers of clauses that are not served, anywhere in the source of a test: nothing can prove them. */
export function findCarried(source: string, notServed: readonly string[]): string[] {
  return notServed
    .filter((clause) => new RegExp(`\\b${clause}\\b`).test(source))
    .map((clause) => `a test carries ${clause}, which is not served`)
}

export const clauseOf = (name: string): string | undefined => /^([ABC]\d+): \S/.exec(name)?.[1]

const NOT_SERVED = '## Not served: retired with the original product'

/** The numbers below the heading of those that are not served. */
export const listNotServed = (text: string) => listBelow(NOT_SERVED, text)

export const listExceptions = (text: string) => listBelow('## Served with an exception', text)

function listBelow(heading: string, text: string): string[] {
  const [, section = ''] = text.split(`${heading}\n`)
  const [list = ''] = section.split('\n## ')
  return [...list.matchAll(/^\| ([ABC]\d+) \|/gm)].map(([, number = '']) => number)
}

export function listClauses(text: string, area: string): string[] {
  const clause = new RegExp(`^- \\*\\*(${area}\\d+)\\*\\* `, 'gm')
  return [...text.matchAll(clause)].map(([, number = '']) => number)
}

const CALLED = /\b(?:test|describe)\(\s*(['"`])(.*?)\1/g
const IN_TABLE = /\[\s*(['"`])([ABC]\d+: .*?)\1/g

const NAMED = /['"`][ABC]\d+: \S/
const DECLARED = /(?<![.\w'"`/])(?:test|describe)(?:\.\w+)*\(/
const CONDITION = /^\s*(?:\}\s*)?(?:if|else|switch|case|while)\b/

/** Lines that name a clause under a condition: such a test may never run and still prove its clause. */
export function findConditional(source: string): string[] {
  const lines = source.split('\n')
  return lines.filter(
    (line, at) => NAMED.test(line) && [line, ...listAround(lines, at)].some(isConditional),
  )
}

const isConditional = (line: string) =>
  CONDITION.test(line) || line.slice(0, DECLARED.exec(line)?.index ?? 0).trim() !== ''

/** The lines that a line stands within, by their indentation, which the formatter keeps. */
function listAround(lines: readonly string[], at: number): string[] {
  const around: string[] = []
  let depth = indentOf(lines[at] ?? '')
  for (let before = at - 1; before >= 0 && depth > 0; before--) {
    const line = lines[before] ?? ''
    if (line.trim() === '' || indentOf(line) >= depth) continue
    around.push(line)
    depth = indentOf(line)
  }
  return around
}

const indentOf = (line: string) => line.length - line.trimStart().length

const isOurs = { exclude: (path: string) => path.includes('node_modules') }
const CHECK = 'test/architecture/clauses.test.ts'

export type TestFile = Readonly<{ file: string; source: string }>

/** What proves clauses: tests of a running server, over HTTP, in a browser or in a shell. */
export const readTestsOfClauses = (): TestFile[] =>
  readTests('{src,test/conformance,test/clients,test/browser,test/cli}/**/*.{test,e2e,client}.ts')

/** Every test there is, but the one that counts them. */
export function readTests(pattern = '{src,test,cli,client,portal}/**/*.{test,e2e,client}.ts') {
  return globSync(pattern, isOurs)
    .filter((file) => file !== CHECK)
    .sort()
    .map((file) => ({ file, source: readFileSync(file, 'utf8') }))
}

/** The names of the tests in a source, also those that stand in the table of an `each`. */
export function listTestNames(source: string): string[] {
  return [...source.matchAll(CALLED), ...source.matchAll(IN_TABLE)].map((match) => match[2] ?? '')
}
