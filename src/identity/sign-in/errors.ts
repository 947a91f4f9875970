import { RequestError } from '../../platform/errors.ts'

export const nobodySignsInAs = (login: string) =>
  new RequestError(
    'not-found',
    'AccountNotFound',
    `Nobody who signs in here with a password is called ${login}. Give the name or e-mail of an account; people of a trusted issuer have no password here.`,
  )
