import { RequestError } from '../../platform/errors.ts'

export const operatorRequired = () =>
  new RequestError(
    'forbidden',
    'AuthorizationFailed',
    'This operation is for operators of the installation, and your account is not an operator. Ask an operator.',
  )

export const invalidTime = (name: string) =>
  new RequestError(
    'invalid',
    'InvalidParameter',
    `The value of ${name} is not a valid time. Send a time between the years 1 and 9999, such as 2026-06-11T00:00:00Z.`,
  )

// First steps

export const mailOff = () =>
  new RequestError(
    'conflict',
    'MailOff',
    'This installation sends no e-mail. Set SMTP and SECRET_KEY_FILE for every process, and restart the processes.',
  )

export const addressMissing = () =>
  new RequestError(
    'forbidden',
    'PersonRequired',
    'A service account has no e-mail address. Sign in as an operator instead.',
  )

export const mailLimited = () =>
  new RequestError(
    'conflict',
    'MailNotSent',
    'No e-mail was sent, because your address has received as many e-mails today (UTC) as one address may receive, or because it is not valid. Try again tomorrow, or correct your address.',
  )
