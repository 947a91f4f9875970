/** The ten slowest test files of a run: node scripts/test-reports/print-slowest.ts RESULTS.json ... */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

type Results = { testResults: { name: string; startTime: number; endTime: number }[] }

const files = process.argv.slice(2).flatMap((path) => {
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as Results
  return testResults.map(({ name, startTime, endTime }) => ({ name, ms: endTime - startTime }))
})
console.log('\nThe ten slowest test files, in seconds:')
for (const { name, ms } of files.toSorted((a, b) => b.ms - a.ms).slice(0, 10))
  console.log(`${(ms / 1000).toFixed(1).padStart(7)}  ${relative('.', name)}`)
