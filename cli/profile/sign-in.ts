import * as openid from 'openid-client'
import { toNoAnswer } from '../../client/api-error.ts'
import { EXIT, Failure, interrupted, SIGN_IN } from '../failure.ts'
import { audiencesOf, type Installation } from './installation.ts'

/** The protocol of signing in. Loaded only by commands that need a new token. */
export type Tokens = Readonly<{ accessToken: string; refreshToken: string; expiresAtMs: number }>

export type DeviceCode = Readonly<{ code: string; address: string; addressWithCode: string }>

const CLIENT = 'cli'
const SCOPES = 'openid offline_access account user_impersonation'

const issuerOf = (server: string) => `${server}/oauth2`

/** So that people recognize it among their sessions. */
const fetchByName: openid.CustomFetch = (url, { headers, ...options }) =>
  fetch(url, {
    ...options,
    headers: { ...headers, 'user-agent': `binnacle-cli (${process.platform})` },
  } as RequestInit)

async function findProvider(server: string): Promise<openid.Configuration> {
  const execute = server.startsWith('http://') ? [openid.allowInsecureRequests] : []
  const options = { execute, [openid.customFetch]: fetchByName }
  return openid.discovery(new URL(issuerOf(server)), CLIENT, undefined, openid.None(), options)
}

/** Said in words before the library says it in its own. */
async function expectIssuer(server: string): Promise<void> {
  const issuer = issuerOf(server)
  const response = await fetch(`${issuer}/.well-known/openid-configuration`).catch((error) => {
    throw toNoAnswer(error)
  })
  if (isLater(response.status)) throw signInLater(response.status)
  if (!response.ok) {
    throw new Failure(
      EXIT.failed,
      'NoSignIn',
      `You cannot sign in to ${server}: it returned ${response.status} for its sign-in metadata. Its operator may not have set SECRET_KEY_FILE, or may have turned off the bundled sign-in.`,
      'Use an API token instead: binnacle login --with-token < token-file',
    )
  }
  const { issuer: said } = (await response.json()) as { issuer: string }
  if (said === issuer) return
  const address = said.replace(/\/oauth2$/, '')
  throw new Failure(
    EXIT.failed,
    'OtherAddress',
    `The public address of ${server} is ${address}, and its tokens are valid only at that address.`,
    `Run: binnacle login --server ${address}`,
  )
}

/** Shows a code by `announce` and waits until the person has typed it, or until `signal`. */
export async function signInByCode(
  installation: Installation,
  announce: (code: DeviceCode) => void,
  signal: AbortSignal,
): Promise<Tokens> {
  await expectIssuer(installation.server)
  const asked = new URLSearchParams({ scope: SCOPES })
  for (const name of Object.values(audiencesOf(installation))) asked.append('resource', name)
  try {
    const provider = await findProvider(installation.server)
    const begun = await openid.initiateDeviceAuthorization(provider, asked)
    announce({
      code: begun.user_code,
      address: begun.verification_uri,
      addressWithCode: begun.verification_uri_complete ?? begun.verification_uri,
    })
    const polled = openid.pollDeviceAuthorizationGrant(provider, begun, undefined, { signal })
    return toTokens(await Promise.race([polled, rejectOn(signal)]))
  } catch (error) {
    if (signal.aborted) throw interrupted()
    throw toFailure(error, signInLater)
  }
}

/** The library looks at the signal every few seconds; whoever presses Ctrl-C wants to leave now. */
function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

export async function refresh(
  server: string,
  refreshToken: string,
  audience: string,
): Promise<Tokens> {
  try {
    const provider = await findProvider(server)
    const answer = await openid.refreshTokenGrant(provider, refreshToken, { resource: audience })
    return toTokens(answer, refreshToken)
  } catch (error) {
    throw toFailure(error, renewLater)
  }
}

export async function revoke(server: string, refreshToken: string): Promise<void> {
  try {
    const provider = await findProvider(server)
    await openid.tokenRevocation(provider, refreshToken, { token_type_hint: 'refresh_token' })
  } catch (error) {
    throw toFailure(error, revokeLater)
  }
}

function toTokens(answer: openid.TokenEndpointResponse, kept = ''): Tokens {
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? kept,
    expiresAtMs: Date.now() + (answer.expires_in ?? 0) * 1000,
  }
}

const REFUSALS: Readonly<Record<string, string>> = {
  invalid_grant:
    'Your session has ended. It was revoked, or you signed in more than two weeks ago.',
  access_denied: 'You are not signed in. The request was denied in the browser.',
  expired_token: 'You are not signed in. The code expired.',
}

const isLater = (status: number) => status === 408 || status === 429 || status >= 500

type Later = (status: number) => Failure

const signInLater: Later = (status) =>
  new Failure(
    EXIT.later,
    `HTTP ${status}`,
    `The server cannot sign you in at the moment (${status}).`,
    'Try again later.',
  )

const renewLater: Later = (status) =>
  new Failure(
    EXIT.later,
    `HTTP ${status}`,
    `The server could not renew your session (${status}).`,
    'You are still signed in; try again later.',
  )

const revokeLater: Later = (status) =>
  new Failure(EXIT.later, `HTTP ${status}`, `the server returned ${status}`, 'Try again later.')

/** Of an answer the library could not use: it hands it on as the cause. */
function statusOf(error: unknown): number {
  if (error instanceof openid.ResponseBodyError) return error.status
  const { cause } = error as Error
  return cause instanceof Response ? cause.status : 0
}

function toFailure(error: unknown, later: Later): unknown {
  const status = statusOf(error)
  if (isLater(status)) return later(status)
  if (error instanceof openid.ResponseBodyError) {
    const message =
      REFUSALS[error.error] ?? error.error_description ?? 'The server rejected the sign-in.'
    return new Failure(EXIT.signedOut, error.error, message, SIGN_IN)
  }
  const isLate = error instanceof openid.ClientError && error.code === 'OAUTH_TIMEOUT'
  const isNoAnswer = error instanceof TypeError || isLate
  return isNoAnswer ? toNoAnswer(error) : error
}
