import { type Command, type Group, isGroup, oneOf } from '../command.ts'
import { type CommandTree, toBash, toFish, toZsh } from '../completion.ts'

const SHELLS = { bash: toBash, zsh: toZsh, fish: toFish } as const

/** Handed over as a function: the list of all commands holds this one. */
export const completionOf = (everything: () => Group): Command => ({
  name: 'completion <shell>',
  about: 'a script that completes commands and options in bash, zsh or fish',
  example: 'eval "$(binnacle completion bash)"',
  async run({ io }, { args: [shell = ''] }) {
    const known = oneOf(['bash', 'zsh', 'fish'], shell, 'The shell')
    io.out(SHELLS[known](toTree(everything())))
  },
})

const GLOBAL = ['--profile', '--output', '--verbose', '--help']

function toTree(entry: Command | Group): CommandTree {
  const [name = ''] = entry.name.split(' ')
  if (!isGroup(entry)) {
    const own = (entry.options ?? []).flatMap(([flags]) => /--[a-z-]+/.exec(flags)?.[0] ?? [])
    return { name, about: entry.about, options: [...own, ...GLOBAL], commands: [] }
  }
  return { name, about: entry.about, options: GLOBAL, commands: entry.commands.map(toTree) }
}
