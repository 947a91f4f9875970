import type { Command, Group } from '../command.ts'
import { EXIT, Failure, usage } from '../failure.ts'
import { type Column, printRows } from '../output.ts'
import type { Profile } from '../profile-file.ts'
import { remember } from '../profiles.ts'

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
  about: 'the profiles of this machine, without their secrets',
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
  about: 'the profile that commands mean when none is named',
  example: 'binnacle profiles use default',
  async run(context, { args: [name = ''] }) {
    await context.file.change(async (profiles) => {
      if (!profiles.profiles[name]) {
        throw new Failure(
          EXIT.missing,
          'NoSuchProfile',
          `There is no profile ${name}.`,
          `See those there are: binnacle profiles list   Make it: binnacle login --profile ${name}`,
        )
      }
      return { profiles: { ...profiles, current: name }, answer: undefined }
    })
    context.report(`Commands use the profile ${name} from now on.`)
  },
}

const set: Command = {
  name: 'set',
  about: 'what commands mean when they are not told',
  example:
    'binnacle profiles set --subscription sub-a --provider Microsoft.Compute --location eastus',
  options: [
    ['--subscription <id>', 'for events and quota'],
    ['--provider <name>', 'for quota'],
    ['--location <name>', 'for quota'],
  ],
  async run(context, given) {
    const named = (['subscription', 'provider', 'location'] as const).flatMap((what) => {
      const value = given.text(what)
      return value === undefined ? [] : [[what, value] as const]
    })
    if (named.length === 0)
      throw usage('Nothing was named.', 'Name it with --subscription, --provider or --location.')
    await remember(context, Object.fromEntries(named))
    context.report(`Remembered ${named.map(([what, value]) => `${what} ${value}`).join(', ')}.`)
  },
}

export const profiles: Group = {
  name: 'profiles',
  about: 'several servers or people on one machine',
  commands: [list, use, set],
}
