import { RequestKeyHeaders } from '../../directory/repeats/wire.ts'
import { operationsFor } from '../../platform/http/operation.ts'
import { pathParams } from '../../platform/http/schema.ts'
import { rights } from './rules.ts'

export const SUBSCRIPTION_PATH = '/subscriptions/:subscriptionId'
export const GROUP_PATH = `${SUBSCRIPTION_PATH}/resourceGroups/:resourceGroup`

export const OfSubscription = pathParams('subscriptionId')
export const OfGroup = pathParams('subscriptionId', 'resourceGroup')
export const OfResource = pathParams('subscriptionId', 'resourceGroup', 'name')

export const headers = RequestKeyHeaders
export const reading = operationsFor({
  right: 'read alert rules',
  roles: rights['read alert rules'],
} as const)
export const changing = operationsFor({
  right: 'change alert rules',
  roles: rights['change alert rules'],
} as const)
