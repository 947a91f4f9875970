import type { SUBSCRIPTION_ROLES } from './wire.ts'

/** What somebody may be on a subscription. */
export type SubscriptionRole = (typeof SUBSCRIPTION_ROLES)[number]

/** The subscription that a path names, by its stored id, and what the caller is on it. */
export type Subscription<Role = SubscriptionRole> = Readonly<{ id: string; role: Role }>

/** In lower case; nothing for what cannot be the id of a subscription. */
export function toSubscriptionId(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Za-z0-9-]{1,64}$/.test(text) ? text.toLowerCase() : undefined
}
