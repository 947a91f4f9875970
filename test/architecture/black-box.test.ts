import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findServerImports, NEEDS_THE_INSIDE, readsFiles } from './black-box.ts'
import { clauseOf, listTestNames, readTestsOfClauses } from './clauses.ts'

const read = (file: string) => readFileSync(file, 'utf8')

test('nothing that a test of conformance loads is part of the server', () => {
  const files = globSync('test/conformance/**/*.ts')
  expect(files.filter((file) => file.endsWith('.test.ts')).length).toBeGreaterThan(15)
  expect(files.flatMap((file) => findServerImports(file, read))).toEqual([])
  expect(files.filter((file) => readsFiles(read(file)))).toEqual([])
})

test('a test that reads a file of the checkout is found', () => {
  expect(readsFiles("import { readFileSync } from 'node:fs'\n")).toBe(true)
})

test('an import of the server is found, of a type and through a file of support too', () => {
  const sources: Record<string, string> = {
    'test/conformance/quota/a.test.ts': "import { b } from '../../support/b.ts'\n",
    'test/support/b.ts': "import type { C } from '../../src/c.ts'\n",
  }
  expect(
    findServerImports('test/conformance/quota/a.test.ts', (file) => sources[file] ?? ''),
  ).toEqual(['test/conformance/quota/a.test.ts → test/support/b.ts → src/c.ts'])
})

test('each test of a clause that needs the inside is listed with its reason', () => {
  const inside = readTestsOfClauses().filter(
    ({ file, source }) => file.startsWith('src/') && listTestNames(source).some(clauseOf),
  )
  expect(inside.map(({ file }) => file).sort()).toEqual(Object.keys(NEEDS_THE_INSIDE).sort())
})
