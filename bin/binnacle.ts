#!/usr/bin/env node
import { runBootstrap } from '../src/processes/bootstrap.ts'
import { runMigrate } from '../src/processes/migrate.ts'
import { runPasswordLink } from '../src/processes/password-link.ts'
import { runServe } from '../src/processes/serve.ts'
import { UsageError } from '../src/processes/usage-error.ts'

const HELP = `binnacle migrate                            bring the database up to date
binnacle bootstrap --email E --name N       make the first operator, print its token once
binnacle password-link --name N             print a link with which N sets a password
binnacle serve                              answer requests

Settings come from the environment; DATABASE_URL is the one that has no default.
All of them: docs/guides/settings.md
`

const [word, ...args] = process.argv.slice(2)

try {
  await run()
} catch (error) {
  console.error(error instanceof UsageError ? `Usage: ${error.message}` : explain(error))
  // Not only the exit code: a server that failed half-way has doors open that would keep it alive.
  process.exit(error instanceof UsageError ? 2 : 1)
}

async function run(): Promise<void> {
  switch (word) {
    case 'migrate':
      return runMigrate(process.env)
    case 'bootstrap':
      return runBootstrap(args, process.env)
    case 'password-link':
      return runPasswordLink(args, process.env)
    case 'serve':
      return runServe(process.env)
    case 'help':
    case '--help':
      return console.log(HELP)
    default:
      throw new UsageError(`${word ? `there is no command ${word}` : 'say what to do'}\n\n${HELP}`)
  }
}

/** A refusal speaks for itself; anything else is a bug or a broken surrounding, and its cause matters. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Trying several addresses of a host fails with several errors and no message of its own.
  if (error instanceof AggregateError) return error.errors.map(explain).join('\n')
  const cause = error.cause instanceof Error ? `\n  because: ${error.cause.message}` : ''
  return `${error.message || error.name}${cause}`
}
