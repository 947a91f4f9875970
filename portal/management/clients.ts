import { quotaClient, serviceHealthClient, subscriptionClient } from '../../client/api-client.ts'
import { managementBearer } from '../session.ts'
import { settings } from '../settings.ts'

const { managementUrl, vendor } = settings

/** Areas B and C, with the bearer of their own audience. */
export const serviceHealth = serviceHealthClient(managementUrl, managementBearer, vendor)
export const quota = quotaClient(managementUrl, managementBearer, vendor)
export const subscriptions = subscriptionClient(managementUrl, managementBearer)
