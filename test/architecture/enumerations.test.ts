import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findRepeated } from './enumerations.ts'

const GENERATED = /^client\/generated\/|^src\/platform\/db\/tables\.ts$|\.test\.tsx?$/
const readAll = (files: readonly string[]) => files.map((file) => readFileSync(file, 'utf8'))

test('each enumeration of the wire and of the settings has one definition', () => {
  const files = globSync(['src', 'client', 'cli', 'portal'].map((part) => `${part}/**/*.{ts,tsx}`))
  const own = files.filter((file) => !GENERATED.test(file))
  for (const part of ['src/', 'client/', 'cli/', 'portal/']) {
    expect(own.filter((file) => file.startsWith(part)).length).toBeGreaterThan(2)
  }
  const generated = readAll(globSync('client/generated/*.ts')).join('\n')
  const sources = new Map(own.map((file) => [file, readFileSync(file, 'utf8')]))
  expect(findRepeated(sources, generated)).toEqual([])
})

test('the check itself notices a second definition, in any order', () => {
  const wire = "const role = oneOf(['owner', 'reader'])"
  const check = (source: string) =>
    findRepeated(
      new Map([
        ['src/a/wire.ts', wire],
        ['src/a/rules.ts', source],
      ]),
    )
  const violation = ["'owner' | 'reader' is spelled in src/a/wire.ts, src/a/rules.ts"]
  expect(check("type Role = 'reader' | 'owner'")).toEqual(violation)
  expect(check("const ROLES = [\n  'owner',\n  'reader',\n] as const")).toEqual(violation)
  expect(check("type Role = 'owner' | 'contributor' | 'reader'")).toEqual([])
})

test('the check itself notices what the generated client has, and names that are given twice', () => {
  const generated = 'export const roleValues: ReadonlyArray<Role> = ["owner", "reader"];'
  const check = (...files: [string, string][]) => findRepeated(new Map(files), generated)
  const list = "const ROLES = ['owner', 'reader'] as const"
  const names = "const NAMES = {\n  owner: 'Owner',\n  reader: 'Read-only',\n}"
  const found = (what: string, ...files: string[]) => [`${what} is spelled in ${files.join(', ')}`]
  expect(check(['src/caller.ts', list])).toEqual([])
  expect(check(['cli/roles.ts', list])).toEqual(found("'owner' | 'reader'", 'cli/roles.ts'))
  expect(check(['src/a.ts', list], ['src/b.ts', list])).toEqual(
    found("'owner' | 'reader'", 'src/a.ts', 'src/b.ts'),
  )
  expect(check(['client/names.ts', names])).toEqual([])
  expect(check(['cli/a.ts', names], ['portal/b.ts', names])).toEqual(
    found("owner: 'Owner' | reader: 'Read-only'", 'cli/a.ts', 'portal/b.ts'),
  )
})
