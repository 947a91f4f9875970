import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { clausesPage } from '../../scripts/pages/clauses.ts'
import {
  clauseOf,
  findCarried,
  findConditional,
  findGaps,
  listClauses,
  listExceptions,
  listNotServed,
  listTestNames,
  readTests,
  readTestsOfClauses,
} from './clauses.ts'
import { pending } from './pending.ts'

const requirements = readFileSync('docs/spec/requirements.md', 'utf8')
const notServed = listNotServed(requirements)
const allNames = readTestsOfClauses().flatMap(({ source }) => listTestNames(source))

test.each([
  ['A', 80],
  ['B', 143],
  ['C', 59],
])(
  'every clause of area %s, of which there are %i, has a test, is pending, or stands among those not served',
  (area, count) => {
    const of = (numbers: readonly string[]) => numbers.filter((number) => isOf(area, number))
    const clauses = listClauses(requirements, area)
    const [names, waiting, missing] = [of(allNames), of(Object.keys(pending)), of(notServed)]
    const numbers = Array.from({ length: count }, (_, index) => `${area}${index + 1}`)
    expect(new Set(clauses)).toEqual(new Set(numbers))
    expect(findGaps({ clauses, names, pending: waiting, notServed: missing })).toEqual([])
    console.log(
      `clauses of area ${area}: ${clauses.length}, pending: ${waiting.length}, not served: ${missing.length}`,
    )
  },
)

const isOf = (area: string, name: string) => new RegExp(`^${area}\\d`).test(name)

test('a clause whose feature is not served is carried by no test', () => {
  expect(notServed).toEqual(['A54', 'A56', 'A57', 'A60', 'A79', 'A80'])
  const carried = readTests().flatMap(({ file, source }) =>
    findCarried(source, notServed).map((found) => `${file}: ${found}`),
  )
  expect(carried).toEqual([])
})

test('docs/spec/clauses.md names the tests of each clause as they are (npm run generate)', () => {
  const page = readFileSync('docs/spec/clauses.md', 'utf8')
  expect(page).toBe(clausesPage())
})

test('no test is skipped, left for later or run alone', () => {
  const found = readTests().filter(({ source }) =>
    /\b(test|describe|it)\.(skip|todo|only|skipIf|runIf)\b/.test(source),
  )
  expect(found.map(({ file }) => file)).toEqual([])
})

test('no test of a clause is declared under a condition', () => {
  const found = readTestsOfClauses().flatMap(({ file, source }) =>
    findConditional(source).map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

test('clauses that are served with an exception are clauses, and have tests', () => {
  const excepted = listExceptions(requirements)
  expect(excepted).toEqual(['A17', 'A63'])
  const tested = new Set(allNames.map(clauseOf))
  expect(excepted.filter((clause) => !tested.has(clause))).toEqual([])
})

describe('the check notices', () => {
  test.each([
    `if (false) test('A1: x', f)`,
    `wanted && test('A1: x', f)`,
    `wanted ? test('A1: x', f) : undefined`,
    `if (wanted) {\n  test('A1: x', f)\n}`,
    `if (wanted) {\n  one()\n} else {\n  describe('all', () => {\n    test('A1: x', f)\n  })\n}`,
    `if (wanted) {\n  test.each([\n    ['A1: x'],\n  ])('%s', f)\n}`,
  ])('a test under a condition: %j', (source) => {
    expect(findConditional(source)).not.toEqual([])
  })

  test('no condition where there is none', () => {
    const group = `describe('all', () => {\n  if (one) two()\n  test('A1: x', f)\n})`
    const other = `if (one) {\n  test('of no clause', f)\n}`
    expect(findConditional(`${group}\n${other}`)).toEqual([])
  })

  const none = { clauses: ['A1'], names: [], pending: [], notServed: [] }
  test.each([
    ['a clause without a test', none, 'A1 has no test, is not pending and is served'],
    [
      'a pending clause with a test',
      { ...none, names: ['A1: x'], pending: ['A1'] },
      'A1 is pending and has a test',
    ],
    ['a test of no clause', { ...none, names: ['A1: x', 'A2: y'] }, 'A2 is not a clause'],
    ['a longer number', { ...none, names: ['A10: x'], pending: ['A1'] }, 'A10 is not a clause'],
    [
      'one not served that is no clause',
      { ...none, clauses: [], notServed: ['A9'] },
      'A9 is not a clause',
    ],
    [
      'a clause of area B without one',
      { ...none, clauses: ['B1', 'B2'], names: ['B2: x'] },
      'B1 has no test, is not pending and is served',
    ],
  ])('%s', (_what, counted, gap) => {
    expect(findGaps(counted)).toEqual([gap])
  })

  test('nothing where a clause without a test is not served', () => {
    expect(findGaps({ ...none, notServed: ['A1'] })).toEqual([])
  })

  test('a test that carries the number of what is not served, wherever its name stands', () => {
    const complaint = ['a test carries A5, which is not served']
    for (const source of [
      `test('A5: x', f)`,
      `describe('A1 and A5', f)`,
      `test.each([['A5: x', 1]])('%s', f)`,
      `test.each([1])('A5: %s', f)`,
    ]) {
      expect(findCarried(source, ['A5'])).toEqual(complaint)
    }
    expect(findCarried(`test('A50: x', f); test('B5: y', f)`, ['A5'])).toEqual([])
  })

  test('the numbers below the heading, and not those after', () => {
    const table = '| A5 | tests |\n| A7 | exports |\n'
    const text = `- **A5** x\n## Not served: retired with the original product\n\n${table}\n## Area\n| A9 | x |`
    expect(listNotServed(text)).toEqual(['A5', 'A7'])
  })

  test('the clauses of one area, and not of another', () => {
    const text = '- **A1** x\n- **B1** y\n- **B2** z\nand **B3** not'
    expect([listClauses(text, 'A'), listClauses(text, 'B')]).toEqual([['A1'], ['B1', 'B2']])
  })

  test('names in each of their places', () => {
    const source = `test('A1: x', f); describe.each([['A2: y', 1]])('%s', f)\ntest(\n  "A3: z", f)`
    expect(listTestNames(source)).toEqual(expect.arrayContaining(['A1: x', 'A2: y', 'A3: z']))
  })
})
