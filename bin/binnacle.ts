#!/usr/bin/env node
import module from 'node:module'
import manifest from '../package.json' with { type: 'json' }
import { UsageError } from '../src/processes/usage-error.ts'

const [needed = ''] = /\d+\.\d+/.exec(manifest.engines.node) ?? []
if (process.versions.node.localeCompare(needed, 'en', { numeric: true }) < 0) {
  console.error(
    `Binnacle requires Node.js ${needed} or later. This is Node.js ${process.versions.node}.`,
  )
  process.exit(1)
}

// What is compiled once is kept for the next start, which is then twice as quick.
module.enableCompileCache()

const INTERRUPTED = 130
const { argv, env } = process
const [word, ...args] = argv.slice(2)

/** Each loads what it needs: a server no command line, a command no server. */
const ON_SERVER = new Map<string, () => Promise<void>>([
  ['dev', async () => (await import('../src/processes/dev/dev.ts')).runDev(args, env)],
  ['rehearse', rehearse],
  ['migrate', alone(async () => (await import('../src/processes/migrate.ts')).runMigrate(env))],
  [
    'bootstrap',
    async () => (await import('../src/processes/bootstrap.ts')).runBootstrap(args, env),
  ],
  [
    'sign-in-link',
    async () => (await import('../src/processes/sign-in-link.ts')).runSignInLink(args, env),
  ],
  ['serve', alone(async () => (await import('../src/processes/serve.ts')).runServe(env))],
  ['work', alone(async () => (await import('../src/processes/work.ts')).runWork(env))],
  ['doctor', alone(async () => (await import('../src/processes/doctor/doctor.ts')).runDoctor(env))],
  [
    'rotate-key',
    alone(async () => (await import('../src/processes/rotate-key.ts')).runRotateKey(env)),
  ],
  [
    'rotate-signing-key',
    async () =>
      (await import('../src/processes/rotate-signing-key.ts')).runRotateSigningKey(args, env),
  ],
  [
    'move-group-roles',
    alone(async () =>
      (await import('../src/processes/move-group-roles.ts')).runMoveGroupRoles(env),
    ),
  ],
  [
    'load-catalogue',
    async () => (await import('../src/processes/load-catalogue.ts')).runLoadCatalogue(args, env),
  ],
])

try {
  await run()
} catch (error) {
  console.error(error instanceof UsageError ? `Usage: ${error.message}` : explain(error))
  // Not only the exit code: a server that failed half-way has doors open that would keep it alive.
  process.exit(error instanceof UsageError ? 2 : 1)
}

/** A scenario runs in the emulator of this shell, or in one that is started for it. */
async function rehearse(): Promise<void> {
  const { runRehearse } = await import('../src/processes/rehearse/run.ts')
  const { startBinnacle } = await import('./emulator.ts')
  await runRehearse(args, env, startBinnacle)
}

/** What is typed behind it would be believed to have an effect. */
function alone(run: () => Promise<void>): () => Promise<void> {
  return async () => {
    if (args.length === 0) return run()
    throw new UsageError(
      `binnacle ${word}\nUnknown argument: ${args[0]}. Set the settings in the environment.`,
    )
  }
}

async function run(): Promise<void> {
  const isHelp = args.some((arg) => arg === '--help' || arg === '-h')
  const onServer = isHelp ? undefined : ON_SERVER.get(word ?? '')
  return onServer ? onServer() : runCommandLine()
}

async function runCommandLine(): Promise<void> {
  const { runCommand } = await import('../cli/main.ts')
  const typed = word === 'help' ? [...args, '--help'] : argv.slice(2)
  process.exitCode = await runCommand(typed, { env, version: manifest.version })
  // Whoever pressed Ctrl-C does not wait for what is still under way.
  if (process.exitCode === INTERRUPTED) process.exit()
}

/** A refusal speaks for itself; anything else is a bug or a broken surrounding, and its cause matters. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Trying several addresses of a host fails with several errors and no message of its own.
  if (error instanceof AggregateError) return error.errors.map(explain).join('\n')
  const cause = error.cause instanceof Error ? `\n  Cause: ${error.cause.message}` : ''
  return `${error.message || error.name}${cause}`
}
