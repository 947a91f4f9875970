import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findGaps, listTestNames } from './clauses.ts'
import { pending } from './pending.ts'

const isOurs = { exclude: (path: string) => path.includes('node_modules') }
const files = globSync('{test/conformance,test/browser}/**/*.{test,e2e,client}.ts', isOurs)
const sources = files
  .filter((file) => !file.endsWith('clauses.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))

test('every clause of area A has a test of its number, or waits in the list of those pending', () => {
  const text = readFileSync('docs/spec/requirements.md', 'utf8')
  const clauses = [...text.matchAll(/^- \*\*(A\d+)\*\* /gm)].map(([, number = '']) => number)
  const names = sources.flatMap(listTestNames).filter((name) => !/^[BC]\d/.test(name))
  const waiting = Object.keys(pending)
  expect(findGaps(clauses, names, waiting)).toEqual([])
  console.log(`clauses of area A: ${clauses.length}, pending: ${waiting.length}`)
})

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
  ])('%s', (_what, clauses, names, waiting, gap) => {
    expect(findGaps(clauses, names, waiting)).toEqual([gap])
  })

  test('names in each of their places', () => {
    const source = `test('A1: x', f); describe.each([['A2: y', 1]])('%s', f)\ntest(\n  "A3: z", f)`
    expect(listTestNames(source)).toEqual(expect.arrayContaining(['A1: x', 'A2: y', 'A3: z']))
  })
})
