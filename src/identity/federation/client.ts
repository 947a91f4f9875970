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
  None,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { RealClock } from '../../platform/time.ts'
import type { SignInIssuer } from '../trusted-issuers.ts'

const TIMEOUT_S = 5
const DISCOVER_AGAIN_AFTER_MS = 3_600_000
/** The allowed clock skew. */
const CLOCK_TOLERANCE_S = 30
const DEFAULT_SCOPE = 'openid email profile'

/** What must come back with the person; kept in a cookie of their browser. */
export type Expected = Readonly<{ state: string; nonce: string; verifier: string }>

export type IssuerClient = Readonly<{
  setting: SignInIssuer
  /** Where to send the person. `isFresh`: they are to prove again who they are. */
  begin: (isFresh: boolean) => Promise<{ url: URL; expected: Expected }>
  /** The verified claims of the ID token. `query` is what the issuer sent the person back with. */
  finish: (query: string, expected: Expected) => Promise<Readonly<Record<string, unknown>>>
}>

/** A client of an OpenID Connect issuer: authorization code with PKCE, state and nonce. */
export function openIssuerClient(
  setting: SignInIssuer,
  redirectUri: string,
  realTime: RealClock,
): IssuerClient {
  let found: { configuration: Promise<Configuration>; until: number } | undefined

  function configure(): Promise<Configuration> {
    if (found && found.until > realTime().getTime()) return found.configuration
    const until = realTime().getTime() + DISCOVER_AGAIN_AFTER_MS
    const asked = { configuration: discover(setting), until }
    asked.configuration.catch(() => forget(asked))
    found = asked
    return asked.configuration
  }
  const forget = (asked = found) => {
    if (found === asked) found = undefined
  }

  return {
    setting,
    async begin(isFresh) {
      const configuration = await configure()
      const expected = {
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
      }
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: setting.signIn.scope ?? DEFAULT_SCOPE,
        state: expected.state,
        nonce: expected.nonce,
        code_challenge: await calculatePKCECodeChallenge(expected.verifier),
        code_challenge_method: 'S256',
        ...(isFresh && { prompt: 'login' }),
      })
      return { url, expected }
    },

    async finish(query, { state, nonce, verifier }) {
      const configuration = await configure()
      try {
        const tokens = await authorizationCodeGrant(
          configuration,
          new URL(`${redirectUri}?${query}`),
          {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
          },
        )
        return tokens.claims() ?? {}
      } catch (error) {
        // The issuer may have new keys or addresses: the next attempt reads them.
        forget()
        throw error
      }
    },
  }
}

function discover({ issuer, signIn }: SignInIssuer): Promise<Configuration> {
  const { clientId, clientSecretFile } = signIn
  const secret = clientSecretFile && readFileSync(clientSecretFile, 'utf8').trim()
  return discovery(
    new URL(issuer),
    clientId,
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
}

/** Why a sign-in could not be finished; `reason` is what the issuer said. */
export type IssuerFailure = Readonly<{
  kind: 'refused' | 'clock' | 'keys' | 'away' | 'invalid'
  reason: string
}>

const AWAY_CODES = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'])

export function toFailure(error: unknown): IssuerFailure {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return { kind: 'refused', reason: error.error_description ?? error.error }
  return { kind: kindOf(error), reason: String(error) }
}

function kindOf(error: unknown): IssuerFailure['kind'] {
  // Nobody answered: what `fetch` throws.
  if (error instanceof TypeError) return 'away'
  if (!(error instanceof ClientError)) return 'invalid'
  const { code, message, cause } = error
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'clock'
  const isUnsigned = /signature/i.test(`${message} ${cause}`)
  if (code === 'OAUTH_KEY_SELECTION_FAILED' || isUnsigned) return 'keys'
  return AWAY_CODES.has(`${code}`) || cause instanceof TypeError ? 'away' : 'invalid'
}
