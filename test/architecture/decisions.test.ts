import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Page = Readonly<{ file: string; text: string }>

const ID = /\bD[ABCEILMPW]\d{1,3}\b/g
const DEFINITION = /^\| (D[ABCEILMPW]\d{1,3}) \|/gm
const FOLDERS = 'docs,src,cli,client,portal,test,bench,proof,scripts,samples,migrations,openapi'
const EVERYWHERE = ['*.md', `{${FOLDERS}}/**/*.{ts,tsx,md,sql,json,yml}`]

const read = (patterns: readonly string[]): Page[] =>
  globSync(patterns, { exclude: (path) => path.includes('node_modules') }).map((file) => ({
    file,
    text: readFileSync(file, 'utf8'),
  }))

const decisions = read(['docs/spec/decisions/*.md'])

const definedIn = (pages: readonly Page[]): string[] =>
  pages.flatMap(({ text }) => [...text.matchAll(DEFINITION)].map(([, id = '']) => id))

const repeated = (ids: readonly string[]): string[] =>
  ids.filter((id, index) => ids.indexOf(id) !== index)

/** `file: id` for each cited id that no page defines. */
const undefinedCitations = (pages: readonly Page[], defined: ReadonlySet<string>): string[] =>
  pages.flatMap(({ file, text }) =>
    [...new Set(text.match(ID))].filter((id) => !defined.has(id)).map((id) => `${file}: ${id}`),
  )

test('each decision has an id of its own', () => {
  const ids = definedIn(decisions)
  expect(ids.length).toBeGreaterThan(400)
  expect(repeated(ids)).toEqual([])
})

test('each decision that is cited exists', () => {
  const pages = read(EVERYWHERE)
  expect(pages.length).toBeGreaterThan(500)
  expect(undefinedCitations(pages, new Set(definedIn(decisions)))).toEqual([])
})

test('the index names the page of each decision', () => {
  const index = decisions.find(({ file }) => file.endsWith('README.md'))?.text ?? ''
  const rows = [...index.matchAll(/^\| (D[A-Z](?:, D[A-Z])*) \| \[([\w-]+\.md)\]/gm)]
  const pageOf = Object.fromEntries(
    rows.flatMap(([, prefixes = '', page]) => prefixes.split(', ').map((each) => [each, page])),
  )
  for (const page of decisions) {
    for (const id of definedIn([page])) {
      expect(`docs/spec/decisions/${pageOf[id.slice(0, 2)]}`, id).toBe(page.file)
    }
  }
})
