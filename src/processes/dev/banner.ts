import { styleText } from 'node:util'
import type { Config } from '../../settings.ts'
import type { World } from './world.ts'

/** For each kind of client, what it is about and the variables it reads. */
export type Settings = readonly (readonly [about: string, values: Record<string, string>])[]

export type Banner = Readonly<{
  config: Config
  controlKey: string
  /** None when HTTP is off. */
  httpUrl: string | undefined
  httpsUrl: string
  /** Of our own authority. */
  caFile: string
  /** The same, and whom else this machine trusts. */
  trustedFile: string
  logFile: string
  keeps: string | undefined
  /** Whether the database is one that was there before, and stays. */
  isOwnDatabase: boolean
  seconds: string
  world: World
  operatorBearer: string
}>

/** Everything one needs to begin, in an order in which one can read it. */
export function toBanner(banner: Banner): string {
  const { config, world, keeps, isOwnDatabase, seconds } = banner
  const { portal, api, explorer, mail, authority, log } = addressesOf(banner)
  const lost = isOwnDatabase
    ? 'The data stays in the database, but the secrets below are not stored.'
    : 'All data is deleted when it stops.'
  const kept = keeps ? `Data is stored in ${keeps}.` : lost
  const secrets = keeps
    ? `  (stored in ${keeps}; the next start prints the same values, with a new OPERATOR)`
    : ''
  return [
    `${bold(`Binnacle started in ${seconds} s.`)} Press Ctrl-C to stop. ${kept}`,
    '',
    section('Addresses', [
      ['portal', portal],
      ['API', api.join('  and  ')],
      ...(explorer ? [['explorer', explorer] as const] : []),
      ['mail', mail],
      ['authority', authority],
      ['log', log],
    ]),
    'Browsers warn about the certificate until you trust this authority.',
    config.compatibleClients ? COMPATIBLE : undefined,
    '',
    section(
      'Sign in as',
      world.people.map(({ name, password, does }) => [name, `${password}   ${does}`]),
    ),
    section(
      'Subscriptions',
      world.subscriptions.map(({ name, id }) => [name, id]),
    ),
    section(
      'Clients',
      (world.clients ?? []).map(({ id, secret }) => [id, secret]),
    ),
    section(
      'API tokens',
      (world.tokens ?? []).map(({ account, value, description }) => [
        account,
        `${value}   ${description}`,
      ]),
    ),
    `${bold('For another terminal')}${secrets}`,
    ...settingsOf(banner).flatMap(([about, settings]) => [
      dim(`  # ${about}`),
      ...Object.entries(settings).map(([name, value]) => `  export ${name}=${quote(value)}`),
    ]),
    dim('  # az, which also needs REQUESTS_CA_BUNDLE=$NODE_EXTRA_CA_CERTS'),
    ...azCommandsFor(world).map((command) => `  ${command}`),
  ]
    .filter((part) => part !== undefined)
    .join('\n')
}

const COMPATIBLE =
  'Unlike a server, it accepts Content-Length: 0, and API tokens without a name or an access type (COMPATIBLE_CLIENTS).'

/** With the settings above them, these let the command line of Azure call this installation. */
const azCommandsFor = ({ subscriptions }: World) => [
  'az cloud register -n Binnacle --endpoint-resource-manager $BINNACLE_URL',
  'az cloud set -n Binnacle',
  `az login --service-principal -u $AZURE_CLIENT_ID -p $AZURE_CLIENT_SECRET --tenant $AZURE_TENANT_ID${
    subscriptions.length === 0 ? ' --allow-no-subscriptions' : ''
  }`,
]

/** Only on a terminal, and not for whoever sets NO_COLOR. */
const bold = (text: string) => styleText('bold', text, { stream: process.stdout })
const dim = (text: string) => styleText('dim', text, { stream: process.stdout })

