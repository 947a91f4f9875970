import { parseArgs } from 'node:util'
import { makePasswordLinkFor } from '../identity/sign-in/actions.ts'
import { connect, RUNS_ONCE } from '../platform/db/connect.ts'
import { requireMigrated } from '../platform/db/migrate.ts'
import { reasonOf } from '../platform/errors.ts'
import { systemRealTime } from '../platform/time.ts'
import { readConfig } from '../settings.ts'
import { UsageError } from './usage-error.ts'

/** For whoever can sign in nowhere, so that no operator can help them. Stdout is the link alone. */
export async function runPasswordLink(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const name = readName(args)
  const config = readConfig(env)
  if (!config.bundledSignIn || config.secretKeyFiles.length === 0) {
    throw new Error(
      'The bundled sign-in is off, so accounts have no passwords. Set SECRET_KEY_FILE and do not set BUNDLED_SIGN_IN to false, here and for "binnacle serve".',
    )
  }
  const db = connect(config.databaseUrl, { ...RUNS_ONCE, size: 1 })
  try {
    await requireMigrated(db)
    const actor = { kind: 'process', id: 'password-link', at: systemRealTime() } as const
    const secret = await makePasswordLinkFor(db, actor, name)
    console.error(
      `Send this link to ${name} to set a password. It works once, within 24 hours. Earlier links are no longer valid:`,
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
    throw new Error('--name is required')
  } catch (error) {
    const reason = reasonOf(error)
    throw new UsageError(`binnacle password-link --name ada\n${reason}`)
  }
}
