import type { Answer, Calls } from './calls.ts'
import { findRevised, type Revised } from './rules.ts'
import type { Step } from './wire.ts'

/** The last segment of the operation that revises an event. */
const REVISIONS = {
  update: 'updates',
  resolve: 'resolve',
  reopen: 'reopen',
  review: 'reviews',
} as const

type Performed = Readonly<{ response?: Answer | undefined; revised?: Revised | undefined }>

/** Makes happen what the step says. A request of a caller may fail; its response is part of the report. */
export async function perform(calls: Calls, step: Step): Promise<Performed> {
  if (step.publish)
    return { revised: findRevised(await calls.callAsOperator('POST', '/events', step.publish)) }
  for (const name of ['update', 'resolve', 'reopen', 'review'] as const) {
    const revision = step[name]
    if (!revision) continue
    const { event, ...body } = revision
    const path = `/events/${event}/${REVISIONS[name]}`
    return { revised: findRevised(await calls.callAsOperator('POST', path, body)) }
  }
  if (step.fault) await calls.control('POST', '/faults', step.fault)
  if (step.removeFaults) await calls.control('DELETE', '/faults')
  if (step.quotaOutcome) await calls.control('POST', '/quota-outcomes', step.quotaOutcome)
  if (step.removeQuotaOutcomes) await calls.control('DELETE', '/quota-outcomes')
  const response = step.request && (await calls.request(step.request))
  return { response, revised: findRevised(response?.body) }
}
