import type { Command } from '../command.ts'
import { EXIT, exitCodeOf, Failure } from '../failure.ts'
import { trustAuthority } from '../profile/installation.ts'
import { keepSecrets, readSecrets, type Secrets } from '../profile/secrets.ts'
import { signedOut } from '../profile/session.ts'

export const logout: Command = {
  name: 'logout',
  about: 'sign out on this machine and on the server, and remove the credentials from the profile',
  example: 'binnacle logout --profile old',
  async run(context) {
    const { file } = context
    const name = await context.profileName()
    const { server, ca, secrets } = await file.change(async (profiles) => {
      const profile = profiles.profiles[name]
      if (!profile) throw signedOut(name)
      const held = await readSecrets(file.folder, name, profile)
      const emptied = await keepSecrets(file.folder, name, profile, {})
      const changed = { ...profiles, profiles: { ...profiles.profiles, [name]: emptied } }
      return { profiles: changed, answer: { ...profile, secrets: held } }
    })
    if (ca) await trustAuthority(ca)
    await end(server, secrets)
    if (secrets.apiToken !== undefined) {
      context.io.printStatus(
        'The API token was removed from this machine, but it is still valid. To revoke it, use your account page in the portal, or sign in and run: binnacle tokens revoke ID\n',
      )
    }
    context.report(`Signed out of ${server}.`)
  },
}

/** Forgotten in any case; but that the server did not hear of it must be known. */
async function end(server: string, { refreshToken }: Secrets): Promise<void> {
  if (refreshToken === undefined) return
  const { revoke } = await import('../profile/sign-in.ts')
  try {
    await revoke(server, refreshToken)
  } catch (error) {
    throw new Failure(
      exitCodeOf(error) === EXIT.later ? EXIT.later : EXIT.failed,
      'NotRevoked',
      `You are signed out on this machine, but the session on ${server} could not be ended.`,
      'Your session on the server expires after two weeks. To end it now, ask an operator.',
    )
  }
}
