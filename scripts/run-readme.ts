/** Runs the commands of the README as a newcomer would type them, against a database of their own. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { newDatabaseName } from '../test/support/database/postgres.ts'
import { blocksOf } from '../test/support/processes/guide.ts'

const commands = blocksOf(readFileSync('README.md', 'utf8'), 'sh')
  .flatMap((block) => block.trimEnd().split('\n'))
  // CI has done it already, in this very folder.
  .filter((line) => line !== 'npm ci')
if (commands.length < 8) throw new Error('the README lost its commands')

const name = newDatabaseName()
const script = commands
  .join('\n')
  .replaceAll(/(createdb|dropdb)( -h \S+)? binnacle\b/g, `$1$2 ${name}`)
const { stdout, status } = spawnSync('bash', ['-euv'], {
  // Job control, so that `kill %1` means what it means at a prompt.
  input: `set -m\n${script.replaceAll('/binnacle\n', `/${name}\n`)}`,
  encoding: 'utf8',
  stdio: ['pipe', 'pipe', 'inherit'],
  timeout: 240_000,
})
console.log(stdout)
if (status !== 0) throw new Error(`the commands of the README ended with ${status}`)
for (const shown of [
  '"email":"ada@example.com"',
  '"member_permissions":["viewer"]',
  'Use a Full access',
]) {
  if (!stdout.includes(shown)) throw new Error(`the README does not show ${shown}`)
}
console.log(`${commands.length} README commands ran`)
