#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import manifest from '../package.json' with { type: 'json' }
import { UsageError } from '../src/processes/usage-error.ts'

const HELP = `  binnacle dev                                a whole installation on this machine, for trying and testing
  binnacle migrate                            bring the database up to date
  binnacle bootstrap --email E --name N       make the first operator, print its token once
  binnacle password-link --name N             print a link with which N sets a password
  binnacle serve                              answer requests, and do what follows from them
  binnacle work                               only do what follows from requests
  binnacle load-catalogue [FILE]              fill the quota catalogue with what ships, or with FILE

Their settings come from the environment; DATABASE_URL is the one that has no default.
All of them: docs/guides/settings.md
`

// What is compiled once is kept for the next start, which is then twice as quick.
enableCompileCache()

const SERVER_WORDS = new Set(HELP.match(/(?<=^ {2}binnacle )\S+/gm))
const INTERRUPTED = 130
const { argv, env } = process
const [word, ...args] = argv.slice(2)

try {
  await run()
} catch (error) {
  console.error(error instanceof UsageError ? `Usage: ${error.message}` : explain(error))
  // Not only the exit code: a server that failed half-way has doors open that would keep it alive.
  process.exit(error instanceof UsageError ? 2 : 1)
}

/** Each loads what it needs: a server no command line, a command no server. */
async function run(): Promise<void> {
  if (SERVER_WORDS.has(word ?? '') && args.includes('--help')) return console.log(HELP)
  switch (word) {
    case 'dev':
      return (await import('../src/processes/dev/dev.ts')).runDev(args, env)
    case 'migrate':
      return (await import('../src/processes/migrate.ts')).runMigrate(env)
    case 'bootstrap':
      return (await import('../src/processes/bootstrap.ts')).runBootstrap(args, env)
    case 'password-link':
      return (await import('../src/processes/password-link.ts')).runPasswordLink(args, env)
    case 'serve':
      return (await import('../src/processes/serve.ts')).runServe(env)
    case 'work':
      return (await import('../src/processes/work.ts')).runWork(env)
    case 'load-catalogue':
      return (await import('../src/processes/load-catalogue.ts')).runLoadCatalogue(args, env)
    default:
      return runCommandLine()
  }
}

async function runCommandLine(): Promise<void> {
  const { runCommand } = await import('../cli/main.ts')
  const typed = word === 'help' ? ['--help'] : argv.slice(2)
  const start = { env, version: manifest.version, serverHelp: HELP }
  process.exitCode = await runCommand(typed, start)
  // Whoever pressed Ctrl-C does not wait for what is still under way.
  if (process.exitCode === INTERRUPTED) process.exit()
}

/** A refusal speaks for itself; anything else is a bug or a broken surrounding, and its cause matters. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Trying several addresses of a host fails with several errors and no message of its own.
  if (error instanceof AggregateError) return error.errors.map(explain).join('\n')
  const cause = error.cause instanceof Error ? `\n  because: ${error.cause.message}` : ''
  return `${error.message || error.name}${cause}`
}
