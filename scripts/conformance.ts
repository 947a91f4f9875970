/** Runs a published client, unmodified, against the server; what follows its name goes to the test runner. */
import { spawnSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parseCLI, startVitest, type Vitest } from 'vitest/node'

const PACKAGES = 'test/conformance/clients'
/** Clients that cannot be among our own dependencies: there are several versions of them, or they are old. */
const KEPT_APART = new Set(['appcenter', 'emulator', 'quota', 'resourcehealth'])
/** Where the client's own name is not that of what it is used for. */
const CALLED: Readonly<Record<string, string>> = { reservations: 'quota' }
/** Files that run at the same time, where each starts a server and keeps it busy. */
const AT_ONCE: Readonly<Record<string, { maxWorkers: number }>> = { quota: { maxWorkers: 2 } }

const [client = '', ...rest] = process.argv.slice(2)
const folders = new Map(
  globSync('test/conformance/*/*.client.ts').map((file) => {
    const folder = dirname(file)
    return [CALLED[basename(folder)] ?? basename(folder), folder]
  }),
)
const folder = folders.get(client)
if (folder === undefined) {
  const known = [...folders.keys()].sort()
  console.error(`Usage: npm run conformance -- <client>\nClients: ${known.join(', ')}`)
  process.exit(2)
}

if (KEPT_APART.has(client)) installPackages()
const config = ['--config', 'vitest.clients.config.ts', '--dir', folder]
const { filter, options } = parseCLI(['vitest', 'run', ...config, ...rest])
const vitest = await startVitest('test', filter, { ...AT_ONCE[client], ...options })
await vitest.close()
const { passed, failed } = count(vitest)
console.log(`${passed} passed, ${failed} failed`)

function installPackages(): void {
  // Npm writes the second of these files last: an installation that was broken off has none.
  const wanted = changedAt(`${PACKAGES}/package-lock.json`)
  if (wanted <= changedAt(`${PACKAGES}/node_modules/.package-lock.json`)) return
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = spawnSync('npm', args, { cwd: PACKAGES, stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** A test that did not run has not passed; a run can also fail outside of any test. */
function count({ state }: Vitest): { passed: number; failed: number } {
  const tests = state.getTestModules().flatMap((module) => [...module.children.allTests()])
  const passed = tests.filter((test) => test.result().state === 'passed').length
  const failed = tests.length - passed
  return { passed, failed: process.exitCode ? Math.max(failed, 1) : failed }
}
