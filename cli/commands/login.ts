import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { appManagementClient, dataOf } from '../../client/api-client.ts'
import { ApiError } from '../../client/api-error.ts'
import type { Command, Given } from '../command.ts'
import type { Context } from '../context.ts'
import { EXIT, Failure, usage } from '../failure.ts'
import {
  type Installation,
  readInstallation,
  toServer,
  trustAuthority,
} from '../profile/installation.ts'
import type { Profile } from '../profile/profile-file.ts'
import { chooseSecretStore, keepSecrets, type Secrets } from '../profile/secrets.ts'
import { bearerFromToken, isApiToken } from '../profile/session.ts'
import { startProgress } from '../terminal/io.ts'
import { interruptible } from '../terminal/watch.ts'

export const login: Command = {
  name: 'login',
  about: 'sign in with a code in the browser, or with an API token',
  example: 'binnacle login --server $SERVER',
  options: [
    ['--server <url>', 'the address of the server (default: from the profile, or BINNACLE_URL)'],
    ['--ca <file>', 'a PEM file with trusted certificate authorities; stored in the profile'],
    [
      '--with-token',
      'read an API token from stdin; it gives access to apps, organizations, members and tokens only',
    ],
  ],
  async run(context, given) {
    const known = await context.findProfile()
    const ca = given.text('ca') === undefined ? known?.ca : resolve(given.need('ca'))
    if (ca) await trustAuthority(ca)
    const installation = await readInstallation(serverOf(context, given, known))
    const secrets = given.flag('withToken')
      ? { apiToken: await readToken(context) }
      : await signIn(context, installation)
    const user = await findUser(installation, secrets)
    await keep(context, { ...installation, user, ...(ca && { ca }) }, secrets)
  },
}

function serverOf({ env }: Context, given: Given, known: Profile | undefined): string {
  const server = given.text('server') ?? (env.BINNACLE_URL || known?.server)
  if (!server)
    throw usage(
      'The address of the server is missing.',
      'Add --server https://binnacle.example.com',
    )
  return toServer(server)
}

async function readToken({ io }: Context): Promise<string> {
  const pasted = await io.askSecret('Paste the token (it is not shown): ')
  const token = (pasted ?? (await io.readInput())).trim()
  if (isApiToken(token)) return token
  throw usage(
    token ? 'The input is not an API token.' : 'The input is empty.',
    'Pass the token on stdin: binnacle login --with-token < token-file',
  )
}

async function signIn({ io }: Context, installation: Installation): Promise<Secrets> {
  const { signInByCode } = await import('../profile/sign-in.ts')
  const progress = startProgress(io)
  const tokens = await interruptible((signal) =>
    signInByCode(
      installation,
      ({ code, address, addressWithCode }) => {
        io.printStatus(
          `Open ${addressWithCode}\nand check that it shows ${code}, or enter the code at ${address}\n`,
        )
        progress.show('Waiting for you to sign in. Press Ctrl-C to stop.')
      },
      signal,
    ).finally(progress.clear),
  )
  const { accessToken: token, expiresAtMs, refreshToken } = tokens
  return { refreshToken, account: JSON.stringify({ token, expiresAtMs }) }
}

/** Also proves that the token is good. Tokens of apps and organizations are nobody's profile. */
async function findUser(installation: Installation, secrets: Secrets): Promise<string> {
  const token = secrets.apiToken ?? (JSON.parse(secrets.account ?? '{}') as { token: string }).token
  const client = appManagementClient(installation.baseUrl, bearerFromToken(token, 'account'))
  try {
    return (await dataOf(client.GET('/v0.1/user'))).name
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error
    if (error.status !== 403) throw refused(error)
    await client.GET('/v0.1/apps')
    return ''
  }
}

const refused = (error: ApiError) =>
  error.status === 401
    ? new Failure(
        EXIT.signedOut,
        error.code,
        `The server did not accept the token. ${error.message}`,
      )
    : error

async function keep(
  context: Context,
  installation: Installation & Readonly<{ user: string; ca?: string }>,
  secrets: Secrets,
): Promise<void> {
  const name = await context.profileName()
  const keeps = await chooseSecretStore(context.env)
  const current = await context.file.change(async (profiles) => {
    const { app, subscription, provider, location } = profiles.profiles[name] ?? {}
    const defaults = { app, subscription, provider, location }
    const profile = { ...defaults, ...installation, keeps } as Profile
    const written = await keepSecrets(context.file.folder, name, profile, secrets)
    const isFirst = Object.keys(profiles.profiles).length === 0
    const current = isFirst ? name : profiles.current
    const changed = { current, profiles: { ...profiles.profiles, [name]: written } }
    return { profiles: changed, answer: current }
  })
  const who = installation.user ? `as ${installation.user}` : 'with an app or organization token'
  const folder = context.file.folder.replace(homedir(), '~')
  const where = keeps === 'keyring' ? 'the system keyring' : `${folder}/profiles.json`
  context.io.printStatus(
    `Signed in to ${installation.server} ${who}. Credentials are stored in ${where}.\n`,
  )
  if (name !== current) {
    context.io.printStatus(
      `The current profile is still ${current}. To change it: binnacle profiles use ${name}\n`,
    )
  }
  if (context.env.BINNACLE_TOKEN) {
    context.io.printStatus(
      'BINNACLE_TOKEN is set, so commands still use that token. Run: unset BINNACLE_TOKEN\n',
    )
  }
  if (secrets.apiToken !== undefined) {
    context.io.printStatus(
      'An API token gives access to apps, organizations, members and tokens only.\n',
    )
  }
}
