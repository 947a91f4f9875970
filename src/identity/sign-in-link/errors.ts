import { RequestError } from '../../platform/errors.ts'

export const accountNotFound = (login: string) =>
  new RequestError(
    'not-found',
    'AccountNotFound',
    `No account has the name or e-mail address ${login}. Check the spelling.`,
  )

export const notAnOperator = (login: string) =>
  new RequestError(
    'forbidden',
    'NotAnOperator',
    `${login} is not an operator, or the account is disabled. Only an operator can sign in with a sign-in link. Use the name of an enabled operator.`,
  )
