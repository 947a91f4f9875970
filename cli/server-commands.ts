import type { Described } from './command.ts'

const ENVIRONMENT =
  'Set the server settings as environment variables. Only DATABASE_URL is required.'

type ServerCommand = Described & Readonly<{ more?: string }>

/** What the same program does on the machine of a server; `bin/binnacle.ts` runs it without the rest of this. */
export const SERVER_COMMANDS = [
  {
    name: 'dev',
    about: 'start an installation on this machine, for development and tests',
    example: 'binnacle dev --data ~/harbour --port 0 --tls-port 0',
    options: [
      [
        '--port <number>',
        'the port for http (default: 3000; 0 picks a free port, off disables http)',
      ],
      ['--tls-port <number>', 'the port for https (default: 3443; 0 picks a free port)'],
      ['--host <address>', 'the address to listen on (default: this machine only)'],
      ['--data <folder>', 'the folder for the data (default: a temporary folder, deleted on exit)'],
      ['--database <url>', 'an empty PostgreSQL database (default: start a private one)'],
      ['--empty', 'create an operator and a service account, but no sample data'],
      ['--seed <file>', 'load the data in this file instead of the sample data; can be repeated'],
      [
        '--write-env-file <file>',
        'write the settings for clients to a file that scripts can read; the file is deleted on exit',
      ],
      ['--output <format>', 'text, or json for one line that scripts can read'],
    ],
    more: 'Prints addresses, passwords, tokens and the settings for each published client. With --data, these values are also stored in the data folder, so protect it as you would protect a password. You can change every server setting with an environment variable. Press Ctrl-C to stop.',
  },
  {
    name: 'rehearse <scenario>',
    about: 'run a scenario in an emulator, and report what each client received and when',
    example: 'binnacle rehearse regional-outage',
    options: [
      [
        '--until-polled <path>',
        'after each step, wait until a client has polled this path (* matches any text)',
      ],
      ['--output <format>', 'text, or json for scripts'],
    ],
    more: 'The scenario is a YAML file, or one of: drill, maintenance-that-slips, provider-down, quota-partly-granted, regional-outage, security-advisory, throttled-poller. It runs in the emulator whose environment variables are set, as binnacle dev prints them. Without BINNACLE_CONTROL_KEY, the command starts an emulator. Afterwards, the data and the clock of the emulator are restored.',
  },
  {
    name: 'migrate',
    about: 'apply the database migrations',
    example: 'binnacle migrate',
    more: ENVIRONMENT,
  },
  {
    name: 'bootstrap',
    about:
      'create the first operator, and print an API token and a one-time link to set the password',
    example: 'binnacle bootstrap --email ada@example.com --name ada',
    options: [
      ['--email <address>', 'the e-mail address of the operator'],
      ['--name <name>', 'the name of the operator'],
    ],
    more: `${ENVIRONMENT} The API token is a user token with Full access, for apps, organizations, members and tokens. The operator API does not accept this token: to use that API, sign in.`,
  },
  {
    name: 'sign-in-link',
    about: 'print a link with which an operator can sign in once, without a password or an issuer',
    example: 'binnacle sign-in-link --name ada',
    options: [['--name <name>', 'the name or e-mail address of the operator']],
    more: ENVIRONMENT,
  },
  {
    name: 'serve',
    about: 'serve the APIs and the portal, and run jobs',
    example: 'binnacle serve',
    more: ENVIRONMENT,
  },
  {
    name: 'work',
    about: 'run jobs only',
    example: 'binnacle work',
    more: ENVIRONMENT,
  },
  {
    name: 'doctor',
    about:
      'check settings, database, roles, jobs, keys, clock, certificate and public URL, and report what to do',
    example: 'binnacle doctor',
    more: `${ENVIRONMENT} Use the same settings as for \`serve\`, including SECRET_KEY_FILE. The command does not change anything. The exit code is 1 if there is a problem. Warnings do not change the exit code: it is also 0 if, for example, the public URL cannot be reached. For what is not checked, see docs/guides/operate.md.`,
  },
  {
    name: 'rotate-key',
    about: 're-encrypt all stored secrets with the first key in SECRET_KEY_FILE',
    example: 'binnacle rotate-key',
    more: 'SECRET_KEY_FILE must list the new key file first, and then the old one. Every node must run with the same list. For all steps, see docs/guides/keys.md.',
  },
  {
    name: 'rotate-signing-key',
    about: 'start signing access tokens with the next key',
    example: 'binnacle rotate-signing-key',
    options: [
      ['--now', 'as soon as all nodes have the key, without waiting for other verifiers'],
      [
        '--withdraw',
        'replace all signing keys now, and reject every access token that they have signed',
      ],
    ],
    more: 'Without options, the next key is used after it has been published for a day, so that programs that cache the published keys have it. Access tokens that were signed earlier remain valid.',
  },
  {
    name: 'move-group-roles',
    about: 'move groupRoles of TRUSTED_ISSUERS into the database',
    example: 'binnacle move-group-roles',
    more: `${ENVIRONMENT} What is in the database already stays, so the command can be run again. Then remove groupRoles from the setting.`,
  },
  {
    name: 'load-catalogue [file]',
    about: 'add the bundled providers, or those in a file, to the quota catalogue',
    example: 'binnacle load-catalogue',
    more: ENVIRONMENT,
  },
] as const satisfies readonly ServerCommand[]
