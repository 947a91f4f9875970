import { RequestError } from '../platform/errors.ts'

const unauthorized = (message: string) =>
  new RequestError('unauthenticated', 'Unauthorized', message)

export const tokenMissing = () =>
  unauthorized(
    'A valid authentication token is missing. Send an API token in the X-API-Token header.',
  )

export const tokenMalformed = () =>
  unauthorized(
    'The value of X-API-Token is not an API token for this service. A token starts with bnu_, bna_ or bno_ and has 75 characters. Check that you copied the whole token.',
  )

export const tokenUnknown = () =>
  unauthorized(
    'This API token is unknown. Check that it belongs to this server, or create a new token.',
  )

export const tokenRevoked = (at: Date) =>
  unauthorized(`This API token was revoked on ${toMinute(at)}. Create a new token.`)

export const tokenExpired = (at: Date) =>
  unauthorized(`This API token expired on ${toMinute(at)}. Create a new token.`)

export const orgTokensOff = () =>
  unauthorized(
    'Organization tokens are disabled on this server. Use a user or app token, or contact your administrator.',
  )

export const accountDisabled = () =>
  unauthorized(
    'The account that this API token belongs to is disabled. Contact your administrator.',
  )

const toMinute = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`

export const foreignForm = () =>
  new RequestError(
    'forbidden',
    'ForeignForm',
    'This form was sent from another site. Open the sign-in page again and submit the form there.',
  )
