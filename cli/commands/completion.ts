import { type Command, type Described, type Group, isGroup, oneOf } from '../command.ts'
import { SERVER_COMMANDS } from '../server-commands.ts'
import { type CommandTree, toBash, toFish, toZsh } from '../terminal/completion.ts'

const SHELLS = { bash: toBash, zsh: toZsh, fish: toFish } as const

/** Handed over as a function: the list of all commands holds this one. */
export const completionOf = (everything: () => Group): Command => ({
  name: 'completion <shell>',
  about: 'print a completion script for bash, zsh or fish',
  example: 'eval "$(binnacle completion bash)"',
  async run({ io }, { args: [shell = ''] }) {
    const known = oneOf(['bash', 'zsh', 'fish'], shell, 'The shell')
    const tree = toTree(everything())
    const servers = SERVER_COMMANDS.map((command) => toTree(command, ['--help']))
    io.out(SHELLS[known]({ ...tree, commands: [...tree.commands, ...servers] }))
  },
})

const GLOBAL = ['--profile', '--output', '--verbose', '--help']

function toTree(entry: Described | Group, common = GLOBAL): CommandTree {
  const [name = ''] = entry.name.split(' ')
  if (isGroup(entry)) {
    const commands = entry.commands.map((each) => toTree(each))
    return { name, about: entry.about, options: common, commands }
  }
  const own = (entry.options ?? []).flatMap(([flags]) => /--[a-z-]+/.exec(flags)?.[0] ?? [])
  return { name, about: entry.about, options: [...own, ...common], commands: [] }
}
