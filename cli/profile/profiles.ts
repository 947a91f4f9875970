import type { Context } from '../context.ts'
import { quoteForShell, usage } from '../failure.ts'
import type { Profile } from './profile-file.ts'
import { signedOut } from './session.ts'

type Defaults = Pick<Profile, 'app' | 'subscription' | 'provider' | 'location'>

/** Keeps what commands mean when they are not told. */
export async function remember(context: Context, defaults: Defaults): Promise<void> {
  const name = await context.profileName()
  await context.file.change(async (profiles) => {
    const profile = profiles.profiles[name]
    if (!profile) throw context.env.BINNACLE_TOKEN ? withoutProfile(defaults) : signedOut(name)
    const changed = { ...profiles.profiles, [name]: { ...profile, ...defaults } }
    return { profiles: { ...profiles, profiles: changed }, answer: undefined }
  })
}

/** The environment says who and where, so that there is nothing to keep it in. */
function withoutProfile(defaults: Defaults) {
  const exports = Object.entries(defaults).map(
    ([what, value]) => `export BINNACLE_${what.toUpperCase()}=${quoteForShell(value)}`,
  )
  return usage(
    'BINNACLE_TOKEN is set, so no profile is in use and defaults cannot be stored.',
    `Run: ${exports.join('; ')}`,
  )
}
