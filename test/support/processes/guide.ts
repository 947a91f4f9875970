import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** What stands in a document as one language, like `sh`. */
export const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, block = '']) => block,
  )

type Surroundings = Readonly<{ cwd: string; timeout: number; env: Record<string, string> }>

/** Runs the commands of a guide as its reader types them, and stops at the first that fails. */
export function runCommands(commands: readonly string[], { env, ...where }: Surroundings) {
  // What a command left in the background ends too, also when another fails.
  const tidy = ['set -m', "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT"]
  const { stdout, stderr, status } = spawnSync('bash', ['-euo', 'pipefail'], {
    ...where,
    input: [...tidy, ...commands].join('\n'),
    encoding: 'utf8',
    env: { ...env, PATH: `${dirname(process.execPath)}:${env.PATH ?? process.env.PATH}` },
  })
  return { stdout, stderr, status }
}

/** A published client, or a library, as if it had been installed there. */
export function linkPackage(name: string, kept: string, into: string): void {
  const at = join(into, 'node_modules', name)
  mkdirSync(dirname(at), { recursive: true })
  symlinkSync(resolve(kept), at)
}
