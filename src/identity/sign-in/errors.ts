import { RequestError } from '../../platform/errors.ts'

export const nobodySignsInAs = (login: string) =>
  new RequestError(
    'not-found',
    'AccountNotFound',
    `No account with a password has the name or e-mail address ${login}. Check the spelling. Accounts that sign in through a trusted issuer do not have a password in Binnacle.`,
  )

export const passwordsOff = () =>
  new RequestError(
    'forbidden',
    'PasswordsOff',
    'This installation does not use passwords (BUNDLED_SIGN_IN=false). Go back to the application and sign in through your organization.',
  )
