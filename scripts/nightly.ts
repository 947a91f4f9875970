/**
 * Every proof at its full size, every bench against its limits, and the tests that neither `npm run check` nor
 * the gate runs, within four hours.
 * npm run nightly [-- NAME ...] runs all parts or those named; what each printed last is kept in docs/nightly.md.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { PARTS } from './nightly/parts.ts'
import { RECORD, recordResult } from './nightly/record.ts'
import { type Result, runParts } from './nightly/run-parts.ts'

const TOTAL_MS = 4 * 60 * 60 * 1000

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`No part ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}`)
  process.exit(2)
}

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
const isChosen = ([name]: [string, unknown]) => chosen.length === 0 || chosen.includes(name)
const record = readRecord()
const recordedAt = (name: string) =>
  new RegExp(`^## ${name}: .* (\\S+)$`, 'm').exec(record)?.[1] ?? ''
// Those whose record is oldest begin: what finds no time tonight is first tomorrow.
const oldestFirst = Object.entries(PARTS)
  .filter(isChosen)
  .toSorted(([a], [b]) => recordedAt(a).localeCompare(recordedAt(b)))
const parts = Object.fromEntries(oldestFirst)
const results = await runParts(parts, TOTAL_MS, print)
const minutes = Math.round(results.reduce((sum, { seconds }) => sum + seconds, 0) / 60)
const failed = results.filter(({ outcome }) => outcome !== 'passed').map(({ name }) => name)
console.log(`\n${results.length} parts took ${minutes} min (at most ${TOTAL_MS / 60_000})`)
console.log(failed.length === 0 ? 'PASS nightly' : `FAIL nightly: ${failed.join(', ')}`)
if (failed.length > 0) process.exitCode = 1

function print(result: Result): void {
  const { name, outcome, seconds, lines } = result
  console.log(['', `=== ${name}`, ...lines, `--- ${outcome} in ${seconds} s`].join('\n'))
  if (outcome === 'FAILED: not started') return
  writeFileSync(RECORD, recordResult(readRecord(), result, { commit, when: new Date() }))
}

function readRecord(): string {
  return readFileSync(RECORD, 'utf8')
}
