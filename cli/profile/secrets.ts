import type { Environment } from '../terminal/io.ts'
import { findKeyring, type Keyring, needKeyring } from './keyring.ts'
import type { Profile } from './profile-file.ts'

/** What a profile keeps from sight. An API token, or what signing in gave. */
export type Secrets = Readonly<{
  apiToken?: string
  refreshToken?: string
  account?: string
  management?: string
}>

const NAMES = ['apiToken', 'refreshToken', 'account', 'management'] as const

/** One entry each: the keyring of one system keeps no more than some two thousand characters. */
const entryOf = (folder: string, profile: string, name: string) => `${folder} ${profile} ${name}`

export async function readSecrets(
  folder: string,
  name: string,
  { keeps, secrets = {} }: Profile,
): Promise<Secrets> {
  if (keeps === 'file') return secrets
  const keyring = await needKeyring()
  const found = await Promise.all(
    NAMES.map(async (secret) => [secret, await keyring.find(entryOf(folder, name, secret))]),
  )
  return Object.fromEntries(found.filter(([, value]) => value !== undefined))
}

/** The profile as it has to be written so that these secrets, and no others, belong to it. */
export async function keepSecrets(
  folder: string,
  name: string,
  profile: Profile,
  secrets: Secrets,
): Promise<Profile> {
  if (profile.keeps === 'file') return { ...profile, secrets }
  await fill(await needKeyring(), folder, name, secrets)
  return profile
}

export async function chooseSecretStore(env: Environment): Promise<Profile['keeps']> {
  return (await findKeyring(env)) ? 'keyring' : 'file'
}

async function fill(
  keyring: Keyring,
  folder: string,
  profile: string,
  secrets: Secrets,
): Promise<void> {
  for (const name of NAMES) await keyring.set(entryOf(folder, profile, name), secrets[name])
}
