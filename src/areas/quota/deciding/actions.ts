import { type Actor, recordAudit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { Jobs, Patience, SubRequestJob } from '../../../platform/jobs.ts'
import { decisionFailed, type Ending, gaveUp } from '../errors.ts'
import { findEndpoint } from '../fulfilment/store.ts'
import * as requests from '../requests/store.ts'
import { lockPart, type Move, movePart, type PartRow } from '../requests/store.ts'
import { grantedMessage, judge, type RuleSet } from './rules.ts'
import * as store from './store.ts'

export type EngineDeps = Readonly<{
  db: Db
  jobs: Jobs
  clock: Clock
  quotaRules: RuleSet
  /** With a provider that does not answer. */
  patience: Patience
}>

/** Who acts when nobody in particular does. */
export const engineAt = (clock: Clock): Actor => ({ kind: 'process', id: 'quota', at: clock() })

/** The first step of every part. Done twice, the second finds nothing to do. */
export async function decidePart(deps: EngineDeps, job: SubRequestJob): Promise<void> {
  const actor = engineAt(deps.clock)
  await deps.db.transaction().execute(async (trx) => {
    const part = await lockPart(trx, job)
    if (part?.state !== 'Accepted') return
    const verdict = judge(await store.findFacts(trx, part), deps.quotaRules)
    if ('ending' in verdict) {
      await endPart(trx, part, actor, { to: verdict.to, ...verdict.ending })
      return
    }
    const message = verdict.to === 'ask' ? verdict.message : 'Being granted.'
    const begun = await movePart(trx, job, { to: 'InProgress', set: { message } })
    if (!begun) return
    if (verdict.to === 'ask') await record(trx, actor, begun, 'quota.ask-person', { message })
    else await grant(trx, deps, begun, actor, { limit: part.asked_limit, reason: verdict.reason })
  })
}

export type Grant = Readonly<{ limit: number; reason: string }>

/** Says yes; false when somebody else has decided. Where there is a provider to tell, it is told next. */
export async function grant(
  trx: Trx,
  deps: EngineDeps,
  part: PartRow,
  actor: Actor,
  { limit, reason }: Grant,
): Promise<boolean> {
  const message = grantedMessage(limit, part.asked_limit, part.unit, reason)
  const granted = await requests.grantPart(trx, keyOf(part), { granted_limit: limit, message })
  if (!granted) return false
  await record(trx, actor, granted, 'quota.grant', { limit, reason })
  if (await findEndpoint(trx, part.provider_key)) {
    await deps.jobs.enqueue(trx, 'quota.fulfil', [keyOf(part)], deps.patience)
  } else {
    await applyGrant(trx, granted, actor)
  }
  return true
}

/** The limit and the end of the part are one: neither is ever seen without the other. */
export async function applyGrant(trx: Trx, part: PartRow, actor: Actor): Promise<void> {
  const ended = await movePart(trx, keyOf(part), { to: 'Succeeded', set: { ended_at: actor.at } })
  if (!ended) return
  const { limit } = await store.findFacts(trx, ended)
  await store.setLimit(trx, ended, actor.at)
  await record(trx, actor, ended, 'quota.succeed', { limit: ended.granted_limit }, { limit })
}

type End = Ending & Pick<Move, 'to' | 'only'> & { gaveUp?: boolean }

/** False when the part has ended already, or may not end so. */
export async function endPart(
  trx: Trx,
  part: PartRow,
  actor: Actor,
  { to, only, code, message, gaveUp = false }: End,
): Promise<boolean> {
  const ended = await movePart(trx, keyOf(part), {
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
export async function giveUp({ db, clock }: EngineDeps, job: SubRequestJob): Promise<void> {
  const actor = engineAt(clock)
  await db.transaction().execute(async (trx) => {
    const part = await lockPart(trx, job)
    // What waits for a person waits for no job.
    if (!part || (part.state === 'InProgress' && part.granted_limit === null)) return
    const ending = part.state === 'Accepted' ? decisionFailed : gaveUp
    await endPart(trx, part, actor, { to: 'Failed', ...ending, gaveUp: true })
  })
}

export const keyOf = (part: PartRow) => ({
  subscriptionId: part.subscription_id,
  requestId: part.request_id,
  subRequestId: part.id,
})

const record = (
  trx: Trx,
  actor: Actor,
  part: PartRow,
  action: string,
  after: object,
  before?: object,
) =>
  recordAudit(trx, actor, {
    scopeId: part.subscription_id,
    action,
    target: `quota request ${part.request_id}`,
    ...(before && { before: { resource: part.name, ...before } }),
    after: { resource: part.name, ...after },
  })
