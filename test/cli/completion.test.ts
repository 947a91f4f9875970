import { describe, expect, test } from 'vitest'
import { useShell } from './shell.ts'

const shell = useShell()

const SHELLS = [
  ['bash', 'bash --norc -i', 'eval "$(binnacle completion bash)"'],
  ['zsh', 'zsh -f -i', 'eval "$(binnacle completion zsh)"'],
  ['fish', 'fish --no-config -i', 'binnacle completion fish | source'],
] as const

describe('completion', () => {
  test.each(SHELLS)('%s: commands of commands, and options', async (_name, program, load) => {
    const { screen } = await shell.onTerminal(program, [
      // Split, so that it is seen when it is run and not when it is typed.
      ['', `${load}; echo re""ady\r`],
      ['ready', 'binnacle operator quota app\t'],
      ['approve', '$W --rea\t'],
      ['--reason', '\u0015exit\r'],
    ])
    expect(screen).toContain('--reason')
  })

  test('knows the commands for invitations', async () => {
    const { stdout } = await shell.run(['completion', 'bash'])
    expect(stdout).toContain('"invitations") words="list accept reject')
    expect(stdout).toMatch(/"invitations reject"\) words=".*--yes/)
  })

  test('2: another shell', async () => {
    const { code, stderr } = await shell.run(['completion', 'tcsh'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('one of bash, zsh, fish')])
  })
})

describe('what is typed wrong', () => {
  test.each([
    [
      ['frobnicate'],
      'Unknown command: frobnicate.\nFor a list of commands and options, add --help.',
    ],
    [['app', 'list'], 'Unknown command: app.\nDid you mean: binnacle apps list\n'],
    [
      ['token', 'create', '--name', 'night build'],
      "Unknown command: token.\nDid you mean: binnacle tokens create --name 'night build'\n",
    ],
    [['apps', 'lst'], 'Unknown command: apps lst.\nDid you mean: binnacle apps list\n'],
    [['operator', 'qouta'], 'Did you mean: binnacle operator quota\n'],
    [['serv'], 'Did you mean: binnacle serve\n'],
    [['--frob', 'apps', 'list'], "Unknown option '--frob'."],
    [['apps', '--frob'], "Unknown option '--frob'."],
    [['apps', 'frobnicate'], 'Unknown command: apps frobnicate.'],
    [['operator'], 'A command is required.'],
    [['apps', 'list', '--frob'], "Unknown option '--frob'."],
    [['quota', 'request', 'cores'], "Missing required argument 'limit'."],
    [['apps', 'list', '--output', 'xml'], 'Allowed choices are table, json, tsv.'],
    [['apps', 'create', 'X'], '--os is required.'],
    [['apps', 'show', 'tides'], 'tides is not a valid app name.'],
    [['tokens', 'list', '--app', 'a/b', '--org', 'c'], '--app and --org cannot be used together.'],
  ])('2: %j', async (args, sentence) => {
    const { code, stdout, stderr } = await shell.run(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(sentence)
    expect(stderr.endsWith('Code: Usage\n')).toBe(true)
  })
})
