import { RequestError } from '../../platform/errors.ts'

export const operationNotServed = (why: string) =>
  new RequestError(
    'not-found',
    'OperationNotServed',
    `Binnacle does not have this operation of the published client. ${why} See the list of operations at /explorer.`,
  )
