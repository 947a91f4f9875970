import { type CommanderError, Option, Command as Parser } from 'commander'
import { type Command, type Described, type Group, isGroup, toGiven } from './command.ts'
import { apps } from './commands/apps.ts'
import { completionOf } from './commands/completion.ts'
import { events } from './commands/events.ts'
import { invitations } from './commands/invitations.ts'
import { login } from './commands/login.ts'
import { logout } from './commands/logout.ts'
import { members } from './commands/members.ts'
import { notifications } from './commands/notifications/notifications.ts'
import { operatorAccess } from './commands/operator/access.ts'
import { operatorAvailability } from './commands/operator/availability.ts'
import { operatorEvents } from './commands/operator/events.ts'
import { firstSteps, promote, testMail } from './commands/operator/first-steps.ts'
import { operatorGroups } from './commands/operator/groups.ts'
import { operatorQuota } from './commands/operator/quota.ts'
import { operatorSubscriptions } from './commands/operator/subscriptions.ts'
import { orgs } from './commands/orgs.ts'
import { profiles } from './commands/profiles.ts'
import { quota } from './commands/quota.ts'
import { sessions } from './commands/sessions.ts'
import { subscriptions } from './commands/subscriptions.ts'
import { tokens } from './commands/tokens.ts'
import { whoami } from './commands/whoami.ts'
import { openContext } from './context.ts'
import { type Failure, quoteForShell, usage } from './failure.ts'
import { SERVER_COMMANDS } from './server-commands.ts'
import type { Environment, Io } from './terminal/io.ts'
import { FORMATS } from './terminal/output.ts'
import { suggest } from './terminal/suggestion.ts'

/** Every command there is. */
export const COMMANDS: Group = {
  name: 'binnacle',
  about: 'Manage apps, members, API tokens, service health and quota.',
  commands: [
    login,
    logout,
    whoami,
    apps,
    orgs,
    members,
    invitations,
    tokens,
    sessions,
    subscriptions,
    events,
    quota,
    notifications,
    {
      name: 'operator',
      about: 'manage subscriptions, access, events, resource states and quota, for operators',
      commands: [
        operatorEvents,
        operatorAvailability,
        operatorQuota,
        operatorSubscriptions,
        operatorAccess,
        operatorGroups,
        firstSteps,
        promote,
        testMail,
      ],
    },
    profiles,
    completionOf(() => COMMANDS),
  ],
}

const ASK_FOR_HELP = 'For a list of commands and options, add --help.'

type ProgramInput = Readonly<{
  env: Environment
  io: Io
  version: string
}>

export function buildProgram({ env, io, version }: ProgramInput): Parser {
  const program = toParser(COMMANDS, { env, io })
    .version(version, '--version', 'print the version')
    .option(
      '--profile <name>',
      'the profile to use (default: BINNACLE_PROFILE, or the current profile)',
    )
    .addOption(new Option('--output <format>', 'the output format').choices(FORMATS))
    .option('-v, --verbose', 'print what the command did')
  for (const command of SERVER_COMMANDS) {
    program.addCommand(toHelp(command, io))
  }
  return program
}

function toParser(group: Group, around: Pick<ProgramInput, 'env' | 'io'>): Parser {
  const parser = configure(new Parser(group.name), group.about, firstExample(group), around.io)
  for (const entry of group.commands) {
    parser.addCommand(isGroup(entry) ? toParser(entry, around) : toLeaf(entry, around))
  }
  // Options of a command that was misspelt are unknown here: the command is what to speak of.
  return parser
    .allowExcessArguments()
    .allowUnknownOption()
    .action(() => {
      throw toMistake(parser)
    })
}

function toMistake(parser: Parser): Failure {
  const [typed, ...rest] = parser.args
  if (!typed)
    return usage(`A command is required.\n${parser.helpInformation()}`.trimEnd(), ASK_FOR_HELP)
  if (typed.startsWith('-')) return usage(`Unknown option '${typed}'.`, ASK_FOR_HELP)
  const path = pathOf(parser)
  const meant = suggest(
    typed,
    parser.commands.map((command) => command.name()),
  )
  const words = ['binnacle', ...path.split(' '), meant ?? '', ...rest.map(quoteForShell)]
  return usage(
    `Unknown command: ${path}${typed}.`,
    meant ? `Did you mean: ${words.filter(Boolean).join(' ')}` : ASK_FOR_HELP,
  )
}

const pathOf = (parser: Parser): string =>
  parser.parent ? `${pathOf(parser.parent)}${parser.name()} ` : ''

export function firstExample(group: Group): string {
  const [first] = group.commands
  if (!first) return ''
  return isGroup(first) ? firstExample(first) : first.example
}

function toLeaf(command: Command, { env, io }: Pick<ProgramInput, 'env' | 'io'>): Parser {
  const parser = describe(command, io)
  return parser.action(async () => {
    const context = openContext(env, io, parser.optsWithGlobals())
    await command.run(context, toGiven(parser.args, parser.opts()))
  })
}

/** Only helps: what it is about runs without this parser, unless options of ours come before its name. */
function toHelp(command: (typeof SERVER_COMMANDS)[number], io: Io): Parser {
  const parser = describe(command, io)
  return parser
    .helpGroup('Server commands:')
    .configureHelp({ showGlobalOptions: false })
    .addHelpText('after', `\n${command.more}`)
    .action(() => {
      throw usage(`Options cannot come before ${parser.name()}.`, `Run: binnacle ${parser.name()}`)
    })
}

function describe({ name: typed, about, example, options = [] }: Described, io: Io): Parser {
  const [name = '', ...args] = typed.split(' ')
  const parser = configure(new Parser(name), about, example, io)
  for (const arg of args) parser.argument(arg)
  for (const [flags, about] of options) addOption(parser, flags, about)
  return parser
}

const SEVERAL = '...'

function addOption(parser: Parser, flags: string, about: string): void {
  if (!flags.endsWith(SEVERAL)) return void parser.option(flags, about)
  const collect = (value: string, before: readonly string[] = []) => [...before, value]
  parser.option(flags.slice(0, -SEVERAL.length), `${about} (can be repeated)`, collect)
}

/** Help begins with an example; failures are thrown, and told by whoever called. */
function configure(parser: Parser, about: string, example: string, io: Io): Parser {
  return parser
    .description(`${about.charAt(0).toUpperCase()}${about.slice(1).replace(/\.?$/, '.')}`)
    .summary(about)
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .addHelpText('before', `Example:\n  ${example}\n`)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: io.out, writeErr: () => undefined, outputError: () => undefined })
    .allowExcessArguments(false)
    .exitOverride()
}

/** A failure of the parser in our words; nothing when it only showed help or the version. */
export function toParserFailure(error: CommanderError): Failure | undefined {
  if (error.exitCode === 0) return undefined
  const message = error.message.replace(/^error: /, '')
  return usage(
    `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.?$/, '.')}`,
    ASK_FOR_HELP,
  )
}
