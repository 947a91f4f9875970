import { DAY_MS } from '../../../../platform/durations.ts'
import type { Fields, Filter } from '../../../../platform/filter/filter.ts'
import { keyOfName } from '../../rules.ts'
import { QUOTA_STATES } from '../wire.ts'

export const HISTORY_MS = 365 * DAY_MS

export const REQUEST_FIELDS = {
  requestSubmitTime: { type: 'time' },
  provisioningState: { type: 'text', known: QUOTA_STATES, knownValuesOnly: true },
  resourceName: { type: 'text', many: true, canonicalize: keyOfName },
} as const satisfies Fields
export type RequestField = keyof typeof REQUEST_FIELDS
export type RequestFilter = Filter<RequestField>
