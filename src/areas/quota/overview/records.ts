import { withoutFraction } from '../requests/operation-status.ts'
import { messageOf, requestStateOf } from '../requests/rules.ts'
import { keyOfLocation } from '../rules.ts'
import type * as store from './store.ts'
import type { RequestRecord, Step, SubRequestRecord } from './wire.ts'

/** A request as its readers see it, with the steps of each resource. */
export function toRecord(row: store.RecordRow): RequestRecord {
  const { id, submittedAt, requestedBy, providerKey, locationKey, subRequests } = row
  const isHere = (location: string) => keyOfLocation(location) === locationKey
  return {
    id,
    provider: row.provider ?? providerKey,
    location: row.locations?.find(isHere) ?? locationKey,
    requestedBy,
    requestSubmitTime: withoutFraction(submittedAt),
    provisioningState: requestStateOf(subRequests.map(({ state }) => state)),
    message: messageOf(subRequests.map((one) => ({ ...one, resourceName: one.resource }))),
    value: subRequests.map(toSubRequest),
  }
}

const toSubRequest = (one: store.SubRequestTimes): SubRequestRecord => ({
  subRequestId: one.id,
  resource: one.resource,
  displayName: one.displayName,
  unit: one.unit,
  requestedLimit: one.requestedLimit,
  ...(one.grantedLimit !== null && { grantedLimit: one.grantedLimit }),
  provisioningState: one.state,
  ...(one.code !== null && { code: one.code }),
  message: one.message,
  steps: toSteps(one),
})

const toSteps = ({
  createdAt,
  begunAt,
  grantedAt,
  sentAt,
  endedAt,
}: store.SubRequestTimes): Step[] => {
  const times = [
    ['Submitted', createdAt],
    ['Examined', begunAt],
    ['Granted', grantedAt],
    ['Sent', sentAt],
    ['Ended', endedAt],
  ] as const
  return times.flatMap(([step, at]) =>
    at === null ? [] : [{ step, at: new Date(at).toISOString() }],
  )
}
