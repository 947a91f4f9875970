import type { Context } from './context.ts'
import type { Profile } from './profile-file.ts'
import { signedOut } from './session.ts'

type Defaults = Pick<Profile, 'app' | 'subscription' | 'provider' | 'location'>

/** Keeps what commands mean when they are not told. */
export async function remember(context: Context, defaults: Defaults): Promise<void> {
  const name = await context.profileName()
  await context.file.change(async (profiles) => {
    const profile = profiles.profiles[name]
    if (!profile) throw signedOut(name)
    const changed = { ...profiles.profiles, [name]: { ...profile, ...defaults } }
    return { profiles: { ...profiles, profiles: changed }, answer: undefined }
  })
}
