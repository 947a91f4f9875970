import { parseArgs } from 'node:util'
import { makePasswordLinkFor } from '../identity/sign-in/actions.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { connect } from '../platform/db/connect.ts'
import { requireMigrated } from '../platform/db/migrate.ts'
import { UsageError } from './usage-error.ts'

/** For whoever can sign in nowhere, so that no operator can help them. Stdout is the link alone. */
export async function runPasswordLink(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const name = readName(args)
  const config = readConfig(env)
  if (!config.bundledSignIn || config.secretKeyFile === undefined) {
    throw new Error(
      'The bundled sign-in is off, so there are no passwords to set. Set SECRET_KEY_FILE, and leave BUNDLED_SIGN_IN alone, here and for "binnacle serve".',
    )
  }
  const db = connect(config.databaseUrl, { poolSize: 1 })
  try {
    await requireMigrated(db)
    const actor = { kind: 'process', id: 'password-link', at: systemClock() } as const
    const secret = await makePasswordLinkFor(db, actor, name)
    console.error(
      `${name} sets a password with this link within 24 hours. It works once, and older links do not work any more:`,
    )
    console.log(`${config.publicUrl}/oauth2/set-password/${secret}`)
  } finally {
    await db.destroy()
  }
}

function readName(args: string[]): string {
  try {
    const { name } = parseArgs({ args, options: { name: { type: 'string' } } }).values
    if (name) return name
    throw new Error('--name is needed')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(`binnacle password-link --name ada\n${reason}`)
  }
}
