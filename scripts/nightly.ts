/**
 * Every proof at its full size, every bench against its thresholds, and long tests in whole.
 * npm run nightly [-- NAME ...] runs all parts or those named; what each printed last is kept in nightly.md.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { PROOFS } from '../proof/proofs.ts'

const FILE = 'nightly.md'
const LONGEST_PART_MS = 60 * 60 * 1000
const LAST_LINES = 6
const HEAD = '# What the nightly parts printed last\n\nWritten by `npm run nightly`.\n'

const npm = (...args: string[]) => ['npm', 'run', '-s', ...args]
const PARTS: Readonly<Record<string, string[]>> = {
  tests: ['npx', 'vitest', 'run', 'privacy', 'service-health/filters', '--reporter=dot'],
  package: npm('check:package'),
  measure: npm('measure'),
  appcenter: npm('conformance', '--', 'appcenter'),
  resourcehealth: npm('conformance', '--', 'resourcehealth'),
  quota: npm('conformance', '--', 'quota'),
  ...Object.fromEntries(
    Object.keys(PROOFS).map((name) => [`proof-${name}`, npm('proof', '--', name, '--long')]),
  ),
  'bench-tokens': npm('bench', '--', 'tokens'),
  'bench-events': npm('bench', '--', 'events'),
  'bench-quota': npm('bench', '--', 'quota'),
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`No part ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}`)
  process.exit(2)
}

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
const failed = (chosen.length > 0 ? chosen : Object.keys(PARTS)).filter((name) => !run(name))
console.log(failed.length === 0 ? 'PASS nightly' : `FAIL nightly: ${failed.join(', ')}`)
if (failed.length > 0) process.exitCode = 1

function run(name: string): boolean {
  console.log(`\n=== ${name}`)
  const startedAt = performance.now()
  const [command = '', ...args] = PARTS[name] ?? []
  const { status, stdout } = spawnSync(command, args, {
    env: { ...process.env, LONG: 'true' },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: LONGEST_PART_MS,
  })
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const outcome = status === 0 ? 'passed' : 'FAILED'
  const lines = stdout.trimEnd().split('\n').slice(-LAST_LINES)
  console.log([...lines, `--- ${name} ${outcome} in ${seconds} s`].join('\n'))
  const when = new Date().toISOString().slice(0, 16)
  const title = `## ${name}: ${outcome} in ${seconds} s, ${commit}, ${when}Z`
  keep(name, [title, '', '```', ...lines, '```', ''].join('\n'))
  return status === 0
}

/** In place of what the same part printed before. */
function keep(name: string, section: string): void {
  const [head = '', ...sections] = (existsSync(FILE) ? readFileSync(FILE, 'utf8') : HEAD).split(
    /^(?=## )/m,
  )
  const others = sections.filter((each) => !each.startsWith(`## ${name}: `))
  const kept = [head, ...others, section].map((each) => each.trimEnd())
  writeFileSync(FILE, `${kept.join('\n\n')}\n`)
}
