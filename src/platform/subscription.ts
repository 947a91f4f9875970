import { RequestError } from './errors.ts'

/** What somebody may be on a subscription. */
export type SubscriptionRole = 'owner' | 'contributor' | 'reader'

/** In lower case; nothing for what cannot be the id of a subscription. */
export function toSubscriptionId(text: string): string | undefined {
  return /^[A-Za-z0-9-]{1,64}$/.test(text) ? text.toLowerCase() : undefined
}

export const subscriptionMissing = () =>
  new RequestError(
    'invalid',
    'InvalidSubscriptionId',
    'The path names no subscription. Put its id after /subscriptions/.',
  )

export const subscriptionNotFound = (id: string) =>
  new RequestError(
    'not-found',
    'SubscriptionNotFound',
    `The subscription ${id} is not there, or you have no role on it. Check the id, or ask whoever runs this service for a role.`,
  )

export const roleTooLow = (right: string, roles: readonly SubscriptionRole[]) =>
  new RequestError(
    'forbidden',
    'AuthorizationFailed',
    `You may not ${right} on this subscription: that takes the role ${roles.join(' or ')}. Ask one of them, or ask for the role.`,
  )
