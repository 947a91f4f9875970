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
    'Authentication failed. The Authorization header is missing; send a bearer token in it.',
    authUrl,
  )

export const bearerInvalid = (authUrl: string) =>
  refuse(
    'InvalidAuthenticationToken',
    'The access token is not one of this service, or not for this part of it. Get a new one.',
    authUrl,
    'invalid_token',
  )

export const bearerExpired = (authUrl: string, expired: Date, now: Date) =>
  refuse(
    'ExpiredAuthenticationToken',
    `The access token expired at ${expired.toISOString()}, and it is ${now.toISOString()} now. Get a new one.`,
    authUrl,
    'invalid_token',
  )

export const bearerEnded = (authUrl: string) =>
  refuse(
    'InvalidAuthenticationToken',
    'Whoever this access token was issued to has been disabled, signed out everywhere, or got a new secret. Sign in again.',
    authUrl,
    'invalid_token',
  )

export const emailNotVerified = (issuer: string) =>
  new RequestError(
    'forbidden',
    'AccountNotAdmitted',
    `Whoever comes from ${issuer} for the first time needs a verified e-mail, and the access token carries none. Have the issuer put email and email_verified into it.`,
  )

export const issuerAway = (issuer: string, cause: unknown) =>
  new RequestError(
    'unavailable',
    'ServiceUnavailable',
    `The keys of ${issuer} cannot be fetched, so its access token cannot be checked. Try again in a few seconds.`,
    { retryAfterSeconds: 5, cause },
  )

export const twoWaysAtOnce = () =>
  new RequestError(
    'invalid',
    'BadRequest',
    'The request carries both X-API-Token and Authorization, and it is not clear whose rights apply. Send one of them.',
  )
