import { readFileSync } from 'node:fs'
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { RealClock } from '../../platform/time.ts'
import { keepDiscovered } from '../discovered.ts'
import type { SignInIssuer } from '../trusted-issuers.ts'
import { claimsOf, isSent } from './claims.ts'
import { CLOCK_TOLERANCE_S } from './rules.ts'

const TIMEOUT_S = 5
const FORGET_EVERY_MS = 60_000
const DEFAULT_SCOPE = 'openid email profile'

/** What must come back with the person; kept in a cookie of their browser. */
export type Expected = Readonly<{
  state: string
  nonce: string
  verifier: string
  /** The person had to prove again who they are. */
  isFresh: boolean
}>

export type IssuerClient = Readonly<{
  setting: SignInIssuer
  /** Where to send the person. `isFresh`: they are to prove again who they are. */
  begin: (isFresh: boolean) => Promise<{ url: URL; expected: Expected }>
  /** The verified claims of the ID token, and those of UserInfo if it lacks one. `query` is what the issuer sent the person back with. `hasGroups`: those of the person matter. */
  finish: (
    query: string,
    expected: Expected,
    hasGroups: boolean,
  ) => Promise<Readonly<Record<string, unknown>>>
}>

/** A client of an OpenID Connect issuer: authorization code with PKCE, state and nonce. */
export function openIssuerClient(
  setting: SignInIssuer,
  redirectUri: string,
  realTime: RealClock,
): IssuerClient {
  readClientSecret(setting)
  const discovered = keepDiscovered(() => discover(setting), realTime)
  let forgotAt = 0
  /** The issuer may have new keys: the next sign-in reads them. Strangers must not make us ask all the time. */
  function forget(): void {
    const now = realTime().getTime()
    if (forgotAt + FORGET_EVERY_MS > now) return
    forgotAt = now
    discovered.forget()
  }

  return {
    setting,
    async begin(isFresh) {
      const configuration = await discovered.find()
      const expected = {
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
        isFresh,
      }
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: setting.signIn.scope ?? DEFAULT_SCOPE,
        state: expected.state,
        nonce: expected.nonce,
        code_challenge: await calculatePKCECodeChallenge(expected.verifier),
        code_challenge_method: 'S256',
        ...(isFresh && { prompt: 'login', max_age: '0' }),
      })
      return { url, expected }
    },

    async finish(query, { state, nonce, verifier, isFresh }, hasGroups) {
      const configuration = await discovered.find()
      try {
        const tokens = await authorizationCodeGrant(
          configuration,
          new URL(`${redirectUri}?${query}`),
          {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
            // It could be taken out of the address on the way.
            ...(isFresh && { maxAge: 0 }),
          },
        )
        const claims: Readonly<Record<string, unknown>> = tokens.claims() ?? {}
        // The library lets an issuer of many tenants name any of them.
        if (claims.iss !== setting.issuer) throw new Error(`${claims.iss} is not ${setting.issuer}`)
        const needed = claimsOf(setting, hasGroups)
        return await addUserInfo(configuration, tokens.access_token, claims, needed)
      } catch (error) {
        if (toFailure(error).kind === 'keys') forget()
        throw error
      }
    },
  }
}

/** Issuers may answer claims of scopes at the UserInfo endpoint alone (OpenID Connect Core, 5.4). What is signed counts first. */
async function addUserInfo(
  configuration: Configuration,
  accessToken: string,
  claims: Readonly<Record<string, unknown>>,
  needed: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const isComplete = needed.every((name) => isSent(claims, name))
  if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return claims
  const info = await fetchUserInfo(configuration, accessToken, String(claims.sub))
  const { amr: _amr, acr: _acr, auth_time: _authTime, email_verified, ...unsigned } = info
  // An address is verified by whoever names it. How somebody signed in, only the ID token says.
  const isVerified = claims.email === undefined && email_verified !== undefined
  return { ...unsigned, ...(isVerified && { email_verified }), ...claims }
}

/** Read at the start too: a file that is missing is noticed before anybody signs in. */
function readClientSecret({ issuer, signIn: { clientSecretFile } }: SignInIssuer) {
  if (clientSecretFile === undefined) return undefined
  try {
    return readFileSync(clientSecretFile, 'utf8').trim()
  } catch (cause) {
    throw new Error(`TRUSTED_ISSUERS: ${issuer}: ${clientSecretFile} cannot be read.`, { cause })
  }
}

async function discover(setting: SignInIssuer): Promise<Configuration> {
  const { issuer, signIn } = setting
  const secret = readClientSecret(setting)
  const configuration = await discovery(
    new URL(issuer),
    signIn.clientId,
    { [clockTolerance]: CLOCK_TOLERANCE_S },
    secret ? ClientSecretPost(secret) : None(),
    {
      timeout: TIMEOUT_S,
      // An ID token is believed because of its signature, not because of the connection it came over.
      execute: [
        enableNonRepudiationChecks,
        // Loopback only: the settings were checked for that.
        ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
      ],
    },
  )
  const { issuer: named } = configuration.serverMetadata()
  if (named !== issuer) throw new Error(`the discovery document of ${issuer} names ${named}`)
  return configuration
}

/** Why a sign-in could not be finished; `reason` is what the issuer said. */
export class IssuerFailure {
  readonly kind: 'refused' | 'not fresh' | 'clock' | 'keys' | 'away' | 'invalid'
  readonly reason: string
  constructor(kind: IssuerFailure['kind'], reason: string) {
    this.kind = kind
    this.reason = reason
  }
}

const AWAY_CODES = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'])

export function toFailure(error: unknown): IssuerFailure {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return new IssuerFailure('refused', error.error_description ?? error.error)
  return new IssuerFailure(kindOf(error), String(error))
}

function kindOf(error: unknown): IssuerFailure['kind'] {
  // Nobody answered: what `fetch` throws.
  if (error instanceof TypeError) return 'away'
  if (!(error instanceof ClientError)) return 'invalid'
  const { code, message, cause } = error
  // Missing, or of a sign-in that the issuer did not ask for again.
  if (/auth_time|last End-User authentication/.test(`${message} ${cause}`)) return 'not fresh'
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'clock'
  const isUnsigned = /signature/i.test(`${message} ${cause}`)
  if (code === 'OAUTH_KEY_SELECTION_FAILED' || isUnsigned) return 'keys'
  return AWAY_CODES.has(`${code}`) || cause instanceof TypeError ? 'away' : 'invalid'
}
