import { parseArgs } from 'node:util'
import { bootstrapOperator } from '../areas/app-management/owners/actions.ts'
import { makePasswordLink } from '../identity/sign-in/actions.ts'
import { connect, type Trx } from '../platform/db/connect.ts'
import { requireMigrated } from '../platform/db/migrate.ts'
import { reasonOf } from '../platform/errors.ts'
import { systemProductTime, systemRealTime } from '../platform/time.ts'
import { readConfig } from '../settings.ts'
import { UsageError } from './usage-error.ts'

/** Makes the first operator. Stdout is the token alone, so that a script can keep it in a variable. */
export async function runBootstrap(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { email, name } = readArguments(args)
  const config = readConfig(env)
  const db = connect(config.databaseUrl, { size: 1 })
  try {
    await requireMigrated(db)
    const { tokenLife } = config
    const operator = { email, name, at: systemProductTime(), tokenLife }
    const hasSignIn = config.bundledSignIn && config.secretKeyFiles.length > 0
    const makeLink = hasSignIn ? makeFirstLink : undefined
    const { tokenValue, linkSecret } = await bootstrapOperator(db, operator, makeLink)
    console.error(`Created the operator ${name} and a Full access user token for it.`)
    if (linkSecret !== undefined) {
      console.error('Set a password within 24 hours. The link works once:')
      console.error(`${config.publicUrl}/oauth2/set-password/${linkSecret}`)
    } else {
      console.error(
        `Sign-in is off until you set SECRET_KEY_FILE. After you set it, run: binnacle sign-in-link --name ${name}`,
      )
    }
    console.error('The token is shown only once. Store it in a secure place:')
    console.log(tokenValue)
  } finally {
    await db.destroy()
  }
}

/** Whoever has just been made the first operator sets a password through it. */
export const makeFirstLink = (trx: Trx, accountId: string) =>
  makePasswordLink(trx, { kind: 'process', id: 'bootstrap', at: systemRealTime() }, accountId)

function readArguments(args: string[]): { email: string; name: string } {
  const options = { email: { type: 'string' }, name: { type: 'string' } } as const
  try {
    const { email, name } = parseArgs({ args, options }).values
    if (email && name) return { email, name }
    throw new Error('--email and --name are required')
  } catch (error) {
    const reason = reasonOf(error)
    throw new UsageError(`binnacle bootstrap --email ada@example.com --name ada\n${reason}`)
  }
}
