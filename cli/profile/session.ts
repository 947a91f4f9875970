import type { Bearer } from '../../client/api-client.ts'
import { EXIT, Failure, SIGN_IN } from '../failure.ts'
import { type Audience, audiencesOf } from './installation.ts'
import type { Profile, ProfileFile } from './profile-file.ts'
import { keepSecrets, readSecrets, type Secrets } from './secrets.ts'

const RENEW_BEFORE_MS = 60_000
const WITHOUT_TOKENS: Bearer = { find: async () => undefined, renew: async () => undefined }

export const isApiToken = (token: string) => /^bn[uao]_/.test(token)

export const signedOut = (profile: string) =>
  new Failure(
    EXIT.signedOut,
    'SignedOut',
    `You are not signed in with the profile ${profile}.`,
    SIGN_IN,
  )

/** A token that was handed in from outside: sent as it is. */
export function bearerFromToken(
  token: string,
  audience: Audience,
  { isOperator = false, next = SIGN_IN } = {},
): Bearer {
  if (!isApiToken(token)) return { ...WITHOUT_TOKENS, find: async () => token }
  if (audience === 'account' && !isOperator) {
    return { ...WITHOUT_TOKENS, find: async () => token, isApiToken: true }
  }
  throw new Failure(
    EXIT.signedOut,
    'SignInNeeded',
    'An API token gives access to apps, organizations, members and tokens only. To use the health, quota and operator commands, sign in.',
    next,
  )
}

type Kept = Readonly<{ token: string; expiresAtMs: number }>

const isFresh = ({ expiresAtMs }: Kept) => expiresAtMs - Date.now() > RENEW_BEFORE_MS

export function bearerFromProfile(
  file: ProfileFile,
  name: string,
  secrets: Secrets,
  audience: Audience,
): Bearer {
  let current = read(secrets, audience)
  const renew = async () => {
    current = await renewAlone(file, name, audience, current?.token)
    return current.token
  }
  return { find: async () => (current && isFresh(current) ? current.token : renew()), renew }
}

const read = (secrets: Secrets, audience: Audience): Kept | undefined => {
  const kept = secrets[audience]
  return kept === undefined ? undefined : (JSON.parse(kept) as Kept)
}

/** One command at a time: a refresh token is good for one use, and a second use ends the sign-in. */
function renewAlone(
  file: ProfileFile,
  name: string,
  audience: Audience,
  refused: string | undefined,
): Promise<Kept> {
  return file.change(async (profiles) => {
    const profile = profiles.profiles[name]
    if (!profile) throw signedOut(name)
    const secrets = await readSecrets(file.folder, name, profile)
    const known = read(secrets, audience)
    // Another command was faster.
    if (known && known.token !== refused && isFresh(known)) return { profiles, answer: known }
    const { kept, fresh } = await exchange(profile, secrets, audience, name)
    const written = await keepSecrets(file.folder, name, profile, kept)
    return {
      profiles: { ...profiles, profiles: { ...profiles.profiles, [name]: written } },
      answer: fresh,
    }
  })
}

async function exchange(
  profile: Profile,
  secrets: Secrets,
  audience: Audience,
  name: string,
): Promise<{ kept: Secrets; fresh: Kept }> {
  if (secrets.refreshToken === undefined) throw signedOut(name)
  const { refresh } = await import('./sign-in.ts')
  const tokens = await refresh(profile.server, secrets.refreshToken, audiencesOf(profile)[audience])
  const fresh: Kept = { token: tokens.accessToken, expiresAtMs: tokens.expiresAtMs }
  const { refreshToken } = tokens
  return { fresh, kept: { ...secrets, refreshToken, [audience]: JSON.stringify(fresh) } }
}
