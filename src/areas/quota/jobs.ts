import type { JobHandlers } from '../../platform/jobs.ts'
import { decidePart, giveUp } from './deciding/actions.ts'
import { type FulfilDeps, fulfilPart } from './fulfilment/actions.ts'

/** What happens after a request was accepted, one step at a time. */
export const quotaJobs = (deps: FulfilDeps): JobHandlers => ({
  'quota.decide': (job) => decidePart(deps, job),
  'quota.fulfil': (job) => fulfilPart(deps, job),
  'quota.give-up': (job) => giveUp(deps, job),
})
