import type { Trx } from '../../../../platform/db/connect.ts'
import { isSubRequest, type SubRequestKey, type SubRequestRow } from '../../requests/store.ts'

/** Without a lock: it says which limit is to be locked first. */
export async function findSubRequest(
  trx: Trx,
  key: SubRequestKey,
): Promise<SubRequestRow | undefined> {
  return trx.selectFrom('quota_sub_request').selectAll().where(isSubRequest(key)).executeTakeFirst()
}

/** The latest request for the same limit that was made after this one. Ids are in the order of time. */
export async function findLaterRequest(
  trx: Trx,
  subRequest: SubRequestRow,
): Promise<string | undefined> {
  const later = await trx
    .selectFrom('quota_sub_request')
    .select('request_id')
    .where('subscription_id', '=', subRequest.subscription_id)
    .where('request_id', '>', subRequest.request_id)
    .where('provider_key', '=', subRequest.provider_key)
    .where('location_key', '=', subRequest.location_key)
    .where('resource_key', '=', subRequest.resource_key)
    .orderBy('request_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return later?.request_id
}

export async function findRequester(trx: Trx, { subscriptionId, requestId }: SubRequestKey) {
  return trx
    .selectFrom('quota_request')
    .select(['actor_id as actorId', 'requested_by as requestedBy'])
    .where('subscription_id', '=', subscriptionId)
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
}

export async function setRetriedAs(trx: Trx, key: SubRequestKey, requestId: string): Promise<void> {
  await trx
    .updateTable('quota_sub_request')
    .set({ retried_as: requestId })
    .where(isSubRequest(key))
    .execute()
}
