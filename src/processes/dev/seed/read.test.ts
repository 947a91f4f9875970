import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseYaml } from '../../../emulator/seed/yaml.ts'
import { readSeed, readSeedFile } from './read.ts'
import { addToCatalogue, toDate } from './rules.ts'

const VALUES = { now: new Date('2031-05-01T12:00:00Z'), vendor: 'Microsoft' }
const folder = mkdtempSync(join(tmpdir(), 'binnacle-read-seed-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('aliases that stand for millions of values are refused', () => {
  const ten = (name: string) => `[${Array.from({ length: 10 }, () => `*${name}`).join(', ')}]`
  const names = [...'abcdefgh']
  const lines = names.slice(1).map((name, n) => `${name}: &${name} ${ten(names[n] ?? '')}`)
  const bomb = ['a: &a []', ...lines, 'accounts: *h'].join('\n')
  expect(bomb.length).toBeLessThan(1000)
  expect(() => readSeed(parseYaml(bomb), VALUES)).toThrow('The seed has more than 1000000 values.')
})

test.each([
  [
    'accounts:\n  - { name: eve, password: my-real-password-1, name: eve }',
    'Line 2, column 48 is not valid YAML (DUPLICATE_KEY).',
  ],
  [
    'accounts:\n  - name: eve\n    password: "my-real-password-1\n',
    'Line 4, column 1 is not valid YAML (MISSING_CHAR).',
  ],
  [
    '{\n  "accounts": [{ "name": "eve", "password": "my-real-password-1" x }]\n}',
    'Line 2, column 66 is not valid JSON.',
  ],
  ['{ "password": my-real-password-1 }', 'The file is not valid JSON.'],
])('an error in the syntax tells its position, and no secret: %#', (text, message) => {
  const file = join(folder, 'broken')
  writeFileSync(file, text)
  expect(() => readSeedFile(file, VALUES)).toThrow(new Error(`${file}: ${message}`))
})

test.each(['0000-01-01T00:00:00Z', '1970-12-31T23:59:59Z', '9000-01-01T00:00:00Z', '2031-13-01'])(
  'a time that the clock cannot have is refused: %s',
  (time) => {
    expect(() => toDate(time)).toThrow(`${time} is not a time from 1971 to 8999.`)
  },
)
test('{now-100y} is refused, and {now-2h} is not', () => {
  const at = (time: string) => readSeed({ events: [{ at: time, title: 'x' }] }, VALUES)
  expect(() => at('{now-40000d}')).toThrow('{now-40000d} is not a time from 1971 to 8999.')
  expect(() => at('{now-2h}')).not.toThrow('is not a time')
})

test('a catalogue gets what it lacks, once for all spellings, with the highest limit', () => {
  const entry = { locations: ['East US'], resources: [{ name: 'cores', defaultLimit: 1 }] }
  const wanted = [
    { provider: 'P', location: 'eastus', resource: 'Cores', limit: 5 },
    { provider: 'P', location: 'north pier', resource: 'cranes', limit: 3 },
    { provider: 'P', location: 'NorthPier', resource: 'Cranes', limit: 7 },
  ]
  expect(addToCatalogue(entry, wanted)).toEqual({
    locations: ['East US', 'north pier'],
    resources: [
      { name: 'cores', defaultLimit: 1 },
      { name: 'cranes', defaultLimit: 7 },
    ],
  })
  expect(addToCatalogue(entry, wanted.slice(0, 1))).toBeUndefined()
})
