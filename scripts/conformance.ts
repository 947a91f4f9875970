/** Runs a published client, unmodified, against the server; what follows its name goes to the test runner. */
import { spawnSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'

const PACKAGES = 'test/conformance/clients'

const [client = '', ...rest] = process.argv.slice(2)
const files = globSync('test/conformance/*/*.client.ts')
const known = [...new Set(files.map((file) => basename(dirname(file))))].sort()
if (!known.includes(client)) {
  console.error(`Usage: npm run conformance -- <client>\nClients: ${known.join(', ')}`)
  process.exit(2)
}

// Npm writes the second of these files last: an installation that was broken off has none.
if (
  changedAt(`${PACKAGES}/package-lock.json`) >
  changedAt(`${PACKAGES}/node_modules/.package-lock.json`)
) {
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], PACKAGES)
}
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.clients.config.ts']
run(process.execPath, [...vitest, '--dir', `test/conformance/${client}`, ...rest])

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function run(command: string, args: string[], cwd = '.'): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}
