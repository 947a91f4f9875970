/**
 * Test names that one run has and another lacks: node scripts/test-reports/compare-test-names.ts BEFORE.json AFTER.json
 * Reads reports of vitest's json reporter and the output of `vitest list --no-static-parse --json=FILE`.
 */
import { readFileSync } from 'node:fs'

type Report = {
  testResults: { assertionResults: { ancestorTitles: string[]; title: string }[] }[]
}
type Listed = { name: string }[]

const [before, after] = process.argv.slice(2)
if (before === undefined || after === undefined) {
  console.error('Usage: node scripts/test-reports/compare-test-names.ts BEFORE.json AFTER.json')
  process.exit(2)
}
const [old, current] = [readNames(before), readNames(after)]
const lost = listMissing(old, current)
const added = listMissing(current, old)
for (const name of lost) console.log(`lost: ${name}`)
for (const name of added) console.log(`new:  ${name}`)
console.log(`${old.length} names before, ${current.length} after`)
console.log(`${lost.length} lost, ${added.length} new`)
process.exitCode = lost.length > 0 ? 1 : 0

function readNames(path: string): string[] {
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report | Listed
  if (Array.isArray(report)) return report.map(({ name }) => name)
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(' > ')),
  )
}

/** Without the file, so that a test may move; several tests may share a name. */
function listMissing(names: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const name of others) left.set(name, (left.get(name) ?? 0) + 1)
  return names.filter((name) => {
    const count = left.get(name) ?? 0
    left.set(name, count - 1)
    return count <= 0
  })
}
