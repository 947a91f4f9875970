import { parseArgs } from 'node:util'
import { hasProvider } from '../identity/settings.ts'
import { makeSignInLink } from '../identity/sign-in-link/actions.ts'
import { connect } from '../platform/db/connect.ts'
import { requireMigrated } from '../platform/db/migrate.ts'
import { reasonOf } from '../platform/errors.ts'
import { systemRealTime } from '../platform/time.ts'
import { readConfig } from '../settings.ts'
import { UsageError } from './usage-error.ts'

const NO_SIGN_IN =
  'Nobody can sign in with these settings. Set SECRET_KEY_FILE, and do not set BUNDLED_SIGN_IN to false unless an issuer in TRUSTED_ISSUERS has signIn, here and for "binnacle serve".'

/** For an operator who can sign in nowhere. Stdout is the link alone. */
export async function runSignInLink(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const name = readName(args)
  const config = readConfig(env)
  if (!hasProvider(config) || config.secretKeyFiles.length === 0) throw new Error(NO_SIGN_IN)
  const db = connect(config.databaseUrl, { size: 1 })
  try {
    await requireMigrated(db)
    const actor = { kind: 'process', id: 'sign-in-link', at: systemRealTime() } as const
    const secret = await makeSignInLink(db, actor, name)
    console.error(
      `Anyone who opens this link can sign in as the operator ${name}. It works once, within 15 minutes, and the sign-in ends after one hour. Earlier links are no longer valid:`,
    )
    console.log(`${config.publicUrl}/oauth2/sign-in-link/${secret}`)
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
    throw new UsageError(`binnacle sign-in-link --name ada\n${reasonOf(error)}`)
  }
}
