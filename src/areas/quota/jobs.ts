import type { JobHandlers, JobQueues } from '../../platform/jobs.ts'
import { HOURLY, inBatches, type Sweeps } from '../../platform/sweeps.ts'
import { decideSubRequest, giveUp } from './deciding/actions.ts'
import { type FulfilDeps, fulfilSubRequest } from './fulfilment/actions.ts'
import { deleteEndedRequests } from './retention/store.ts'
import type { QuotaJobs } from './rules.ts'
import { deleteOldUsage, USAGE_DAYS } from './usage/store.ts'

export const quotaQueues: JobQueues<QuotaJobs> = {
  'quota.give-up': {
    retry: { retryLimit: 1000, retryDelay: 5, retryBackoff: true, retryDelayMax: 600 },
    concurrency: { localConcurrency: 1, batchSize: 10 },
  },
  'quota.decide': {
    retry: {
      retryLimit: 20,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 60,
      deadLetter: 'quota.give-up',
    },
    concurrency: { localConcurrency: 1, batchSize: 10 },
  },
  'quota.fulfil': {
    retry: { retryBackoff: true, retryDelayMax: 900, deadLetter: 'quota.give-up' },
    // A slow provider must not keep the others waiting.
    concurrency: { localConcurrency: 4, batchSize: 5 },
  },
}

/** A call to a provider is signed with a secret that only the key of the installation opens. */
export const quotaQueuesWithKey: readonly (keyof QuotaJobs)[] = ['quota.fulfil']
/** A job that was interrupted when a copy was made may be given up there, and must not end its request. */
export const quotaQueuesWithOutgoing: readonly (keyof QuotaJobs)[] = [
  'quota.fulfil',
  'quota.give-up',
]

/** What happens after a request was accepted, one step at a time. */
export const quotaJobs = (deps: FulfilDeps): JobHandlers<QuotaJobs> => ({
  'quota.decide': (job) => decideSubRequest(deps, job),
  'quota.fulfil': (job) => fulfilSubRequest(deps, job),
  'quota.give-up': (job) => giveUp(deps, job),
})

export const quotaSweeps = (retentionDays: Readonly<{ quotaRequests: number }>): Sweeps => ({
  'ended quota requests': {
    ...HOURLY,
    keepDays: retentionDays.quotaRequests,
    deleteBefore: inBatches(deleteEndedRequests),
  },
  'quota usage': { ...HOURLY, keepDays: USAGE_DAYS, deleteBefore: inBatches(deleteOldUsage) },
})
