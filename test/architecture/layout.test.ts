import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { LONG_FILES } from '../support/long-files-first.ts'
import { listImports } from './architecture.ts'

const MAX_FILES = 15

type Sources = ReadonlyMap<string, string>

const readSources = (): Sources =>
  new Map(
    globSync('{bench,cli,client,portal,proof,scripts,src}/**/*.{ts,tsx}', {
      exclude: (name) => name.endsWith('.test.ts'),
    }).map((file) => [file, readFileSync(file, 'utf8')]),
  )

function findFullFolders(files: Iterable<string>): string[] {
  const folders = Map.groupBy(files, posix.dirname)
  return [...folders]
    .filter(([, { length }]) => length > MAX_FILES)
    .map(([folder, { length }]) => `${folder} has ${length} files`)
}

/** Imports at load time only: a dynamic import may lead back. */
function findCycles(sources: Sources): string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (done.has(file) || path.includes(file)) return
    for (const { target, isDynamic } of listImports(sources.get(file) ?? '')) {
      if (isDynamic || !target.startsWith('.')) continue
      visit(posix.join(posix.dirname(file), target), [...path, file])
    }
    done.add(file)
  }
  for (const file of sources.keys()) visit(file, [])
  return cycles
}

test('no folder has more than 15 source files, and no imports form a cycle', () => {
  const sources = readSources()
  expect(sources.size).toBeGreaterThan(300)
  expect(findFullFolders(sources.keys())).toEqual([])
  expect(findCycles(sources)).toEqual([])
})

test('half of the source files have at most 60 lines', () => {
  const lengths = [...readSources()]
    .filter(([file]) => !/generated|tables\.ts/.test(file))
    .map(([, text]) => text.split('\n').length - 1)
    .sort((a, b) => a - b)
  expect(lengths[lengths.length >> 1]).toBeLessThanOrEqual(60)
})

test('a folder with 16 files is found', () => {
  const files = Array.from({ length: 16 }, (_, n) => `portal/ui/table/${n}.ts`)
  expect(findFullFolders(files)).toEqual(['portal/ui/table has 16 files'])
})

test('a cycle through two folders is found', () => {
  const sources = new Map([
    ['portal/a/one.ts', "import { two } from '../b/two.ts'\n"],
    ['portal/b/two.ts', "import {\n  one,\n} from '../a/one.ts'\n"],
  ])
  expect(findCycles(sources)).toEqual(['portal/a/one.ts → portal/b/two.ts → portal/a/one.ts'])
})

test('the test files that are begun first exist', () => {
  expect(LONG_FILES.filter((file) => !existsSync(file))).toEqual([])
})
