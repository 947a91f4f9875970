import { RequestError } from '../../platform/errors.ts'

export const keyOfAnotherRequest = () =>
  new RequestError(
    'conflict',
    'RequestRepeatedOtherwise',
    'You already used this Idempotency-Key for a request to the same path with a different body. Send a new key for a new request, or the same body to repeat the earlier request.',
  )
