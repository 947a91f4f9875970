import { RequestError } from '../../../../platform/errors.ts'

const forbidden = (message: string) => new RequestError('forbidden', 'Forbidden', message)

export const tokenToRotateNotFound = () =>
  new RequestError(
    'not-found',
    'NotFound',
    'The token does not exist, or you do not have permission to rotate it. List the tokens to see their ids.',
  )

export const creatorRotates = () =>
  forbidden(
    'Only the user who created a token can rotate it. Create a new token, then revoke this one.',
  )

export const rotatedOutlivesCaller = (latest: Date) =>
  forbidden(
    `The token used for this request expires at ${latest.toISOString()}, which is earlier than the token you want to rotate. Use a token that expires later, or sign in.`,
  )

export const previousValueRotates = () =>
  forbidden(
    'This request uses the previous value of the token. Rotate it with its current value, or sign in.',
  )

export const expiredTokenStays = () =>
  new RequestError(
    'conflict',
    'Conflict',
    'This token has expired, so a new value would not work either. Create a new token.',
  )
