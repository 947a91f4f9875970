import { RequestError } from '../../platform/errors.ts'

const invalid = (message: string) => new RequestError('invalid', 'BadRequest', message)
const conflict = (message: string) => new RequestError('conflict', 'Conflict', message)

export const accountNotFound = (id: string) =>
  new RequestError(
    'not-found',
    'AccountNotFound',
    `The account ${id} does not exist. List the accounts at /operator/v1/accounts.`,
  )

export const invalidEmail = (email: string) =>
  invalid(`${email} is not a valid e-mail address. Send an address such as ada@example.com.`)

export const emailTaken = (email: string) =>
  conflict(
    `The e-mail address ${email} belongs to another account. Use another e-mail address, or change that of the other account first.`,
  )

export const emailUnusable = (email: string, issuer: string) =>
  new RequestError(
    'forbidden',
    'AccountNotAdmitted',
    `The issuer ${issuer} sent ${email} as your e-mail address, which is not valid. Correct your e-mail address at the issuer.`,
  )

export const emailHeldByAnother = (email: string, issuer: string) =>
  new RequestError(
    'forbidden',
    'AccountNotAdmitted',
    `The e-mail address ${email} belongs to another account, so you cannot sign in with it through ${issuer}. Ask an operator to change the e-mail address of that account (PATCH /operator/v1/accounts/{account_id}).`,
  )
