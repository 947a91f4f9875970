import type { Command } from '../command.ts'
import { EXIT, exitCodeOf, Failure } from '../failure.ts'
import { trustAuthority } from '../installation.ts'
import { keepSecrets, readSecrets, type Secrets } from '../secrets.ts'
import { signedOut } from '../session.ts'

export const logout: Command = {
  name: 'logout',
  about: 'end the sign-in here and at the server; the profile stays, without its secrets',
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
      context.io.talk(
        'The API token is forgotten here and still works for whoever has it. Revoke it on the page of your account, or signed in as a person: binnacle tokens revoke ID\n',
      )
    }
    context.report(`Signed out of ${server}.`)
  },
}

/** Forgotten in any case; but that the server did not hear of it must be known. */
async function end(server: string, { refreshToken }: Secrets): Promise<void> {
  if (refreshToken === undefined) return
  const { revoke } = await import('../sign-in.ts')
  try {
    await revoke(server, refreshToken)
  } catch (error) {
    throw new Failure(
      exitCodeOf(error) === EXIT.later ? EXIT.later : EXIT.failed,
      'NotRevoked',
      `The sign-in is forgotten on this machine, but ${server} could not be told (${(error as Error).message}).`,
      'It ends there by itself after two weeks; an operator can end it now.',
    )
  }
}
