import { RequestKeyHeaders } from '../../directory/repeats/wire.ts'
import { operationsFor } from '../../platform/http/operation.ts'
import { pathParams } from '../../platform/http/schema.ts'
import { rights } from './rules.ts'

export const LIST_PATH = '/notifications/v1/subscriptions/:subscriptionId/notifications'
export const ITEM_PATH = `${LIST_PATH}/:name`

export const OfSubscription = pathParams('subscriptionId')
export const OfNotification = pathParams('subscriptionId', 'name')

export const tag = 'notifications'
export const headers = RequestKeyHeaders
export const reading = operationsFor({
  right: 'read notifications',
  roles: rights['read notifications'],
} as const)
export const changing = operationsFor({
  right: 'change notifications',
  roles: rights['change notifications'],
} as const)
