import { parseArgs } from 'node:util'
import { bootstrapOperator } from '../areas/app-management/owners/actions.ts'
import { makePasswordLink } from '../identity/sign-in/actions.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { connect } from '../platform/db/connect.ts'
import { requireMigrated } from '../platform/db/migrate.ts'
import { UsageError } from './usage-error.ts'

/** Makes the first operator. Stdout is the token alone, so that a script can keep it in a variable. */
export async function runBootstrap(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { email, name } = readArguments(args)
  const config = readConfig(env)
  const db = connect(config.databaseUrl, { poolSize: 1 })
  try {
    await requireMigrated(db)
    const operator = { email, name, now: systemClock() }
    const hasSignIn = config.bundledSignIn && config.secretKeyFile !== undefined
    const makeLink = hasSignIn ? makePasswordLink : undefined
    const { tokenValue, linkSecret } = await bootstrapOperator(db, operator, makeLink)
    console.error(`Made the operator ${name} and a Full access user token for it.`)
    if (linkSecret !== undefined) {
      console.error('Set a password within 24 hours; the link works once:')
      console.error(`${config.publicUrl}/oauth2/set-password/${linkSecret}`)
    } else {
      console.error(
        `Nobody can sign in without SECRET_KEY_FILE. Once it is set: binnacle password-link --name ${name}`,
      )
    }
    console.error(
      'The token is shown this once and cannot be shown again. Keep it where secrets are kept:',
    )
    console.log(tokenValue)
  } finally {
    await db.destroy()
  }
}

function readArguments(args: string[]): { email: string; name: string } {
  const options = { email: { type: 'string' }, name: { type: 'string' } } as const
  try {
    const { email, name } = parseArgs({ args, options }).values
    if (email && name) return { email, name }
    throw new Error('both --email and --name are needed')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`binnacle bootstrap --email ada@example.com --name ada\n${reason}`)
  }
}
