import {
  endByScript,
  findSubRequest,
  holdSubRequest,
  type ScriptedEnd,
} from '../../../areas/quota/scripted/actions.ts'
import type { Outcomes } from '../../../emulator/quota-outcomes/outcomes.ts'
import type { OutcomeEnd } from '../../../emulator/quota-outcomes/rules.ts'
import type { JobData, JobDeps } from '../../../jobs.ts'
import type { JobHandlers } from '../../../platform/jobs.ts'

/** Quota requests that match a scripted outcome end as it says; the rules decide all others. */
export const scriptDecisions =
  (outcomes: Outcomes) =>
  (
    handlers: JobHandlers<JobData>,
    { config, db, jobs, productTime }: JobDeps,
  ): JobHandlers<JobData> => ({
    ...handlers,
    'quota.decide': async (job) => {
      const found = await findSubRequest(db, job)
      const outcome =
        found &&
        outcomes.take(found.id, {
          subscription: found.subscription_id,
          provider: found.provider_key,
          location: found.location_key,
          resource: found.name,
        })
      if (!outcome) return handlers['quota.decide'](job)
      const { quotaRules, providerRetry: retryPolicy } = config
      const deps = { db, jobs, productTime, quotaRules, retryPolicy }
      await holdSubRequest(deps, job)
      const { id, request_id: requestId, created_at: submittedAt } = found
      const end = async (how: OutcomeEnd) => {
        const scripted = toScriptedEnd(how)
        if (scripted) await endByScript(deps, job, scripted)
      }
      await outcomes.hold({ id, requestId, submittedAt, end }, outcome)
    },
  })

function toScriptedEnd(end: OutcomeEnd): ScriptedEnd | undefined {
  if (end.kind === 'stuck') return undefined
  if (end.kind === 'grantWithoutId') return { kind: 'grant' }
  return end.kind === 'partial' ? { kind: 'grant', limit: end.limit } : end
}
