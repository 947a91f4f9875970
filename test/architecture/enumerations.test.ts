import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findRepeated } from './enumerations.ts'

test('each enumeration of the wire has one definition', () => {
  const files = globSync('src/**/*.ts', { exclude: (path) => /(test|db\/tables)\.ts$/.test(path) })
  expect(files.length).toBeGreaterThan(200)
  expect(findRepeated(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([])
})

test('the check itself notices a second definition, in any order', () => {
  const wire = "const role = oneOf(['owner', 'reader'])"
  const check = (source: string) =>
    findRepeated(
      new Map([
        ['a/wire.ts', wire],
        ['a/rules.ts', source],
      ]),
    )
  const violation = ["'owner' | 'reader' is spelled in a/wire.ts, a/rules.ts"]
  expect(check("type Role = 'reader' | 'owner'")).toEqual(violation)
  expect(check("const ROLES = [\n  'owner',\n  'reader',\n] as const")).toEqual(violation)
  expect(check("type Role = 'owner' | 'contributor' | 'reader'")).toEqual([])
})
