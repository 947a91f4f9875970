import { randomUUIDv7 } from 'node:crypto'
import { actorOf, recordAudit } from '../../../directory/audit.ts'
import type { Call } from '../../../directory/caller.ts'
import { findRepeated, setCreated } from '../../../directory/repeats/actions.ts'
import { confirmRole } from '../../../directory/subscriptions/actions.ts'
import type { KeyedMutex } from '../../../platform/concurrency/keyed-mutex.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { lockByName } from '../../../platform/db/lock.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { requestNotFound, requestSent, superseded } from '../errors.ts'
import { validateProviderLimits } from '../limits/actions.ts'
import { type QuotaJobs, type QuotaScope, rights } from '../rules.ts'
import { findSame, isOpen, type OpenSubRequest } from './rules.ts'
import * as store from './store.ts'
import {
  insertSubmission,
  type KeyedInput,
  readSubmission,
  type Submission,
  type SubmitQuotaInput,
  validateLimits,
} from './submission/actions.ts'
import { findRequestable, type RequestableLimit } from './submission/store.ts'

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
  const submission = readSubmission(input)
  const { scope, resourceKeys } = submission
  const lockNames = resourceKeys.map((key) => ['quota', ...Object.values(scope), key])
  const submit = () =>
    db.transaction().execute(async (trx) => {
      await confirmRole(trx, call, scope.subscriptionId, 'request quota', rights['request quota'])
      // Sorted, so that two requests on two nodes cannot wait for each other.
      for (const name of lockNames) await lockByName(trx, ...name)
      const id = randomUUIDv7()
      const earlierId = await findRepeated(trx, call, id)
      if (earlierId !== undefined) return readBack(trx, scope, earlierId)
      const { sameId, requestable } = await supersedeOpen(trx, call, submission, id)
      if (requestable) return insertSubmission(trx, jobs, call, submission, { id, requestable })
      await setCreated(trx, call, sameId)
      return readBack(trx, scope, sameId)
    })
  return mutex(
    lockNames.map((name) => JSON.stringify(name)),
    submit,
  )
}

async function readBack(trx: Trx, scope: QuotaScope, id: string): Promise<store.RequestRow> {
  const found = await store.findRequest(trx, { scope, id })
  if (!found) throw requestNotFound(id)
  return found
}

type Superseded =
  | Readonly<{ sameId: string; requestable?: undefined }>
  | Readonly<{ sameId?: undefined; requestable: ReadonlyMap<string, RequestableLimit> }>

/** The open request that this one is; otherwise what it may ask for, once the open ones are superseded. */
async function supersedeOpen(
  trx: Trx,
  call: Call,
  { input, scope, limits, resourceKeys, fingerprint }: Submission,
  id: string,
): Promise<Superseded> {
  for (;;) {
    const found = await findRequestable(trx, scope, resourceKeys, fingerprint)
    const { provider, rows } = await validateProviderLimits(trx, input, found)
    const requestable = new Map(rows.map((row) => [row.resourceKey, row]))
    validateLimits(limits, requestable, provider, input.precondition)
    const sameId = await findOpen(trx, scope, limits, toOpen(rows))
    if (sameId !== undefined) return { sameId }
    // What ended by itself may have changed the limit: look again. No other is opened meanwhile.
    if (await supersede(trx, call, scope, rows, id)) return { requestable }
  }
}

/** The open request that a submission of these limits is, if it is one. */
export async function findOpen(
  db: Db,
  scope: QuotaScope,
  limits: readonly KeyedInput[],
  open: ReadonlyMap<string, OpenSubRequest>,
): Promise<string | undefined> {
  const same = findSame(limits, open)
  if (same === undefined || open.size === limits.length) return same
  const resourceKeys = limits.map(({ resourceKey }) => resourceKey)
  return (await store.isOvertaken(db, scope, resourceKeys, same)) ? undefined : same
}

const toOpen = (rows: readonly RequestableLimit[]) =>
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

/** False when one of them ended by itself before it could be superseded. */
async function supersede(
  trx: Trx,
  call: Call,
  { subscriptionId }: QuotaScope,
  rows: readonly RequestableLimit[],
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
