import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findGaps, listClauses, listTestNames } from './clauses.ts'
import { pending } from './pending.ts'

const isOurs = { exclude: (path: string) => path.includes('node_modules') }
const files = globSync('{test/conformance,test/browser,test/cli}/**/*.{test,e2e,client}.ts', isOurs)
const sources = files
  .filter((file) => !file.endsWith('clauses.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))

test.each(['A', 'B', 'C'])(
  'every clause of area %s has a test of its number, or waits in the list of those pending',
  (area) => {
    const text = readFileSync('docs/spec/requirements.md', 'utf8')
    const clauses = listClauses(text, area)
    const names = sources.flatMap(listTestNames).filter((name) => isOf(area, name))
    const waiting = Object.keys(pending).filter((clause) => isOf(area, clause))
    expect(clauses.length).toBeGreaterThan(50)
    expect(findGaps(clauses, names, waiting)).toEqual([])
    console.log(`clauses of area ${area}: ${clauses.length}, pending: ${waiting.length}`)
  },
)

const isOf = (area: string, name: string) => new RegExp(`^${area}\\d`).test(name)

test('no test is skipped, left for later or run alone', () => {
  const files = globSync('{src,test}/**/*.{test,e2e,client}.ts', isOurs)
  const found = files.filter((file) =>
    /\b(test|describe|it)\.(skip|todo|only|skipIf|runIf)\b/.test(
      readFileSync(file, 'utf8').replaceAll(/\/\\b.*$/gm, ''),
    ),
  )
  expect(found).toEqual([])
})

describe('the check notices', () => {
  test.each([
    ['a clause without a test', ['A1'], [], [], 'A1 has no test and is not pending'],
    ['a pending clause with a test', ['A1'], ['A1: x'], ['A1'], 'A1 is pending and has a test'],
    ['a test of no clause', ['A1'], ['A1: x', 'A2: y'], [], 'A2 is not a clause'],
    ['a longer number', ['A1'], ['A10: x'], ['A1'], 'A10 is not a clause'],
    [
      'a clause of area B without one',
      ['B1', 'B2'],
      ['B2: x'],
      [],
      'B1 has no test and is not pending',
    ],
  ])('%s', (_what, clauses, names, waiting, gap) => {
    expect(findGaps(clauses, names, waiting)).toEqual([gap])
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
