import { RequestError } from '../../platform/errors.ts'

export const emailNotAscii = (email: string) =>
  new RequestError(
    'forbidden',
    'EmailNotAscii',
    `The e-mail address of your account is ${email}. You cannot sign in with it, because only addresses in ASCII characters are allowed. Ask an operator to change it (PATCH /operator/v1/accounts/{account_id}).`,
  )

export const passwordsOff = () =>
  new RequestError(
    'forbidden',
    'PasswordsOff',
    'This installation does not use passwords (BUNDLED_SIGN_IN=false). Go back to the application and sign in through your organization.',
  )
