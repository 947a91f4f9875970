import { RequestError } from '../../platform/errors.ts'

export const operationNotServed = (why: string) =>
  new RequestError(
    'not-found',
    'OperationNotServed',
    `Binnacle does not serve this operation of the published clients. ${why} See the list of operations at /explorer.`,
  )
