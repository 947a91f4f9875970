import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Db } from '../../../src/platform/db/connect.ts'
import type { QuotaState } from '../../../src/platform/db/tables.ts'

type Sample = Readonly<{
  subscriptionId: string
  providerKey?: string
  resourceKey?: string
  state?: QuotaState
  limit?: number
  /** Granted, and then given up because the provider did not answer. */
  isGivenUp?: boolean
}>

/** A request for one resource, as it stands in the database. Say only what the test is about. */
export async function insertQuotaRequest(
  db: Db,
  {
    subscriptionId,
    providerKey = 'microsoft.compute',
    resourceKey = `r-${randomUUIDv7()}`,
    isGivenUp = false,
    state = isGivenUp ? 'Failed' : 'InProgress',
    limit = 10,
  }: Sample,
) {
  const [requestId, subRequestId, now] = [randomUUIDv7(), randomUUIDv7(), new Date()]
  const target = { provider_key: providerKey, location_key: 'eastus' }
  now.setMilliseconds(0)
  const request = {
    ...target,
    subscription_id: subscriptionId,
    id: requestId,
    submitted_at: now,
    actor_id: 'sample',
    requested_by: 'sample',
    fingerprint: randomBytes(32),
  }
  await db.insertInto('quota_request').values(request).execute()
  const isOpen = state === 'Accepted' || state === 'InProgress'
  const subRequest = {
    ...target,
    subscription_id: subscriptionId,
    request_id: requestId,
    id: subRequestId,
    number: 0,
    resource_key: resourceKey,
    name: resourceKey,
    display_name: resourceKey,
    unit: 'Count',
    asked_limit: limit,
    granted_limit: isGivenUp || state === 'Succeeded' ? limit : null,
    state,
    message: 'A sample.',
    created_at: now,
    ended_at: isOpen ? null : now,
    ...(isGivenUp && { gave_up_at: now, code: 'ProviderUnavailable', tries: 3 }),
  }
  await db.insertInto('quota_sub_request').values(subRequest).execute()
  return { subscriptionId, requestId, subRequestId }
}
