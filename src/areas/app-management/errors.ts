import { RequestError } from '../../platform/errors.ts'

export const notServed = () =>
  new RequestError(
    'not-found',
    'Not Found',
    'This operation is not part of Binnacle. What it serves is listed at /explorer.',
  )

export const lengthRequired = () =>
  new RequestError(
    'length-required',
    'LengthRequired',
    'A POST, PUT or PATCH needs a body. Send {} for an empty one, with its Content-Length.',
  )

export const userTokenRequired = () =>
  new RequestError(
    'forbidden',
    'Forbidden',
    'This operation is about a person, and an app or organization token stands for none. Use a user token.',
  )

export const invalidName = (name: string) =>
  new RequestError(
    'invalid',
    'BadRequest',
    `${name} cannot be a name. Use 1 to 100 letters, digits, hyphens, underscores or dots; not a hyphen first, and not dots alone.`,
  )

export const invalidEmail = (email: string) =>
  new RequestError('invalid', 'BadRequest', `${email} is not an e-mail address.`)

export const nameTaken = (name: string) =>
  new RequestError(
    'conflict',
    'Conflict',
    `The name ${name} is taken by another user or organization. Choose another one.`,
  )

export const emailTaken = (email: string) =>
  new RequestError('conflict', 'Conflict', `The e-mail ${email} belongs to another account.`)

export const operatorExists = (name: string) =>
  new RequestError(
    'conflict',
    'Conflict',
    `There is an operator already: ${name}. Bootstrap makes only the first one; ask ${name} for more.`,
  )

export const tokenLimitReached = (limit: number) =>
  new RequestError(
    'conflict',
    'Conflict',
    `This account has created ${limit} API tokens, which is the limit. Revoke one that is no longer needed.`,
  )
