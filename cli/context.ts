import {
  type AppManagementClient,
  appManagementClient,
  type NotificationClient,
  notificationClient,
  type OperatorClient,
  operatorClient,
  type QuotaClient,
  quotaClient,
  type ServiceHealthClient,
  type SubscriptionClient,
  serviceHealthClient,
  subscriptionClient,
} from '../client/api-client.ts'
import type { Confirmation } from '../client/api-error.ts'
import { UNSET, usage } from './failure.ts'
import { confirmInBrowser } from './profile/confirm.ts'
import {
  type Audience,
  type Installation,
  readInstallation,
  toServer,
  trustAuthority,
} from './profile/installation.ts'
import { openProfileFile, type Profile, type ProfileFile } from './profile/profile-file.ts'
import { readSecrets, type Secrets } from './profile/secrets.ts'
import { bearerFromProfile, bearerFromToken, isApiToken, signedOut } from './profile/session.ts'
import type { Environment, Io } from './terminal/io.ts'
import type { Format } from './terminal/output.ts'

type Remembered = 'app' | 'subscription' | 'provider' | 'location'

/** What every command is given. */
export type Context = Readonly<{
  env: Environment
  io: Io
  format: Format
  file: ProfileFile
  profileName: () => Promise<string>
  findProfile: () => Promise<Profile | undefined>
  /** The environment, then what the profile remembers. */
  readDefault: (what: Remembered) => Promise<string | undefined>
  /** What was done, for those who asked for it. */
  report: (sentence: string) => void
  appManagement: () => Promise<AppManagementClient>
  serviceHealth: () => Promise<ServiceHealthClient>
  quota: () => Promise<QuotaClient>
  subscriptions: () => Promise<SubscriptionClient>
  notifications: () => Promise<NotificationClient>
  operator: () => Promise<OperatorClient>
}>

type GlobalOptions = Readonly<{ profile?: string; output?: Format; verbose?: boolean }>

export function openContext(env: Environment, io: Io, options: GlobalOptions): Context {
  const file = openProfileFile(env)
  const profileName = async () =>
    options.profile ?? (env.BINNACLE_PROFILE || (await file.read()).current)
  const findProfile = async () => (await file.read()).profiles[await profileName()]
  const connection = once(() =>
    findConnection(env, options, { file, profileName, findProfile, io }),
  )
  return {
    env,
    io,
    format: options.output ?? 'table',
    file,
    profileName,
    findProfile,
    readDefault: async (what) =>
      env[`BINNACLE_${what.toUpperCase()}`] || (await findProfile())?.[what],
    report(sentence) {
      if (options.verbose) io.printStatus(`${sentence}\n`)
    },
    ...clientsOf(connection),
  }
}

type Connection = Readonly<{
  installation: Installation
  bearer: (audience: Audience, isOperator?: boolean) => ReturnType<typeof bearerFromToken>
}>

function clientsOf(connection: () => Promise<Connection>) {
  return {
    async appManagement() {
      const { installation, bearer } = await connection()
      return appManagementClient(installation.baseUrl, bearer('account'))
    },
    async serviceHealth() {
      const { installation, bearer } = await connection()
      const { managementUrl, vendor } = installation
      return serviceHealthClient(managementUrl, bearer('management'), vendor)
    },
    async quota() {
      const { installation, bearer } = await connection()
      return quotaClient(installation.managementUrl, bearer('management'), installation.vendor)
    },
    async subscriptions() {
      const { installation, bearer } = await connection()
      return subscriptionClient(installation.managementUrl, bearer('management'))
    },
    async notifications() {
      const { installation, bearer } = await connection()
      return notificationClient(installation.managementUrl, bearer('management'))
    },
    async operator() {
      const { installation, bearer } = await connection()
      return operatorClient(installation.server, bearer('account', true))
    },
  }
}

type ProfileContext = Pick<Context, 'file' | 'profileName' | 'findProfile' | 'io'>

/** A profile that was named, else the token of the environment, else the current profile. */
async function findConnection(
  env: Environment,
  options: GlobalOptions,
  context: ProfileContext,
): Promise<Connection> {
  const profile = await context.findProfile()
  if (env.BINNACLE_TOKEN && options.profile === undefined) {
    return findConnectionOfToken(env, env.BINNACLE_TOKEN, profile, context.io)
  }
  const name = await context.profileName()
  if (!profile) throw signedOut(name)
  if (env.BINNACLE_URL && options.profile === undefined) {
    expectServer(toServer(env.BINNACLE_URL), name, profile)
  }
  if (profile.ca) await trustAuthority(profile.ca)
  const secrets = await readSecrets(context.file.folder, name, profile)
  const bearer = toBearer(context.file, name, secrets)
  return { installation: profile, bearer: confirming(bearer, profile, context.io) }
}

/** Whoever set an address means that server, and must not change another by mistake. */
function expectServer(server: string, name: string, profile: Profile): void {
  if (server === profile.server) return
  throw usage(
    `BINNACLE_URL is ${server}, but the profile ${name} is for ${profile.server}, and BINNACLE_TOKEN is not set. No request was sent.`,
    `Set BINNACLE_TOKEN, unset BINNACLE_URL, or sign in to ${server}: binnacle login --server ${server} --profile NAME`,
  )
}

function toBearer(file: ProfileFile, name: string, secrets: Secrets): Connection['bearer'] {
  const { apiToken, refreshToken } = secrets
  if (apiToken !== undefined) {
    return (audience, isOperator) => bearerFromToken(apiToken, audience, { isOperator })
  }
  if (refreshToken === undefined) throw signedOut(name)
  return (audience) => bearerFromProfile(file, name, secrets, audience)
}

async function findConnectionOfToken(
  env: Environment,
  token: string,
  profile: Profile | undefined,
  io: Io,
): Promise<Connection> {
  const server = env.BINNACLE_URL ? toServer(env.BINNACLE_URL) : profile?.server
  if (!server) {
    throw usage('BINNACLE_TOKEN is set, but its server is unknown.', 'Set BINNACLE_URL.')
  }
  const isKnown = profile?.server === server
  if (isKnown && profile.ca) await trustAuthority(profile.ca)
  const installation = isKnown ? profile : await findInstallation(server, token)
  const bearer: Connection['bearer'] = (audience, isOperator) =>
    bearerFromToken(token, audience, { isOperator, next: UNSET })
  return { installation, bearer: confirming(bearer, installation, io) }
}

/** The person is there, or not: then a change that needs a second factor fails. */
function confirming(
  bearer: Connection['bearer'],
  { server }: Installation,
  io: Io,
): Connection['bearer'] {
  const confirm = (asked: Confirmation) => confirmInBrowser(io, server, asked)
  return (audience, isOperator) => ({ ...bearer(audience, isOperator), confirm })
}

/** An API token opens area A only, so that its address is all there is to know. */
async function findInstallation(server: string, token: string): Promise<Installation> {
  if (!isApiToken(token)) return readInstallation(server)
  return { server, baseUrl: server, managementUrl: server, vendor: 'Microsoft' }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}
