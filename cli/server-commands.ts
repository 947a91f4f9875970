import type { Described } from './command.ts'

const ENVIRONMENT =
  'Its settings come from the environment; DATABASE_URL is the one that has no default.'

type ServerCommand = Described & Readonly<{ more?: string }>

/** What the same program does on the machine of a server; `bin/binnacle.ts` runs it without the rest of this. */
export const SERVER_COMMANDS = [
  {
    name: 'dev',
    about: 'a whole installation on this machine, for trying and testing',
    example: 'binnacle dev --data ~/harbour --port 0 --tls-port 0',
    options: [
      [
        '--port <number>',
        'where http is answered; 3000 otherwise, 0 picks a free one, off closes it',
      ],
      ['--tls-port <number>', 'where https is answered; 3443 otherwise, 0 picks a free one'],
      ['--host <address>', 'who else may reach it; nobody but this machine otherwise'],
      ['--data <folder>', 'keep everything there; it is thrown away otherwise'],
      ['--database <url>', 'an empty PostgreSQL database to use; one of its own otherwise'],
      ['--empty', 'an operator and a program, and no sample world'],
      [
        '--write-env-file <file>',
        'write the settings there for scripts; the file goes when it stops',
      ],
      ['--output <format>', 'text for people, or json: one line for scripts'],
    ],
    more: 'It prints addresses, sign-ins, tokens and the settings of each published client. With --data the folder keeps them, secrets included. Each setting of the server can be set in the environment. Ctrl-C stops it.',
  },
  {
    name: 'migrate',
    about: 'bring the database up to date',
    example: 'binnacle migrate',
    more: ENVIRONMENT,
  },
  {
    name: 'bootstrap',
    about: 'make the first operator, print its token once',
    example: 'binnacle bootstrap --email ada@example.com --name ada',
    options: [
      ['--email <address>', 'of the operator'],
      ['--name <name>', 'of the operator'],
    ],
    more: ENVIRONMENT,
  },
  {
    name: 'password-link',
    about: 'print a link with which somebody sets a password',
    example: 'binnacle password-link --name ada',
    options: [['--name <name>', 'of the account']],
    more: ENVIRONMENT,
  },
  {
    name: 'serve',
    about: 'answer requests, and do what follows from them',
    example: 'binnacle serve',
    more: ENVIRONMENT,
  },
  {
    name: 'work',
    about: 'only do what follows from requests',
    example: 'binnacle work',
    more: ENVIRONMENT,
  },
  {
    name: 'load-catalogue [file]',
    about: 'fill the quota catalogue with what ships, or with a file',
    example: 'binnacle load-catalogue',
    more: ENVIRONMENT,
  },
] as const satisfies readonly ServerCommand[]
