import { execFileSync } from 'node:child_process'
import type { Part } from './run-parts.ts'

/** A line for each part that was never recorded, or whose files have changed since. */
export function listOlder(parts: Readonly<Record<string, Part>>, record: string): string[] {
  return Object.entries(parts).flatMap(([name, { proves }]) => {
    const heading = new RegExp(`^## ${name}: (.*) in .* s, (\\w+), (\\S+)$`, 'm').exec(record)
    if (!heading) return [`${name}: not recorded`]
    const [, outcome = '', commit = '', when] = heading
    const about = `${name}: ${outcome} at ${commit}, ${when}`
    const changed = countChanged(commit, proves)
    if (changed === undefined) return [`${about}, which is not in this clone`]
    return changed === 0 && outcome === 'passed' ? [] : [`${about}; ${changed} files changed since`]
  })
}

function countChanged(commit: string, proves: readonly string[]): number | undefined {
  const args = ['diff', '--name-only', commit, '--', ...proves, ':(exclude)*.test.ts']
  try {
    const files = execFileSync('git', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return files.split('\n').filter(Boolean).length
  } catch {
    return undefined
  }
}
