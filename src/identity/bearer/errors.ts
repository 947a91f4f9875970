import { RequestError } from '../../platform/errors.ts'

/** Says in `WWW-Authenticate` where to get a token, in the words clients of the ecosystem look for. */
const refuse = (code: string, message: string, authUrl: string, error?: string) => {
  const detail = error ? `, error="${error}", error_description="${message}"` : ''
  return new RequestError('unauthenticated', code, message, {
    challenge: `Bearer authorization_uri="${authUrl}"${detail}`,
  })
}

export const bearerMissing = (authUrl: string) =>
  refuse(
    'AuthenticationFailed',
    'Authentication failed. The Authorization header is missing. Send a bearer token in it.',
    authUrl,
  )

export const bearerInvalid = (authUrl: string) =>
  refuse(
    'InvalidAuthenticationToken',
    'The access token is not valid for this service or this API. Get a new token.',
    authUrl,
    'invalid_token',
  )

export const bearerExpired = (authUrl: string, expired: Date, now: Date) =>
  refuse(
    'ExpiredAuthenticationToken',
    `The access token expired at ${expired.toISOString()}. The current time is ${now.toISOString()}. Get a new token.`,
    authUrl,
    'invalid_token',
  )

export const bearerEnded = (authUrl: string) =>
  refuse(
    'InvalidAuthenticationToken',
    'The access token is revoked, because its account was disabled or signed out, or its client secret was replaced. Sign in again.',
    authUrl,
    'invalid_token',
  )

export const emailNotVerified = (issuer: string) =>
  new RequestError(
    'forbidden',
    'AccountNotAdmitted',
    `Your first sign-in through ${issuer} requires a verified e-mail address, and the access token does not contain one. Ask the administrator of the issuer to add the claims email and email_verified.`,
  )

export const issuerAway = (issuer: string, cause: unknown) =>
  new RequestError(
    'unavailable',
    'ServiceUnavailable',
    `The signing keys of ${issuer} cannot be fetched, so the access token cannot be verified. Try again in a few seconds.`,
    { retryAfterSeconds: 5, cause },
  )

export const twoWaysAtOnce = () =>
  new RequestError(
    'invalid',
    'BadRequest',
    'The request has both an X-API-Token and an Authorization header. Send only one of them.',
  )
