import { RequestError } from '../../../platform/errors.ts'

export const signInRequired = () =>
  new RequestError(
    'forbidden',
    'Forbidden',
    'An API token cannot be used for this operation. Sign in, in the portal or with binnacle login, and try again.',
  )

export const sessionNotFound = () =>
  new RequestError(
    'not-found',
    'NotFound',
    'The session does not exist. It has ended, or its id is not correct. List your sessions again.',
  )

export const grantNotFound = () =>
  new RequestError(
    'not-found',
    'NotFound',
    'This application does not have access to your account, or its access was withdrawn. List your grants again.',
  )
