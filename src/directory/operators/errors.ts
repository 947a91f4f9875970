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
