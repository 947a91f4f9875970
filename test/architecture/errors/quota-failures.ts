import * as quotaErrors from '../../../src/areas/quota/errors.ts'
import type { RequestError } from '../../../src/platform/errors.ts'
import type { Row } from './page.ts'

type Errors = typeof quotaErrors
type Made<E> = E extends (...args: never[]) => infer Answer ? Answer : E

/** Not refusals of a call: the code and message with which a sub-request ends. */
export type FailureName = {
  [Name in keyof Errors]: Made<Errors[Name]> extends RequestError ? never : Name
}[keyof Errors]

type Sample = Readonly<{ state: 'Failed' | 'Invalid'; when: string; failure: quotaErrors.Failure }>

/** Every failure of a sub-request, or this file does not compile. */
const failures: Record<FailureName, Sample> = {
  superseded: {
    state: 'Failed',
    when: 'A later request for another limit replaced it',
    failure: quotaErrors.superseded('019a8b6e-…'),
  },
  deniedByRule: {
    state: 'Failed',
    when: 'A rule denies it',
    failure: quotaErrors.deniedByRule('beyond the headroom'),
  },
  deniedByOperator: {
    state: 'Failed',
    when: 'An operator denied it; the operator can send another code',
    failure: quotaErrors.deniedByOperator('No capacity until May.'),
  },
  belowUsage: {
    state: 'Failed',
    when: 'More is in use than was requested',
    failure: quotaErrors.belowUsage(15, 'Count'),
  },
  refusedByProvider: {
    state: 'Failed',
    when: 'The provider refused it, with its own message',
    failure: quotaErrors.refusedByProvider('No capacity.'),
  },
  endpointUnusable: {
    state: 'Failed',
    when: 'The endpoint of the provider redirects, has a forbidden address, or its secret cannot be read',
    failure: quotaErrors.endpointUnusable,
  },
  gaveUp: {
    state: 'Failed',
    when: 'The provider did not answer any of the attempts',
    failure: quotaErrors.gaveUp,
  },
  decisionFailed: {
    state: 'Failed',
    when: 'Every attempt to decide the request failed',
    failure: quotaErrors.decisionFailed,
  },
  aboveMaximum: {
    state: 'Invalid',
    when: 'The requested limit is above the maximum',
    failure: quotaErrors.aboveMaximum(500, 'Count'),
  },
  withdrawn: {
    state: 'Invalid',
    when: 'The resource was removed from the catalogue',
    failure: quotaErrors.withdrawn,
  },
}

export const failureRows: readonly Row[] = Object.values(failures).map(
  ({ state, when, failure }) => ({ status: state, when, ...failure }),
)
