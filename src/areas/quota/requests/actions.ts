import { randomUUIDv7 } from 'node:crypto'
import { actorOf, toAudit } from '../../../directory/audit.ts'
import type { Call } from '../../../directory/caller.ts'
import { findEarlier, repeatIfKeyUsed, toKeyUse } from '../../../directory/repeats/actions.ts'
import { confirmRole } from '../../../directory/subscriptions/actions.ts'
import type { KeyedMutex } from '../../../platform/concurrency/keyed-mutex.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { toLock } from '../../../platform/db/lock.ts'
import { sendStatements } from '../../../platform/db/pipeline/send-statements.ts'
import {
  joinStatements,
  mapStatements,
  type Statements,
} from '../../../platform/db/pipeline/statements.ts'
import { runPipelined } from '../../../platform/db/pipeline/transaction.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { requestNotFound, requestSent, superseded } from '../errors.ts'
import { validateProviderLimits } from '../limits/actions.ts'
import type { ProviderLimits } from '../limits/store.ts'
import { type QuotaJobs, type QuotaScope, rights } from '../rules.ts'
import { findSame, isOpen, type OpenSubRequest } from './rules.ts'
import * as store from './store.ts'
import {
  type KeyedInput,
  readSubmission,
  type Submission,
  type SubmitQuotaInput,
  toInserts,
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
  const first = joinStatements(
    confirmRole(db, call, scope.subscriptionId, 'request quota', rights['request quota']),
    // Sorted, so that two requests on two nodes cannot wait for each other.
    joinStatements(...lockNames.map((name) => toLock(db, ...name))),
    findEarlier(db, call),
    toLook(db, submission),
  )
  const submit = () =>
    runPipelined(db, first, async (trx, [, , earlierId, look], commit) => {
      if (earlierId !== undefined) return sendStatements(trx, readBack(scope, earlierId))
      return commit(await toLast(trx, { jobs, call, submission, id: randomUUIDv7() }, look))
    })
  const request = await mutex(
    lockNames.map((name) => JSON.stringify(name)),
    () => repeatIfKeyUsed(submit),
  )
  return request
}

type Look = ProviderLimits<RequestableLimit> | undefined

const toLook = (db: Db, { scope, resourceKeys, fingerprint }: Submission): Statements<Look> =>
  findRequestable(db, scope, resourceKeys, fingerprint)

/** `id` is that of the request, should it be a new one. */
type Submitting = Readonly<{
  jobs: Jobs<QuotaJobs>
  call: Call
  submission: Submission
  id: string
}>

/** What ends the transaction: the rows of a new request, or what an open request that is the same says. */
async function toLast(
  trx: Trx,
  submitting: Submitting,
  look: Look,
): Promise<Statements<store.RequestRow>> {
  const { jobs, call, submission, id } = submitting
  const { input, scope, limits } = submission
  const { provider, rows } = await validateProviderLimits(trx, input, look)
  const requestable = new Map(rows.map((row) => [row.resourceKey, row]))
  validateLimits(limits, requestable, provider, input.precondition)
  const sameId = await findOpen(trx, scope, limits, toOpen(rows))
  if (sameId) return lastOf(toKeyUse(trx, call, sameId), readBack(scope, sameId))
  const supersedeAudit = await supersede(trx, call, scope, rows, id)
  if (!supersedeAudit) {
    // What ended meanwhile may have changed the limit: look again.
    return toLast(trx, submitting, await sendStatements(trx, toLook(trx, submission)))
  }
  return lastOf(supersedeAudit, await toInserts(trx, jobs, call, submission, { id, requestable }))
}

const lastOf = <T>(before: Statements<unknown>, last: Statements<T>): Statements<T> =>
  mapStatements(joinStatements(before, last), ([, value]) => value)

const readBack = (scope: QuotaScope, id: string): Statements<store.RequestRow> =>
  mapStatements(store.findRequest({ scope, id }), (found) => {
    if (!found) throw requestNotFound(id)
    return found
  })

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

/** The audit rows that remain to be written; nothing when one of them ended by itself before it could be. */
async function supersede(
  trx: Trx,
  call: Call,
  { subscriptionId }: QuotaScope,
  rows: readonly RequestableLimit[],
  by: string,
): Promise<Statements<unknown> | undefined> {
  const audit: Statements<void>[] = []
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
      await sendStatements(trx, joinStatements(...audit))
      return undefined
    }
    const change = {
      scopeId: subscriptionId,
      action: 'quota.supersede',
      target: `quota request ${openRequestId}`,
      after: { resource: resourceName, by },
    } as const
    audit.push(toAudit(trx, actorOf(call), change))
  }
  return joinStatements(...audit)
}
