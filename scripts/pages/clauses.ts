import { readFileSync } from 'node:fs'
import {
  clauseOf,
  listClauses,
  listNotServed,
  listTestNames,
  readTestsOfClauses,
} from '../../test/architecture/clauses.ts'

const AREAS = [
  ['A', 'Area A: app management'],
  ['B', 'Area B: service health events'],
  ['C', 'Area C: quota'],
] as const

/** Which tests prove which clause, as a page for people, from the names of the tests. */
export function clausesPage(): string {
  const requirements = readFileSync('docs/spec/requirements.md', 'utf8')
  const notServed = listNotServed(requirements)
  const tests = testsOfClauses()
  return [
    '# The tests of each clause',
    '',
    'Every clause of [requirements.md](requirements.md), and the tests that prove it. A clause that is not served has none.',
    ...AREAS.flatMap(([area, title]) => [
      '',
      `## ${title}`,
      '',
      '| Clause | Tests |',
      '|---|---|',
      ...listClauses(requirements, area).map((clause) => {
        const found = notServed.includes(clause) ? ['not served'] : (tests.get(clause) ?? [])
        return `| ${clause} | ${found.join('<br>')} |`
      }),
    ]),
    '',
    'This page is generated from the names of the tests by `npm run generate`.',
    '',
  ].join('\n')
}

function testsOfClauses(): Map<string, string[]> {
  const tests = new Map<string, string[]>()
  for (const { file, source } of readTestsOfClauses()) {
    for (const name of new Set(listTestNames(source))) {
      const clause = clauseOf(name)
      if (!clause) continue
      const shown = `[${toText(name.slice(clause.length + 2))}](../../${file})`
      tests.set(clause, [...(tests.get(clause) ?? []), shown])
    }
  }
  return tests
}

/** A name may hold what means something in a table of Markdown. */
const toText = (name: string) => name.replaceAll(/[\\|<>[\]`*_$]/g, String.raw`\$&`)
