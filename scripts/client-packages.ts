import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'

const FOLDER = 'test/clients/packages'

/** Installs the published clients that cannot be among our own dependencies, unless they are there. */
export function installClientPackages(): void {
  // Npm writes the second of these files last: an installation that was broken off has none.
  const wanted = changedAt(`${FOLDER}/package-lock.json`)
  if (wanted <= changedAt(`${FOLDER}/node_modules/.package-lock.json`)) return
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = spawnSync('npm', args, { cwd: FOLDER, stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

if (import.meta.main) installClientPackages()

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
