import { styleText } from 'node:util'
import type { World } from './world.ts'

export type Told = Readonly<{
  httpUrl: string
  httpsUrl: string
  /** Of our own authority. */
  caFile: string
  /** The same, and whom else this machine trusts. */
  trustedFile: string
  databaseUrl: string
  keyFile: string
  logFile: string
  keeps: string | undefined
  seconds: string
  world: World
  operatorBearer: string
  vendor: string
}>

/** Everything one needs to begin, in an order in which one can read it. */
export function tell(told: Told): string {
  const { httpUrl, httpsUrl, world, keeps, seconds, caFile, logFile } = told
  const kept = keeps ? `Its data stays in ${keeps}.` : 'Everything is thrown away when it stops.'
  return [
    `${bold(`Binnacle is up after ${seconds} s.`)} Ctrl-C stops it. ${kept}`,
    '',
    section('Addresses', [
      ['portal', httpsUrl],
      ['API', `${httpsUrl}  and  ${httpUrl}`],
      ['explorer', `${httpUrl}/explorer`],
      ['authority', caFile],
      ['log', logFile],
    ]),
    'A browser warns of the certificate until it trusts that authority.\n',
    section(
      'Sign in as',
      world.people.map(({ name, password, does }) => [name, `${password}   ${does}`]),
    ),
    section(
      'Subscriptions',
      world.subscriptions.map(({ name, id }) => [name, id]),
    ),
    bold('For another terminal'),
    ...settingsOf(told).flatMap(([about, settings]) => [
      dim(`  # ${about}`),
      ...Object.entries(settings).map(([name, value]) => `  export ${name}=${quote(value)}`),
    ]),
  ]
    .filter((part) => part !== undefined)
    .join('\n')
}

/** Only on a terminal, and not for whoever sets NO_COLOR. */
const bold = (text: string) => styleText('bold', text, { stream: process.stdout })
const dim = (text: string) => styleText('dim', text, { stream: process.stdout })

function section(title: string, rows: readonly (readonly [string, string])[]): string | undefined {
  if (rows.length === 0) return undefined
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
  return `${[bold(title), ...lines].join('\n')}\n`
}

/** What each published client reads, so that it works unchanged. */
function settingsOf(told: Told): [about: string, settings: Record<string, string>][] {
  const { httpUrl, httpsUrl, trustedFile, world, operatorBearer, databaseUrl, keyFile, vendor } =
    told
  const [subscription] = world.subscriptions
  return [
    ['every client over https', { NODE_EXTRA_CA_CERTS: trustedFile }],
    [
      'binnacle: apps, members, tokens; for health and quota unset the token and run binnacle login',
      {
        BINNACLE_URL: httpsUrl,
        BINNACLE_TOKEN: world.userToken,
        ...(subscription && {
          BINNACLE_SUBSCRIPTION: subscription.id,
          BINNACLE_PROVIDER: `${vendor}.Compute`,
          BINNACLE_LOCATION: 'eastus',
        }),
      },
    ],
    [
      `appcenter-cli 3.x; 2.x takes ${httpUrl} too`,
      {
        APPCENTER_ENDPOINT: httpsUrl,
        APPCENTER_ENV: 'local',
        APPCENTER_ACCESS_TOKEN: world.userToken,
      },
    ],
    [
      '@azure/identity, with disableInstanceDiscovery; the SDKs take the endpoint as an option',
      {
        AZURE_AUTHORITY_HOST: httpsUrl,
        AZURE_TENANT_ID: world.tenantId,
        AZURE_CLIENT_ID: world.clientId,
        AZURE_CLIENT_SECRET: world.clientSecret,
        ...(subscription && { AZURE_SUBSCRIPTION_ID: subscription.id }),
      },
    ],
    [
      'scripts that play the operator, at /operator/v1; BINNACLE_TOKEN=$OPERATOR binnacle operator …',
      { OPERATOR: operatorBearer },
    ],
    [
      'binnacle password-link and other commands for who runs a server',
      { DATABASE_URL: databaseUrl, SECRET_KEY_FILE: keyFile, PUBLIC_URL: httpsUrl },
    ],
  ]
}

const quote = (value: string) =>
  /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`
