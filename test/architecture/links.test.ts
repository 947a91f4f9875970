import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { findFault, listAnchors, listLinks } from './links.ts'

const INDEX = 'docs/README.md'
const PAGES = globSync(['**/*.md', '.github/**/*.md'], {
  exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
})

test('each link in a page leads to a file, and to a heading if it names one', () => {
  const links = PAGES.flatMap((page) => listLinks(page, readFileSync(page, 'utf8')))
  expect(PAGES.length).toBeGreaterThan(40)
  expect(links.length).toBeGreaterThan(400)
  expect(links.map((link) => findFault(link)).filter(Boolean)).toEqual([])
})

/** How often an index lists each page of docs/, where it is not exactly once. */
function findNotListedOnce(pages: readonly string[], index: string): string[] {
  const listed = listLinks(INDEX, index).map(({ target }) =>
    posix.join('docs', target.replace(/#.*$/, '')),
  )
  return pages
    .map((page) => [page, listed.filter((target) => target === page).length] as const)
    .filter(([, count]) => count !== 1)
    .map(([page, count]) => `${page} is listed ${count} times`)
}

test('the index lists each page of docs/ exactly once', () => {
  const pages = PAGES.filter((page) => page.startsWith('docs/') && page !== INDEX)
  const index = readFileSync(INDEX, 'utf8')
  expect(findNotListedOnce(pages, index)).toEqual([])
  expect(findNotListedOnce(['docs/a.md', 'docs/b.md'], '[a](a.md), [again](a.md#x)')).toEqual([
    'docs/a.md is listed 2 times',
    'docs/b.md is listed 0 times',
  ])
})

test('a link to a missing file or heading is found, and one in code is not', () => {
  const page = [
    '# One `two`: [three](x.md)',
    '## Same',
    '## Same',
    '[a](#one-two-three) [b](#same-1) [c](missing.md) [d](#none) ![e](e.png) [f](https://x.example)',
    '`[g](g.md)`',
    '<img src="i.png">',
    '```',
    '# no heading',
    '[h](h.md)',
    '```',
  ].join('\n')
  expect([...listAnchors(page)]).toEqual(['one-two-three', 'same', 'same-1'])
  const read = (file: string) => (file === 'docs/page.md' ? page : undefined)
  const faults = listLinks('docs/page.md', page).map((link) => findFault(link, read))
  expect(faults.filter(Boolean)).toEqual([
    'docs/page.md: x.md: there is no file docs/x.md',
    'docs/page.md: missing.md: there is no file docs/missing.md',
    'docs/page.md: #none: docs/page.md has no heading with this anchor',
    'docs/page.md: e.png: there is no file docs/e.png',
    'docs/page.md: i.png: there is no file docs/i.png',
  ])
})
