import { randomUUIDv7 } from 'node:crypto'
import { actorOf, recordAudit } from '../../../../directory/audit.ts'
import type { Call } from '../../../../directory/caller.ts'
import { runOperatorTransaction } from '../../../../directory/operators/actions.ts'
import type { Trx } from '../../../../platform/db/connect.ts'
import { lockByName } from '../../../../platform/db/lock.ts'
import { type DecidingDeps, grant } from '../../deciding/actions.ts'
import { refuseGrant } from '../../deciding/rules.ts'
import { findRuleInput } from '../../deciding/store.ts'
import {
  notGivenUp,
  raisedSince,
  requestedSince,
  retriedAlready,
  subRequestNotFound,
} from '../../errors.ts'
import {
  lockSubRequest,
  moveSubRequest,
  type SubRequestKey,
  type SubRequestRow,
} from '../../requests/store.ts'
import { readSubmission } from '../../requests/submission/actions.ts'
import { insertRequest } from '../../requests/submission/store.ts'
import * as store from './store.ts'
import type { RetriedSubRequest } from './wire.ts'

/** What was given up stays Failed; a new request for the same limit takes its place. */
export async function retryGivenUp(
  deps: DecidingDeps,
  call: Call,
  key: SubRequestKey,
): Promise<RetriedSubRequest> {
  const retried = await runOperatorTransaction(deps.db, call, async (trx) => {
    const givenUp = await lockGivenUp(trx, key)
    const created = await insertAgain(trx, call, key, givenUp)
    await recordAudit(trx, actorOf(call), {
      scopeId: key.subscriptionId,
      action: 'quota.retry',
      target: `quota request ${created.requestId}`,
      after: { resource: givenUp.name, limit: givenUp.asked_limit, insteadOf: key.requestId },
    })
    await begin(trx, deps, call, created, givenUp.granted_limit)
    await store.setRetriedAs(trx, key, created.requestId)
    return created
  })
  return { requestId: retried.requestId, subRequestId: retried.subRequestId }
}

/** The limit is locked before the row, as by whoever asks for it: the two cannot wait for each other. */
async function lockGivenUp(trx: Trx, key: SubRequestKey): Promise<SubRequestRow> {
  const found = await store.findSubRequest(trx, key)
  if (!found) throw subRequestNotFound()
  const { subscription_id, provider_key, location_key, resource_key } = found
  await lockByName(trx, 'quota', subscription_id, provider_key, location_key, resource_key)
  const subRequest = await lockSubRequest(trx, key)
  if (!subRequest) throw subRequestNotFound()
  if (subRequest.gave_up_at === null) throw notGivenUp()
  if (subRequest.retried_as !== null) throw retriedAlready(subRequest.retried_as)
  const later = await store.findLaterRequest(trx, subRequest)
  if (later !== undefined) throw requestedSince(subRequest.name, later)
  const { currentLimit } = await findRuleInput(trx, subRequest)
  // Somebody may have raised it by hand since; whoever wants it lower can ask for that.
  if (currentLimit > (subRequest.granted_limit ?? subRequest.asked_limit))
    throw raisedSince(subRequest.name, currentLimit)
  return subRequest
}

/** The same sub-request as if whoever asked for it had asked again, for this limit alone. */
async function insertAgain(
  trx: Trx,
  call: Call,
  key: SubRequestKey,
  givenUp: SubRequestRow,
): Promise<SubRequestKey> {
  const { subscriptionId } = key
  const { scope, fingerprint } = readSubmission({
    subscriptionId,
    providerId: givenUp.provider_key,
    location: givenUp.location_key,
    limits: [{ resourceName: givenUp.resource_key, requestedLimit: givenUp.asked_limit }],
    precondition: {},
  })
  const [requestId, subRequestId] = [randomUUIDv7(), randomUUIDv7()]
  const { actorId, requestedBy } = await store.findRequester(trx, key)
  const subRequest = {
    id: subRequestId,
    resourceKey: givenUp.resource_key,
    resourceName: givenUp.name,
    displayName: givenUp.display_name,
    unit: givenUp.unit,
    resourceType: givenUp.resource_type,
    requestedLimit: givenUp.asked_limit,
    grantedLimit: null,
    state: 'Accepted',
    code: null,
    message: 'Accepted. Processing has not started.',
    endedAt: null,
  } as const
  await insertRequest(trx, {
    scope,
    id: requestId,
    submittedAt: new Date(Math.floor(call.at.getTime() / 1000) * 1000),
    createdAt: call.at,
    actorId,
    requestedBy,
    clientRequestId: undefined,
    fingerprint,
    subRequests: [subRequest],
  })
  return { subscriptionId, requestId, subRequestId }
}

/** What had been granted is granted again; what the rules never came to examine, they examine. */
async function begin(
  trx: Trx,
  deps: DecidingDeps,
  call: Call,
  key: SubRequestKey,
  limit: number | null,
): Promise<void> {
  if (limit === null) return deps.jobs.enqueue(trx, 'quota.decide', [key])
  const actor = actorOf(call)
  const set = { begun_at: actor.at }
  const begun = await moveSubRequest(trx, key, { to: 'InProgress', set })
  if (!begun) throw subRequestNotFound()
  const refusal = refuseGrant(limit, await findRuleInput(trx, begun))
  if (refusal) throw refusal
  await grant(trx, deps, begun, actor, { limit, reason: 'because it was granted before.' })
}
