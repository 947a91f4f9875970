import { parseArgs } from 'node:util'
import { makeBreakGlassLink } from '../identity/break-glass/actions.ts'
import { hasProvider } from '../identity/settings.ts'
import { makePasswordLinkFor, type SignInActor } from '../identity/sign-in/actions.ts'
import { connect, type Db, RUNS_ONCE } from '../platform/db/connect.ts'
import { requireMigrated } from '../platform/db/migrate.ts'
import { reasonOf } from '../platform/errors.ts'
import { systemRealTime } from '../platform/time.ts'
import { type Config, readConfig } from '../settings.ts'
import { UsageError } from './usage-error.ts'

/** For whoever can sign in nowhere, so that no operator can help them. Stdout is the link alone. */
export async function runPasswordLink(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { name, isBreakGlass } = readOptions(args)
  const { isOn, off, make, path, sentence } = isBreakGlass ? BREAK_GLASS : PASSWORD
  const config = readConfig(env)
  if (!isOn(config) || config.secretKeyFiles.length === 0) throw new Error(off)
  const db = connect(config.databaseUrl, { ...RUNS_ONCE, size: 1 })
  try {
    await requireMigrated(db)
    const actor = { kind: 'process', id: 'password-link', at: systemRealTime() } as const
    const secret = await make(db, actor, name)
    console.error(sentence(name))
    console.log(`${config.publicUrl}${path}${secret}`)
  } finally {
    await db.destroy()
  }
}

type Link = Readonly<{
  isOn: (config: Config) => boolean
  /** What to set if it is not. */
  off: string
  make: (db: Db, actor: SignInActor, login: string) => Promise<string>
  path: string
  sentence: (name: string) => string
}>

const PASSWORD: Link = {
  isOn: ({ bundledSignIn }) => bundledSignIn,
  off: 'The bundled sign-in is off, so accounts have no passwords. Set SECRET_KEY_FILE and do not set BUNDLED_SIGN_IN to false, here and for "binnacle serve".',
  make: makePasswordLinkFor,
  path: '/oauth2/set-password/',
  sentence: (name) =>
    `Send this link to ${name} to set a password. It works once, within 24 hours. Earlier links are no longer valid:`,
}

const BREAK_GLASS: Link = {
  isOn: hasProvider,
  off: 'Nobody can sign in with these settings. Set SECRET_KEY_FILE, and do not set BUNDLED_SIGN_IN to false unless an issuer in TRUSTED_ISSUERS has signIn, here and for "binnacle serve".',
  make: makeBreakGlassLink,
  path: '/oauth2/break-glass/',
  sentence: (name) =>
    `Anyone who opens this link can sign in as the operator ${name}. It works once, within 15 minutes, and the sign-in ends after one hour. Earlier links are no longer valid:`,
}

function readOptions(args: string[]): { name: string; isBreakGlass: boolean } {
  try {
    const { name, 'break-glass': isBreakGlass } = parseArgs({
      args,
      options: { name: { type: 'string' }, 'break-glass': { type: 'boolean', default: false } },
    }).values
    if (name) return { name, isBreakGlass }
    throw new Error('--name is required')
  } catch (error) {
    const reason = reasonOf(error)
    throw new UsageError(`binnacle password-link --name ada [--break-glass]\n${reason}`)
  }
}