function section(title: string, rows: readonly (readonly [string, string])[]): string | undefined {
  if (rows.length === 0) return undefined
  const shown = rows.map(([name, value]) => [escapeControls(name), escapeControls(value)] as const)
  const width = Math.max(...shown.map(([name]) => name.length))
  const lines = shown.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
  return `${[bold(title), ...lines].join('\n')}\n`
}

/** Names may come from a seed of somebody else, and must not imitate lines of ours. */
const escapeControls = (text: string) =>
  text.replaceAll(
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function addressesOf({ config, controlKey, httpUrl, httpsUrl, caFile, logFile }: Banner) {
  return {
    portal: config.portalUrl,
    api: [...new Set([config.publicUrl, httpsUrl]), ...(httpUrl ? [httpUrl] : [])],
    ...(config.explorer && { explorer: `${httpUrl ?? httpsUrl}/explorer` }),
    mail: `${httpUrl ?? httpsUrl}/emulator/mail?key=${controlKey}`,
    authority: caFile,
    log: logFile,
  }
}

/** One line for scripts, which know by its end that they have read all of it. */
export function toJson(banner: Banner): string {
  const { world, keeps = null } = banner
  const settings = Object.assign({}, ...settingsOf(banner).map(([, values]) => values))
  const accounts = world.people.map(({ does, ...rest }) => ({ ...rest, role: does }))
  const { subscriptions, clients = [], tokens = [] } = world
  return JSON.stringify({
    settings,
    addresses: addressesOf(banner),
    accounts,
    subscriptions,
    clients,
    tokens,
    data: keeps,
  })
}

/** What each published client reads, so that it works unchanged. */
export function settingsOf(banner: Banner): Settings {
  const { config, controlKey, httpUrl, trustedFile, world, operatorBearer } = banner
  const { publicUrl, baseUrl, databaseUrl, secretKeyFiles, vendorNamespace: vendor } = config
  const [subscription] = world.subscriptions
  return [
    ['every client over https', { NODE_EXTRA_CA_CERTS: trustedFile }],
    [
      'binnacle: apps, members, tokens; for health and quota, unset BINNACLE_TOKEN and run binnacle login',
      {
        BINNACLE_URL: publicUrl,
        BINNACLE_TOKEN: world.userToken,
        ...(subscription && {
          BINNACLE_SUBSCRIPTION: subscription.id,
          BINNACLE_PROVIDER: `${vendor}.Compute`,
          BINNACLE_LOCATION: 'eastus',
        }),
      },
    ],
    [
      `appcenter-cli 3.x${httpUrl ? `; 2.x also accepts ${httpUrl}` : ''}`,
      {
        APPCENTER_ENDPOINT: baseUrl,
        APPCENTER_ENV: 'local',
        APPCENTER_ACCESS_TOKEN: world.userToken,
      },
    ],
    [
      '@azure/identity, azure.identity and az; pass the endpoint to the SDKs as an option',
      {
        AZURE_AUTHORITY_HOST: publicUrl,
        // For any other tenant, older versions ask Azure first whether it knows this server.
        AZURE_TENANT_ID: 'adfs',
        AZURE_CLIENT_ID: world.clientId,
        AZURE_CLIENT_SECRET: world.clientSecret,
        ...(subscription && { AZURE_SUBSCRIPTION_ID: subscription.id }),
      },
    ],
    [
      'scripts that call /operator/v1, and the operator commands: BINNACLE_TOKEN=$OPERATOR binnacle operator …',
      { OPERATOR: operatorBearer },
    ],
    [
      'the controls of the emulator under /emulator/v1, in the header x-binnacle-control-key',
      { BINNACLE_CONTROL_KEY: controlKey },
    ],
    [
      'binnacle sign-in-link and other server commands',
      { DATABASE_URL: databaseUrl, SECRET_KEY_FILE: secretKeyFiles.join(), PUBLIC_URL: publicUrl },
    ],
  ]
}

export const quote = (value: string) =>
  /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`
