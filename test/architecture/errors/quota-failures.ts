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
    when: 'A later request for a different limit replaced the request',
    failure: quotaErrors.superseded('019a8b6e-…'),
  },
  deniedByRule: {
    state: 'Failed',
    when: 'A rule denied the request',
    failure: quotaErrors.deniedByRule(
      'The requested limit is higher than this server grants automatically',
    ),
  },
  deniedByOperator: {
    state: 'Failed',
    when: 'An operator denied the request; the operator can choose another code',
    failure: quotaErrors.deniedByOperator('No capacity until May.'),
  },
  belowUsage: {
    state: 'Failed',
    when: 'The current usage is higher than the requested limit',
    failure: quotaErrors.belowUsage(15, 'Count'),
  },
  refusedByProvider: {
    state: 'Failed',
    when: 'The provider rejected the request, with its own message',
    failure: quotaErrors.refusedByProvider('No capacity.'),
  },
  endpointUnusable: {
    state: 'Failed',
    when: 'The endpoint of the provider returned a redirect or has an address that is not allowed, or its secret cannot be read',
    failure: quotaErrors.endpointUnusable,
  },
  gaveUp: {
    state: 'Failed',
    when: 'The provider did not respond to any attempt',
    failure: quotaErrors.gaveUp,
  },
  decisionFailed: {
    state: 'Failed',
    when: 'Every attempt to process the request failed',
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
