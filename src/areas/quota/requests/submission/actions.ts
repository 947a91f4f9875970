import { createHash, randomUUIDv7 } from 'node:crypto'
import { actorOf, recordAudit } from '../../../../directory/audit.ts'
import type { Call } from '../../../../directory/caller.ts'
import type { Trx } from '../../../../platform/db/connect.ts'
import { type Precondition, satisfiesPrecondition } from '../../../../platform/etag.ts'
import type { Jobs } from '../../../../platform/jobs.ts'
import { changedMeanwhile, resourceRepeated, resourcesUnknown } from '../../errors.ts'
import { etagOfLimit } from '../../limits/actions.ts'
import type { QuotaJobs } from '../../rules.ts'
import { findDuplicate, keyOfName, type QuotaScope, scopeOf } from '../../rules.ts'
import { canonicalizeRequest, refuseLimit } from '../rules.ts'
import type { RequestRow } from '../store.ts'
import * as store from './store.ts'

export type LimitInput = Readonly<{
  resourceName: string
  requestedLimit: number
  unit?: string | undefined
  resourceType?: string | undefined
}>

export type SubmitQuotaInput = Readonly<{
  subscriptionId: string
  providerId: string
  location: string
  limits: readonly LimitInput[]
  precondition: Precondition
}>

export type KeyedInput = LimitInput & Readonly<{ resourceKey: string }>

/** What is asked for, before anything is read. */
export type Submission = Readonly<{
  input: SubmitQuotaInput
  scope: QuotaScope
  limits: readonly KeyedInput[]
  resourceKeys: readonly string[]
  fingerprint: Buffer
}>

export function readSubmission(input: SubmitQuotaInput): Submission {
  const scope = scopeOf(input.subscriptionId, input)
  const limits = input.limits.map((limit) => ({
    ...limit,
    resourceKey: keyOfName(limit.resourceName),
  }))
  const twice = findDuplicate(
    limits.map(({ resourceName }) => resourceName),
    keyOfName,
  )
  if (twice !== undefined) throw resourceRepeated(twice)
  const fingerprint = createHash('sha256')
    .update(canonicalizeRequest(scope.providerKey, scope.locationKey, limits))
    .digest()
  const resourceKeys = limits.map(({ resourceKey }) => resourceKey).sort()
  return { input, scope, limits, resourceKeys, fingerprint }
}

export function validateLimits(
  limits: readonly KeyedInput[],
  requestable: ReadonlyMap<string, store.RequestableLimit>,
  provider: string,
  precondition: Precondition,
): void {
  const unknown = limits.filter(({ resourceKey }) => !requestable.has(resourceKey))
  if (unknown.length > 0) {
    throw resourcesUnknown(
      unknown.map(({ resourceName }) => resourceName),
      provider,
    )
  }
  for (const limit of limits) {
    const row = requestable.get(limit.resourceKey)
    if (!row) continue
    const refusal = refuseLimit(limit, row)
    if (refusal) throw refusal
    if (!satisfiesPrecondition(precondition, etagOfLimit(row))) throw changedMeanwhile()
  }
}

type Validated = Readonly<{
  id: string
  requestable: ReadonlyMap<string, store.RequestableLimit>
}>

export async function insertSubmission(
  trx: Trx,
  jobs: Jobs<QuotaJobs>,
  call: Call,
  { scope, limits, fingerprint }: Submission,
  { id, requestable }: Validated,
): Promise<RequestRow> {
  const actor = actorOf(call)
  const { subscriptionId } = scope
  const submittedAt = new Date(Math.floor(call.at.getTime() / 1000) * 1000)
  const subRequests = limits.map(({ resourceKey, requestedLimit }) =>
    newSubRequest(requestable.get(resourceKey) as store.RequestableLimit, requestedLimit),
  )
  await store.insertRequest(trx, {
    scope,
    id,
    submittedAt,
    createdAt: call.at,
    actorId: actor.id,
    requestedBy: requesterOf(call),
    clientRequestId: call.clientRequestId,
    fingerprint,
    subRequests,
  })
  const decisions = subRequests.map((subRequest) => ({
    subscriptionId,
    requestId: id,
    subRequestId: subRequest.id,
  }))
  await jobs.enqueue(trx, 'quota.decide', decisions)
  await recordAudit(trx, actor, {
    scopeId: subscriptionId,
    action: 'quota.ask',
    target: `quota request ${id}`,
    after: Object.fromEntries(
      subRequests.map(({ resourceName, requestedLimit }) => [resourceName, requestedLimit]),
    ),
  })
  return { id, submittedAt, subRequests }
}

const newSubRequest = (
  { resourceKey, resourceName, displayName, unit, resourceType }: store.RequestableLimit,
  requestedLimit: number,
): store.NewSubRequest => ({
  id: randomUUIDv7(),
  resourceKey,
  resourceName,
  displayName,
  unit,
  resourceType,
  requestedLimit,
  grantedLimit: null,
  state: 'Accepted',
  code: null,
  message: 'Accepted. Processing has not started.',
  endedAt: null,
})

function requesterOf({ caller }: Call): string {
  if (caller.kind === 'user') return caller.account.name
  return caller.kind === 'service' ? caller.clientId : caller.token.id
}
