import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = new URL('../..', import.meta.url).pathname
/** The commit of the previous release. */
export const COMMIT = readFileSync(new URL('../previous-release', import.meta.url), 'utf8').trim()

/** The tree of that commit, with the packages of its own lock file. */
export function unpack(folder: string): string {
  const tree = join(folder, 'tree')
  mkdirSync(tree)
  const archive = execFileSync('git', ['archive', COMMIT], { cwd: ROOT, maxBuffer: 1 << 28 })
  execFileSync('tar', ['-x', '-C', tree], { input: archive })
  execFileSync('npm', ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts', '--no-audit'], {
    cwd: tree,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return join(tree, 'bin/binnacle.ts')
}
