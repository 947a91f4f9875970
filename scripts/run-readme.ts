/** Runs every command of the README as a newcomer types it; what a comment behind a command shows, it must print. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { newDatabaseName } from '../test/support/database/postgres.ts'
import { blocksOf, runCommands } from '../test/support/processes/guide.ts'

const TIMEOUT_MS = 240_000
/** The last line that the emulator prints about itself. */
const LAST_LINE = /--tenant \$AZURE_TENANT_ID$/m
const readme = readFileSync('README.md', 'utf8')
const blocks = blocksOf(readme, 'sh')
const [first = '', automation = '', tokens = '', ownServer = ''] = blocks
if (blocks.length !== 4 || readme.match(/^```/gm)?.length !== 8)
  throw new Error('README.md has other commands than one to start and those of three doors.')

const emulator = await startEmulator(first)
try {
  for (const block of [automation, tokens]) run(block, emulator.settings)
} finally {
  await emulator.stop()
}
const name = newDatabaseName()
run(ownServer.replaceAll(/(createdb .*|dropdb .*|\/)\bbinnacle$/gm, `$1${name}`))
console.log(`${blocks.length} blocks of README.md ran`)

/** CI has installed the packages already, in this very folder. */
async function startEmulator(command: string) {
  const child = spawn('bash', ['-c', command.replace('npm ci && ', '')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(child, 'exit')
  // The whole group, as Ctrl-C does.
  const interrupt = () => process.kill(-(child.pid ?? 0), 'SIGINT')
  const limit = setTimeout(interrupt, TIMEOUT_MS)
  let printed = ''
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += chunk
    if (LAST_LINE.test(printed)) break
  }
  clearTimeout(limit)
  const settings = printed.match(/^ {2}export .*$/gm) ?? []
  if (!LAST_LINE.test(printed))
    throw new Error(`"${command}" did not print all its settings:\n${printed}`)
  child.stdout.resume()
  return {
    settings,
    async stop(): Promise<void> {
      interrupt()
      await ended
    },
  }
}

function run(block: string, settings: readonly string[] = []): void {
  const { stdout, stderr, status } = runCommands([...settings, block], {
    cwd: process.cwd(),
    timeout: TIMEOUT_MS,
    env: { ...process.env } as Record<string, string>,
  })
  console.log(block, stdout, stderr)
  if (status !== 0) throw new Error(`commands of README.md ended with ${status}`)
  for (const [, shown = ''] of block.matchAll(/ # (.+)$/gm)) {
    if (!stdout.includes(shown)) throw new Error(`README.md does not show ${shown}`)
  }
}
