import { RequestError } from '../../platform/errors.ts'

const invalid = (code: string, message: string) => new RequestError('invalid', code, message)

export const apiVersionMissing = (versions: readonly string[]) =>
  invalid(
    'MissingApiVersionParameter',
    `The query parameter api-version is required for all requests. Send one of: ${versions.join(', ')}.`,
  )

export const apiVersionUnsupported = (asked: string, versions: readonly string[]) =>
  invalid(
    'InvalidApiVersionParameter',
    `The api-version ${asked} is not supported. Supported are: ${versions.join(', ')}.`,
  )

export const subscriptionMissing = () =>
  invalid(
    'InvalidSubscriptionId',
    'The path names no subscription. Put its id after /subscriptions/.',
  )

export const subscriptionNotFound = (id: string) =>
  new RequestError(
    'not-found',
    'SubscriptionNotFound',
    `The subscription ${id} is not there, or you have no role on it. Check the id, or ask whoever runs this service for a role.`,
  )
