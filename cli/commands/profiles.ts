import type { Command, Group } from '../command.ts'
import { EXIT, Failure, usage } from '../failure.ts'
import type { Profile } from '../profile/profile-file.ts'
import { remember } from '../profile/profiles.ts'
import { type Column, printRows } from '../terminal/output.ts'

type Named = Omit<Profile, 'secrets'> & Readonly<{ name: string; isCurrent: boolean }>

const COLUMNS: readonly Column<Named>[] = [
  { header: 'Profile', value: ({ name }) => name },
  { header: 'Current', value: ({ isCurrent }) => (isCurrent ? 'yes' : '') },
  { header: 'Server', value: ({ server }) => server },
  { header: 'User', value: ({ user }) => user },
  { header: 'App', value: ({ app }) => app, isExtra: true },
  { header: 'Subscription', value: ({ subscription }) => subscription, isExtra: true },
]

const list: Command = {
  name: 'list',
  about: 'list the profiles on this machine, without their credentials',
  example: 'binnacle profiles list',
  async run(context) {
    const { profiles } = await context.file.read()
    const current = await context.profileName()
    const rows = Object.entries(profiles).map(([name, { secrets: _, ...profile }]) => ({
      name,
      isCurrent: name === current,
      ...profile,
    }))
    printRows(context, rows, COLUMNS)
  },
}

const use: Command = {
  name: 'use <profile>',
  about: 'set the current profile',
  example: 'binnacle profiles use default',
  async run(context, { args: [name = ''] }) {
    await context.file.change(async (profiles) => {
      if (!profiles.profiles[name]) {
        throw new Failure(
          EXIT.missing,
          'NoSuchProfile',
          `The profile ${name} does not exist.`,
          `To list the profiles: binnacle profiles list\nTo create this profile: binnacle login --profile ${name}`,
        )
      }
      return { profiles: { ...profiles, current: name }, answer: undefined }
    })
    context.report(`The current profile is now ${name}.`)
  },
}

const set: Command = {
  name: 'set',
  about: 'set default values for commands',
  example:
    'binnacle profiles set --subscription sub-a --provider Microsoft.Compute --location eastus',
  options: [
    ['--subscription <id>', 'the default subscription for events and quota'],
    ['--provider <name>', 'the default provider for quota'],
    ['--location <name>', 'the default location for quota'],
  ],
  async run(context, given) {
    const named = (['subscription', 'provider', 'location'] as const).flatMap((what) => {
      const value = given.text(what)
      return value === undefined ? [] : [[what, value] as const]
    })
    if (named.length === 0)
      throw usage('No value was specified.', 'Add --subscription, --provider or --location.')
    await remember(context, Object.fromEntries(named))
    context.report(`Stored ${named.map(([what, value]) => `${what} ${value}`).join(', ')}.`)
  },
}

export const profiles: Group = {
  name: 'profiles',
  about: 'manage profiles for several servers or accounts',
  commands: [list, use, set],
}
