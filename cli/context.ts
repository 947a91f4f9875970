import {
  type AppManagementClient,
  appManagementClient,
  type OperatorClient,
  operatorClient,
  type QuotaClient,
  quotaClient,
  type ServiceHealthClient,
  serviceHealthClient,
} from '../client/api-client.ts'
import { UNSET, usage } from './failure.ts'
import {
  type Audience,
  type Installation,
  readInstallation,
  toServer,
  trustAuthority,
} from './installation.ts'
import type { Environment, Io } from './io.ts'
import type { Format } from './output.ts'
import { openProfileFile, type Profile, type ProfileFile } from './profile-file.ts'
import { readSecrets, type Secrets } from './secrets.ts'
import { bearerOfProfile, bearerOfToken, isApiToken, signedOut } from './session.ts'

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
  recall: (what: Remembered) => Promise<string | undefined>
  /** What was done, for those who asked for it. */
  report: (sentence: string) => void
  appManagement: () => Promise<AppManagementClient>
  serviceHealth: () => Promise<ServiceHealthClient>
  quota: () => Promise<QuotaClient>
  operator: () => Promise<OperatorClient>
}>

type Asked = Readonly<{ profile?: string; output?: Format; verbose?: boolean }>

export function openContext(env: Environment, io: Io, asked: Asked): Context {
  const file = openProfileFile(env)
  const profileName = async () =>
    asked.profile ?? (env.BINNACLE_PROFILE || (await file.read()).current)
  const findProfile = async () => (await file.read()).profiles[await profileName()]
  const way = once(() => findWay(env, asked, { file, profileName, findProfile }))
  return {
    env,
    io,
    format: asked.output ?? 'table',
    file,
    profileName,
    findProfile,
    recall: async (what) => env[`BINNACLE_${what.toUpperCase()}`] || (await findProfile())?.[what],
    report(sentence) {
      if (asked.verbose) io.talk(`${sentence}\n`)
    },
    ...clientsOf(way),
  }
}

type Way = Readonly<{
  installation: Installation
  bearer: (audience: Audience, isOperator?: boolean) => ReturnType<typeof bearerOfToken>
}>

function clientsOf(way: () => Promise<Way>) {
  return {
    async appManagement() {
      const { installation, bearer } = await way()
      return appManagementClient(installation.baseUrl, bearer('account'))
    },
    async serviceHealth() {
      const { installation, bearer } = await way()
      const { managementUrl, vendor } = installation
      return serviceHealthClient(managementUrl, bearer('management'), vendor)
    },
    async quota() {
      const { installation, bearer } = await way()
      return quotaClient(installation.managementUrl, bearer('management'), installation.vendor)
    },
    async operator() {
      const { installation, bearer } = await way()
      return operatorClient(installation.server, bearer('account', true))
    },
  }
}

type Here = Pick<Context, 'file' | 'profileName' | 'findProfile'>

/** A profile that was named, else the token of the environment, else the current profile. */
async function findWay(env: Environment, asked: Asked, here: Here): Promise<Way> {
  const profile = await here.findProfile()
  if (env.BINNACLE_TOKEN && asked.profile === undefined) {
    return findWayOfToken(env, env.BINNACLE_TOKEN, profile)
  }
  const name = await here.profileName()
  if (!profile) throw signedOut(name)
  if (env.BINNACLE_URL && asked.profile === undefined) {
    expectServer(toServer(env.BINNACLE_URL), name, profile)
  }
  if (profile.ca) await trustAuthority(profile.ca)
  const secrets = await readSecrets(here.file.folder, name, profile)
  return { installation: profile, bearer: toBearer(here.file, name, secrets) }
}

/** Whoever set an address means that server, and must not change another by mistake. */
function expectServer(server: string, name: string, profile: Profile): void {
  if (server === profile.server) return
  throw usage(
    `BINNACLE_URL is ${server}, the profile ${name} is for ${profile.server}, and no BINNACLE_TOKEN is set. Nothing was asked of either.`,
    'Set BINNACLE_TOKEN, or unset BINNACLE_URL, or sign in there: binnacle login --profile NAME',
  )
}

function toBearer(file: ProfileFile, name: string, secrets: Secrets): Way['bearer'] {
  const { apiToken, refreshToken } = secrets
  if (apiToken !== undefined) {
    return (audience, isOperator) => bearerOfToken(apiToken, audience, { isOperator })
  }
  if (refreshToken === undefined) throw signedOut(name)
  return (audience) => bearerOfProfile(file, name, secrets, audience)
}

async function findWayOfToken(
  env: Environment,
  token: string,
  profile: Profile | undefined,
): Promise<Way> {
  const server = env.BINNACLE_URL ? toServer(env.BINNACLE_URL) : profile?.server
  if (!server) {
    throw usage(
      'BINNACLE_TOKEN is set, and nothing says which server it is for.',
      'Set BINNACLE_URL.',
    )
  }
  const isKnown = profile?.server === server
  if (isKnown && profile.ca) await trustAuthority(profile.ca)
  return {
    installation: isKnown ? profile : await findInstallation(server, token),
    bearer: (audience, isOperator) => bearerOfToken(token, audience, { isOperator, next: UNSET }),
  }
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
