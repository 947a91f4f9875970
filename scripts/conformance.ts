/**
 * Runs a published client, unmodified, against the server, or `black-box`: the specification over HTTP, against
 * the installation at BASE_URL or an emulator. What follows the name goes to the test runner.
 */
import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parseCLI, startVitest, type Vitest } from 'vitest/node'
import { NEEDS_THE_INSIDE } from '../test/architecture/black-box.ts'
import { installClientPackages } from './client-packages.ts'
import { installDebianPackages } from './debian-packages.ts'

/** Clients that cannot be among our own dependencies: there are several versions of them, or they are old. */
const KEPT_APART = new Set([
  'appcenter',
  'emulator',
  'monitor',
  'python',
  'quota',
  'resourcehealth',
])
/** Clients that Debian packages. */
const FROM_DEBIAN: Readonly<Record<string, readonly string[]>> = {
  az: ['azure-cli'],
  python: ['python3-azure', 'python3-pytest'],
}
/** Where the client's own name is not that of what it is used for. */
const CALLED: Readonly<Record<string, string>> = {
  'arm-monitor': 'monitor',
  'arm-quota': 'quota',
  'arm-reservations': 'quota',
  'arm-resourcehealth': 'resourcehealth',
}
/** Files that run at the same time, where each starts a server and keeps it busy. */
const AT_ONCE: Readonly<Record<string, { maxWorkers: number }>> = { quota: { maxWorkers: 2 } }

const BLACK_BOX = 'black-box'
const [client = '', ...rest] = process.argv.slice(2)
const suites = Map.groupBy(globSync('test/clients/*/*.client.ts'), (file) => {
  const folder = basename(dirname(file))
  return CALLED[folder] ?? folder
})
const files = suites.get(client)
if (files === undefined && client !== BLACK_BOX) {
  const known = [BLACK_BOX, ...[...suites.keys()].sort()]
  console.error(`Usage: npm run conformance -- <suite>\nSuites: ${known.join(', ')}`)
  process.exit(2)
}

if (KEPT_APART.has(client)) installClientPackages()
installDebianPackages(FROM_DEBIAN[client] ?? [])
const project = files ? 'clients' : 'conformance'
const { filter, options } = parseCLI(['vitest', 'run', '--project', project, ...rest])
const isChosen = (file: string) => filter.length === 0 || filter.some((part) => file.includes(part))
const vitest = await startVitest('test', files?.filter(isChosen) ?? filter, {
  ...AT_ONCE[client],
  ...options,
})
await vitest.close()
const { passed, failed } = count(vitest)
if (client === BLACK_BOX) printNotRun()
console.log(`${passed} passed, ${failed} failed`)

function printNotRun(): void {
  console.log('\nNot in this run, because an installation as it is cannot show them:')
  for (const [file, reason] of Object.entries(NEEDS_THE_INSIDE)) console.log(`  ${file}: ${reason}`)
  console.log()
}

/** A test that did not run has not passed; a run can also fail outside of any test. */
function count({ state }: Vitest): { passed: number; failed: number } {
  const tests = state.getTestModules().flatMap((module) => [...module.children.allTests()])
  const passed = tests.filter((test) => test.result().state === 'passed').length
  const failed = tests.length - passed
  return { passed, failed: process.exitCode ? Math.max(failed, 1) : failed }
}
