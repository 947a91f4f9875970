import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { findFault, listLinks } from './links.ts'

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
})
