import { execFileSync, spawnSync } from 'node:child_process'

/** Installs those of the packages that are missing; without starting the services that they contain. */
export function installDebianPackages(names: readonly string[]): void {
  const missing = names.filter((name) => !isInstalled(name))
  if (missing.length === 0) return
  if (process.getuid?.() !== 0) {
    throw new Error(`Install ${missing.join(', ')} first: apt-get install ${missing.join(' ')}`)
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...missing]
  execFileSync('apt-get', args, { stdio: 'inherit', env })
}

function isInstalled(name: string): boolean {
  const { stdout } = spawnSync('dpkg-query', ['-s', name], { encoding: 'utf8' })
  return /^Status: .* installed$/m.test(stdout)
}
