import type { Command as Parser } from 'commander'
import { type Described, type Group, isGroup } from '../../cli/command.ts'
import { buildProgram, COMMANDS } from '../../cli/program.ts'
import { SERVER_COMMANDS } from '../../cli/server-commands.ts'
import { openIo } from '../../cli/terminal/io.ts'
import manifest from '../../package.json' with { type: 'json' }
import { tableOf } from './markdown.ts'

const HELP = '--help'

/** Every command with its arguments, options and example, from the tree that parses what is typed. */
export function cliReference(): string {
  const program = buildProgram({ env: {}, io: openIo({}), version: manifest.version })
  const onServer = new Set<string>(SERVER_COMMANDS.map(({ name }) => firstWord(name)))
  const forPeople = program.commands.filter((command) => !onServer.has(command.name()))
  const ofServer = program.commands.filter((command) => onServer.has(command.name()))
  return [
    '# Command-line reference',
    '',
    'The `binnacle` program has commands for people and scripts, which call the API, and commands that run on a server. The',
    '[guide](guides/cli.md) explains profiles, output formats and exit codes. Every command also has `--help`.',
    '',
    '## Options of every command',
    '',
    ...optionsOf(program),
    '',
    '## Commands for people and scripts',
    '',
    ...forPeople.flatMap((command) => describe(command, COMMANDS.commands)),
    '## Commands on a server',
    '',
    'These commands read the [settings](guides/settings.md) from environment variables.',
    '',
    ...ofServer.flatMap((command) => describe(command, SERVER_COMMANDS)),
    'This page is generated from `cli/` by `npm run generate`.',
    '',
  ].join('\n')
}

type Entry = (Described & Readonly<{ more?: string }>) | Group

function describe(parser: Parser, entries: readonly Entry[], path = 'binnacle'): string[] {
  const entry = entries.find(({ name }) => firstWord(name) === parser.name())
  if (!entry) throw new Error(`no command has the name ${path} ${parser.name()}`)
  const name = `${path} ${parser.name()}`
  if (isGroup(entry)) {
    return parser.commands.flatMap((command) => describe(command, entry.commands, name))
  }
  const args = parser.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  )
  return [
    `### ${name}`,
    '',
    parser.description(),
    ...('more' in entry && entry.more ? ['', entry.more] : []),
    '',
    '```',
    [name, ...args, ...(hasOptions(parser) ? ['[options]'] : [])].join(' '),
    '```',
    '',
    `Example: \`${entry.example}\``,
    '',
    ...(hasOptions(parser) ? [...optionsOf(parser), ''] : []),
  ]
}

const firstWord = (name: string) => name.split(' ')[0] ?? ''
const listOptions = (parser: Parser) => parser.options.filter(({ long }) => long !== HELP)
const hasOptions = (parser: Parser) => listOptions(parser).length > 0

const optionsOf = (parser: Parser) =>
  tableOf(
    ['Option', 'Description'],
    listOptions(parser).map(({ flags, description, argChoices }) => [
      `\`${flags}\``,
      argChoices ? `${description}: ${argChoices.join(', ')}` : description,
    ]),
  )
