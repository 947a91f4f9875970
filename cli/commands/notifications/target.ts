import type { Given } from '../../command.ts'
import type { Context } from '../../context.ts'
import { needSubscription } from '../../targets.ts'

export const NOTIFICATIONS = '/notifications/v1/subscriptions/{subscriptionId}/notifications'

export const SUBSCRIPTION = [
  '--subscription <id>',
  'the subscription (default: from the profile)',
] as const

/** The notification that was named, as the paths of the API have it. */
export async function targetOf(context: Context, given: Given) {
  const [name = ''] = given.args
  return { path: { subscriptionId: await needSubscription(context, given), name } }
}
