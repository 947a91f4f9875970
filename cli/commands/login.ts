import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { appManagementClient, dataOf } from '../../client/api-client.ts'
import { ApiError } from '../../client/api-error.ts'
import type { Command, Given } from '../command.ts'
import type { Context } from '../context.ts'
import { EXIT, Failure, usage } from '../failure.ts'
import { type Installation, readInstallation, toServer, trustAuthority } from '../installation.ts'
import { startProgress } from '../io.ts'
import type { Profile } from '../profile-file.ts'
import { choosePlace, keepSecrets, type Secrets } from '../secrets.ts'
import { bearerOfToken, isApiToken } from '../session.ts'
import { interruptible } from '../watch.ts'

export const login: Command = {
  name: 'login',
  about: 'sign in: type a code on a page of the server, or hand in an API token',
  example: 'binnacle login --server $SERVER',
  options: [
    ['--server <url>', 'where Binnacle is; the one of the profile, or BINNACLE_URL, otherwise'],
    ['--ca <file>', 'certificates of an authority of your own, as PEM; remembered'],
    ['--with-token', 'read an API token from stdin; it opens area A only'],
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
    throw usage('Nothing says where Binnacle is.', 'Add --server https://binnacle.example.com')
  return toServer(server)
}

async function readToken({ io }: Context): Promise<string> {
  const pasted = await io.askSecret('Paste the token; it is not shown: ')
  const token = (pasted ?? (await io.readInput())).trim()
  if (isApiToken(token)) return token
  throw usage(
    token ? 'What came on stdin is not an API token.' : 'No token came on stdin.',
    'Hand it over from a file or a variable: binnacle login --with-token < token-file',
  )
}

async function signIn({ io }: Context, installation: Installation): Promise<Secrets> {
  const { signInByCode } = await import('../sign-in.ts')
  const progress = startProgress(io)
  const tokens = await interruptible((signal) =>
    signInByCode(
      installation,
      ({ code, address, addressWithCode }) => {
        io.talk(
          `Open ${addressWithCode}\nand check that it shows ${code}; or type the code at ${address}\n`,
        )
        progress.show('Waiting for you to sign in there. Ctrl-C ends it.')
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
  const client = appManagementClient(installation.baseUrl, bearerOfToken(token, 'account'))
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
    ? new Failure(EXIT.signedOut, error.code, `The token was not taken. ${error.message}`)
    : error

async function keep(
  context: Context,
  installation: Installation & Readonly<{ user: string; ca?: string }>,
  secrets: Secrets,
): Promise<void> {
  const name = await context.profileName()
  const keeps = await choosePlace(context.env)
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
  const who = installation.user
    ? `as ${installation.user}`
    : 'with a token of an app or organization'
  const folder = context.file.folder.replace(homedir(), '~')
  const where = keeps === 'keyring' ? 'the system keyring' : `${folder}/profiles.json`
  context.io.talk(`Signed in to ${installation.server} ${who}. Kept in ${where}.\n`)
  if (name !== current) {
    context.io.talk(
      `Commands use the profile ${current}. Change that: binnacle profiles use ${name}\n`,
    )
  }
  if (context.env.BINNACLE_TOKEN) {
    context.io.talk(
      'BINNACLE_TOKEN is set, and commands go on using it. Run: unset BINNACLE_TOKEN\n',
    )
  }
  if (secrets.apiToken !== undefined) {
    context.io.talk('An API token opens apps, organizations, members and tokens; nothing else.\n')
  }
}
