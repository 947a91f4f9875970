export type CommandTree = Readonly<{
  name: string
  about: string
  options: readonly string[]
  commands: readonly CommandTree[]
}>

type CommandPath = Readonly<{ path: string; tree: CommandTree }>

/** Every place one can be in while typing: `` at the start, then like `operator events`. */
function listPaths(tree: CommandTree, path = ''): CommandPath[] {
  const inner = tree.commands.flatMap((command) =>
    listPaths(command, path ? `${path} ${command.name}` : command.name),
  )
  return [{ path, tree }, ...inner]
}

const wordsOf = ({ commands, options }: CommandTree) =>
  [...commands.map(({ name }) => name), ...options].join(' ')

export function toBash(tree: CommandTree): string {
  const paths = listPaths(tree)
  const known = paths.map(({ path }) => `"${path}"`).join(' | ')
  const cases = paths.map(({ path, tree }) => `    "${path}") words="${wordsOf(tree)}" ;;`)
  return `# binnacle: completion for bash. In ~/.bashrc: eval "$(binnacle completion bash)"
_binnacle() {
  local word path="" next words=""
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    next="\${path:+$path }$word"
    case "$next" in
      ${known}) path="$next" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _binnacle binnacle
`
}

/** The zsh that understands completions of bash is every zsh of the last twenty years. */
export function toZsh(tree: CommandTree): string {
  return `# binnacle: completion for zsh. In ~/.zshrc: eval "$(binnacle completion zsh)"
autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${toBash(tree).split('\n').slice(1).join('\n')}`
}

export function toFish(tree: CommandTree): string {
  const lines = listPaths(tree).flatMap(({ path, tree }) => [
    ...tree.commands.map(
      ({ name, about }) =>
        `complete -c binnacle -f -n '__binnacle_at "${path}"' -a ${name} -d '${quote(about)}'`,
    ),
    ...tree.options.map(
      (option) => `complete -c binnacle -n '__binnacle_at "${path}"' -l ${option.slice(2)}`,
    ),
  ])
  const known = listPaths(tree).map(({ path }) => `"${path}"`)
  return `# binnacle: completion for fish. In config.fish: binnacle completion fish | source
function __binnacle_at
  set -l path ""
  for word in (commandline -opc)[2..]
    set -l next (string trim -- "$path $word")
    contains -- "$next" ${known.join(' ')}; and set path "$next"
  end
  test "$path" = "$argv[1]"
end
${lines.join('\n')}
`
}

const quote = (text: string) => text.replaceAll("'", "\\'")
