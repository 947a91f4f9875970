import { type Actor, recordAudit } from '../../../directory/audit.ts'
import type { AuditAction } from '../../../directory/audit-actions.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { Jobs, RetryPolicy } from '../../../platform/jobs.ts'
import type { ProductClock } from '../../../platform/time.ts'
import { decisionFailed, type Failure, gaveUp } from '../errors.ts'
import { findEndpoint } from '../fulfilment/store.ts'
import * as requests from '../requests/store.ts'
import { lockSubRequest, type Move, moveSubRequest, type SubRequestRow } from '../requests/store.ts'
import type { QuotaJobs, SubRequestJob } from '../rules.ts'
import { grantedMessage, judge, type RuleSet } from './rules.ts'
import * as store from './store.ts'

export type DecidingDeps = Readonly<{
  db: Db
  jobs: Jobs<QuotaJobs>
  productTime: ProductClock
  quotaRules: RuleSet
  /** With a provider that does not answer. */
  retryPolicy: RetryPolicy
}>

/** Who acts when nobody in particular does. */
export const quotaProcessAt = (productTime: ProductClock): Actor => ({
  kind: 'process',
  id: 'quota',
  at: productTime(),
})

/** The first step of every sub-request. Done twice, the second finds nothing to do. */
export async function decideSubRequest(deps: DecidingDeps, job: SubRequestJob): Promise<void> {
  const actor = quotaProcessAt(deps.productTime)
  await deps.db.transaction().execute(async (trx) => {
    const subRequest = await lockSubRequest(trx, job)
    if (subRequest?.state !== 'Accepted') return
    const verdict = judge(await store.findRuleInput(trx, subRequest), deps.quotaRules)
    if ('failure' in verdict) {
      await endSubRequest(trx, subRequest, actor, { to: verdict.to, ...verdict.failure })
      return
    }
    const message =
      verdict.to === 'ask' ? verdict.message : 'Approved. The new limit is being applied.'
    const set = { message, begun_at: actor.at }
    const begun = await moveSubRequest(trx, job, { to: 'InProgress', set })
    if (!begun) return
    if (verdict.to === 'ask') await record(trx, actor, begun, 'quota.ask-person', { message })
    else
      await grant(trx, deps, begun, actor, {
        limit: subRequest.asked_limit,
        reason: verdict.reason,
      })
  })
}

export type Grant = Readonly<{ limit: number; reason: string }>

/** Says yes; false when somebody else has decided. Where there is a provider to tell, it is told next. */
export async function grant(
  trx: Trx,
  deps: DecidingDeps,
  subRequest: SubRequestRow,
  actor: Actor,
  { limit, reason }: Grant,
): Promise<boolean> {
  const message = grantedMessage(limit, subRequest.asked_limit, subRequest.unit, reason)
  const granted = await requests.grantSubRequest(trx, keyOf(subRequest), {
    granted_limit: limit,
    granted_at: actor.at,
    message,
  })
  if (!granted) return false
  await record(trx, actor, granted, 'quota.grant', { limit, reason })
  if (await findEndpoint(trx, subRequest.provider_key)) {
    await deps.jobs.enqueue(trx, 'quota.fulfil', [keyOf(subRequest)], deps.retryPolicy)
  } else {
    await applyGrant(trx, granted, actor)
  }
  return true
}

/** The limit and the end of the sub-request are one: neither is ever seen without the other. */
export async function applyGrant(trx: Trx, subRequest: SubRequestRow, actor: Actor): Promise<void> {
  const ended = await moveSubRequest(trx, keyOf(subRequest), {
    to: 'Succeeded',
    set: { ended_at: actor.at },
  })
  if (!ended) return
  const { currentLimit } = await store.findRuleInput(trx, ended)
  await store.setLimit(trx, ended, actor.at)
  await record(
    trx,
    actor,
    ended,
    'quota.succeed',
    { limit: ended.granted_limit },
    { limit: currentLimit },
  )
}

type End = Failure & Pick<Move, 'to' | 'only'> & { gaveUp?: boolean }

/** False when the sub-request has ended already, or may not end so. */
export async function endSubRequest(
  trx: Trx,
  subRequest: SubRequestRow,
  actor: Actor,
  { to, only, code, message, gaveUp = false }: End,
): Promise<boolean> {
  const ended = await moveSubRequest(trx, keyOf(subRequest), {
    to,
    ...(only && { only }),
    set: { code, message, ended_at: actor.at, ...(gaveUp && { gave_up_at: actor.at }) },
  })
  if (!ended) return false
  await record(trx, actor, ended, `quota.${to === 'Invalid' ? 'invalid' : 'fail'}`, {
    code,
    message,
  })
  return true
}

/** The last step of a job that failed too often: nobody is left waiting for what nobody works on. */
export async function giveUp({ db, productTime }: DecidingDeps, job: SubRequestJob): Promise<void> {
  const actor = quotaProcessAt(productTime)
  await db.transaction().execute(async (trx) => {
    const subRequest = await lockSubRequest(trx, job)
    // What waits for a person waits for no job.
    if (!subRequest || (subRequest.state === 'InProgress' && subRequest.granted_limit === null))
      return
    const failure = subRequest.state === 'Accepted' ? decisionFailed : gaveUp
    await endSubRequest(trx, subRequest, actor, { to: 'Failed', ...failure, gaveUp: true })
  })
}

export const keyOf = (subRequest: SubRequestRow) => ({
  subscriptionId: subRequest.subscription_id,
  requestId: subRequest.request_id,
  subRequestId: subRequest.id,
})

const record = (
  trx: Trx,
  actor: Actor,
  subRequest: SubRequestRow,
  action: AuditAction,
  after: object,
  before?: object,
) =>
  recordAudit(trx, actor, {
    scopeId: subRequest.subscription_id,
    action,
    target: `quota request ${subRequest.request_id}`,
    ...(before && { before: { resource: subRequest.name, ...before } }),
    after: { resource: subRequest.name, ...after },
  })
