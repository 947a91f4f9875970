import { createHash, randomUUIDv7 } from 'node:crypto'
import { actorOf, recordAudit } from '../../../directory/audit.ts'
import type { Call } from '../../../directory/caller.ts'
import { findRepeated, setCreated } from '../../../directory/repeats/actions.ts'
import { confirmRole } from '../../../directory/subscriptions/actions.ts'
import type { KeyedMutex } from '../../../platform/concurrency/keyed-mutex.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { lockByName } from '../../../platform/db/lock.ts'
import { type Precondition, satisfiesPrecondition } from '../../../platform/etag.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import {
  changedMeanwhile,
  requestNotFound,
  requestSent,
  resourceRepeated,
  resourcesUnknown,
  resourceTypeDiffers,
  superseded,
  unitDiffers,
} from '../errors.ts'
import { etagOfLimit, validateProviderLimits } from '../limits/actions.ts'
import type { QuotaJobs } from '../rules.ts'
import { findDuplicate, keyOfName, type QuotaScope, rights, scopeOf } from '../rules.ts'
import { canonicalizeRequest, findSame, isOpen } from './rules.ts'
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

export type SubmitDeps = Readonly<{ db: Db; jobs: Jobs<QuotaJobs>; mutex: KeyedMutex }>

/**
 * One request for all limits. Repeated, it is the same request; while an open one asks for
 * something else, that one is superseded, unless the provider may know of it already.
 */
export async function submitQuotaRequest(
  { db, jobs, mutex }: SubmitDeps,
  call: Call,
  input: SubmitQuotaInput,
): Promise<store.RequestRow> {
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
  const lockNames = resourceKeys.map((key) => JSON.stringify([...Object.values(scope), key]))
  const submitInTransaction = async (trx: Trx) => {
    await confirmRole(trx, call, scope.subscriptionId, 'request quota', rights['request quota'])
    // Sorted, so that two requests on two nodes cannot wait for each other.
    for (const key of resourceKeys) await lockByName(trx, 'quota', ...Object.values(scope), key)
    const id = randomUUIDv7()
    const repeatedId = await findRepeated(trx, call, id)
    if (repeatedId !== undefined) return readBack(trx, scope, repeatedId)
    for (;;) {
      const { provider, rows } = await validateProviderLimits(
        trx,
        input,
        await store.findRequestable(trx, scope, resourceKeys, fingerprint),
      )
      const requestable = new Map(rows.map((row) => [row.resourceKey, row]))
      validateLimits(limits, requestable, provider, input.precondition)
      const sameId = await findOpen(trx, scope, limits, rows)
      if (sameId) {
        await setCreated(trx, call, sameId)
        return readBack(trx, scope, sameId)
      }
      // What ended meanwhile may have changed the limit: look again.
      if (!(await supersede(trx, call, scope, rows, id))) continue
      return insert(trx, jobs, call, scope, { id, limits, requestable, fingerprint })
    }
  }
  return mutex(lockNames, () => db.transaction().execute(submitInTransaction))
}

type KeyedInput = LimitInput & Readonly<{ resourceKey: string }>

async function readBack(trx: Trx, scope: QuotaScope, id: string): Promise<store.RequestRow> {
  const found = await store.findRequest(trx, { scope, id })
  if (!found) throw requestNotFound(id)
  return found
}

function validateLimits(
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
  for (const { resourceName, unit, resourceType, resourceKey } of limits) {
    const row = requestable.get(resourceKey)
    if (!row) continue
    if (unit !== undefined && unit.toLowerCase() !== row.unit.toLowerCase()) {
      throw unitDiffers(resourceName, unit, row.unit)
    }
    if (
      resourceType !== undefined &&
      resourceType.toLowerCase() !== row.resourceType?.toLowerCase()
    ) {
      throw resourceTypeDiffers(resourceName, resourceType, row.resourceType)
    }
    if (!satisfiesPrecondition(precondition, etagOfLimit(row))) throw changedMeanwhile()
  }
}

async function findOpen(
  trx: Trx,
  scope: QuotaScope,
  limits: readonly KeyedInput[],
  rows: readonly store.RequestableLimit[],
): Promise<string | undefined> {
  const open = toOpen(rows)
  const same = findSame(limits, open)
  if (same === undefined || open.size === limits.length) return same
  const resourceKeys = limits.map(({ resourceKey }) => resourceKey)
  return (await store.isOvertaken(trx, scope, resourceKeys, same)) ? undefined : same
}

const toOpen = (rows: readonly store.RequestableLimit[]) =>
  new Map(
    rows.flatMap(
      ({
        resourceKey,
        openRequestId: requestId,
        openRequestedLimit: requestedLimit,
        openIsSame: isSame,
      }) =>
        requestId === null || requestedLimit === null
          ? []
          : [[resourceKey, { requestId, requestedLimit, isSame }]],
    ),
  )

/** False when one of them ended by itself before it could be. */
async function supersede(
  trx: Trx,
  call: Call,
  { subscriptionId }: QuotaScope,
  rows: readonly store.RequestableLimit[],
  by: string,
): Promise<boolean> {
  for (const { resourceName, openSubRequestId, openRequestId } of rows) {
    if (openSubRequestId === null || openRequestId === null) continue
    const key = { subscriptionId, requestId: openRequestId, subRequestId: openSubRequestId }
    const ended = await store.moveSubRequest(trx, key, {
      to: 'Failed',
      only: 'unsent',
      set: { ...superseded(by), ended_at: call.at },
    })
    if (!ended) {
      const subRequest = await store.lockSubRequest(trx, key)
      if (subRequest && isOpen(subRequest.state)) throw requestSent(resourceName, openRequestId)
      return false
    }
    await recordAudit(trx, actorOf(call), {
      scopeId: subscriptionId,
      action: 'quota.supersede',
      target: `quota request ${openRequestId}`,
      after: { resource: resourceName, by },
    })
  }
  return true
}

type ValidatedRequest = Readonly<{
  id: string
  limits: readonly KeyedInput[]
  requestable: ReadonlyMap<string, store.RequestableLimit>
  fingerprint: Buffer
}>

async function insert(
  trx: Trx,
  jobs: Jobs<QuotaJobs>,
  call: Call,
  scope: QuotaScope,
  { id, limits, requestable, fingerprint }: ValidatedRequest,
): Promise<store.RequestRow> {
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
  await jobs.enqueue(
    trx,
    'quota.decide',
    subRequests.map((subRequest) => ({
      subscriptionId,
      requestId: id,
      subRequestId: subRequest.id,
    })),
  )
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
