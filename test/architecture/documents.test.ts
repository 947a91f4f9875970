import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const sourcesOf = (pattern: string) =>
  globSync(pattern, { exclude: (path) => path.includes('node_modules') }).map(read)

/** Two names for one thing; the second is the one that the guides and settings use. */
const PHRASES = [
  [/\bbig cloud\b/i, 'Azure'],
  [/\blistings?\b(?! events)/i, 'list, or the list operation'],
] as const

test.each(PHRASES)('no page says %s', (phrase) => {
  const pages = globSync(['*.md', '{docs,examples,deploy,bench,proof}/**/*.{md,js}'], {
    exclude: (path) => path.includes('node_modules'),
  })
  expect(pages.length).toBeGreaterThan(30)
  expect(pages.filter((page) => phrase.test(read(page)))).toEqual([])
})

test('CONTRIBUTING tells the factor beyond which the time of a start fails', () => {
  const [, reported] = /exceeds ([\d.]+) times the target/.exec(read('CONTRIBUTING.md')) ?? []
  const [, held] = /TOLERANCE = isLong \? 1 : ([\d.]+)/.exec(read('scripts/check-package.ts')) ?? []
  expect(reported).toBe(held)
})

test('the glossary has at most 40 terms', () => {
  const [, glossary = ''] = read('ARCHITECTURE.md').split('\n## Glossary\n')
  const terms = glossary.split('\n').filter((line) => /^\| (?!Term )[^-]/.test(line))
  expect(terms.length).toBeGreaterThan(20)
  expect(terms.length, terms.join('\n')).toBeLessThanOrEqual(40)
})

const CODE = '{bin,src,cli,client,portal,test,scripts,bench,proof}/**/*.{ts,tsx}'

/** Files by the end of their path, names as the code spells them; a shell command or a value is neither. */
function listUnknown(page: string): string[] {
  const quoted = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
  const files = globSync(CODE).map((file) => `/${file}`)
  const code = sourcesOf(CODE).join('\n')
  const words = new Set(code.match(/\w+/g))
  const isNamed = (text: string) =>
    !/^[\w./-]+\.tsx?$/.test(text) || files.some((f) => f.endsWith(`/${text}`))
  const isKnown = (text: string) => !/^[A-Za-z]+[a-z][A-Z]\w*$/.test(text) || words.has(text)
  return quoted.filter((text) => !isNamed(text) || !isKnown(text))
}

test('ARCHITECTURE names files and functions that exist', () => {
  const page = read('ARCHITECTURE.md')
  expect(listUnknown(page)).toEqual([])
  expect(listUnknown(`${page} \`no/such.ts\` \`noSuch${'Function'}\``)).toEqual([
    'no/such.ts',
    `noSuch${'Function'}`,
  ])
})

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

test('DP2 names as many shared reads as the code defines', () => {
  const [, reported, named = ''] =
    /\| DP2 \|.*There are (\w+): ([^|]*)\|/.exec(read('docs/spec/decisions/platform.md')) ?? []
  const defined = sourcesOf('src/**/*.ts').flatMap(
    (source) => source.match(/\breads\.define\(/g) ?? [],
  )
  const tested = sourcesOf('src/**/*.test.ts').flatMap(
    (source) => source.match(/\breads\.define\(/g) ?? [],
  )
  const count = defined.length - tested.length
  expect([reported, named.split(';').length]).toEqual([NUMBERS[count], count])
})

test('every dependency of the package is used by it', () => {
  const { dependencies } = JSON.parse(read('package.json'))
  const code = sourcesOf('{bin,src,cli,client,portal}/**/*.{ts,tsx}').join('\n')
  const unused = Object.keys(dependencies).filter((name) => !isImported(code, name))
  expect(unused).toEqual([])
  expect(isImported(code, '@fastify/type-provider-typebox')).toBe(false)
})

/** By its name or something below it. A file that is served as it is, is resolved. */
const isImported = (code: string, name: string) =>
  new RegExp(`(from|import\\(|resolve\\()\\s*'${name}(/[^']*)?'|import '${name}'`).test(code)
