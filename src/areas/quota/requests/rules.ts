import type { RequestError } from '../../../platform/errors.ts'
import { resourceTypeDiffers, unitDiffers } from '../errors.ts'
import type { LimitRow } from '../limits/store.ts'
import { QUOTA_STATES, type QuotaState } from './wire.ts'

/** What can follow what. Whatever has nothing behind it has ended. */
const NEXT: Readonly<Record<QuotaState, readonly QuotaState[]>> = {
  Accepted: ['InProgress', 'Invalid', 'Failed'],
  InProgress: ['Succeeded', 'Failed'],
  Succeeded: [],
  Failed: [],
  Invalid: [],
}

export const isOpen = (state: QuotaState) => NEXT[state].length > 0
export const mayFollow = (from: QuotaState, to: QuotaState) => NEXT[from].includes(to)
/** From where a sub-request can come to be in this state. */
export const statesBefore = (to: QuotaState) => QUOTA_STATES.filter((from) => mayFollow(from, to))

/** What a request is follows from what its sub-requests are. */
export function requestStateOf(subRequests: readonly QuotaState[]): QuotaState {
  const all = (state: QuotaState) => subRequests.every((subRequest) => subRequest === state)
  if (all('Accepted')) return 'Accepted'
  if (subRequests.some(isOpen)) return 'InProgress'
  if (all('Succeeded')) return 'Succeeded'
  return all('Invalid') ? 'Invalid' : 'Failed'
}

type SubRequestStatus = Readonly<{ state: QuotaState; message: string; resourceName: string }>

/** One sub-request speaks for itself; of several it is told how they stand, and why those failed that did. */
export function messageOf(subRequests: readonly SubRequestStatus[]): string {
  const [only] = subRequests
  if (subRequests.length === 1 && only) return only.message
  const count = (...states: QuotaState[]) =>
    subRequests.filter(({ state }) => states.includes(state)).length
  const [succeeded, failed] = [count('Succeeded'), count('Failed', 'Invalid')]
  const open = subRequests.length - succeeded - failed
  const counts = [
    ...(succeeded > 0 ? [`${succeeded} granted`] : []),
    ...(failed > 0 ? [`${failed} not granted`] : []),
    ...(open > 0 ? [`${open} in progress`] : []),
  ]
  const reasons = subRequests
    .filter(({ state }) => !isOpen(state) && state !== 'Succeeded')
    .map(({ resourceName, message }) => `${resourceName}: ${message}`)
  return [`Of ${subRequests.length} resources: ${counts.join(', ')}.`, ...reasons].join(' ')
}

type NamedLimit = Readonly<{
  resourceName: string
  unit?: string | undefined
  resourceType?: string | undefined
}>

/** Why this cannot be asked for of a resource that there is; nothing when it can. */
export function refuseLimit(
  { resourceName, unit, resourceType }: NamedLimit,
  row: Pick<LimitRow, 'unit' | 'resourceType'>,
): RequestError | undefined {
  if (unit !== undefined && unit.toLowerCase() !== row.unit.toLowerCase()) {
    return unitDiffers(resourceName, unit, row.unit)
  }
  return resourceType !== undefined &&
    resourceType.toLowerCase() !== row.resourceType?.toLowerCase()
    ? resourceTypeDiffers(resourceName, resourceType, row.resourceType)
    : undefined
}

export type RequestedLimit = Readonly<{ resourceKey: string; requestedLimit: number }>

/** One text for each set of requested limits, whatever their order. */
export const canonicalizeRequest = (
  providerKey: string,
  locationKey: string,
  limits: readonly RequestedLimit[],
) =>
  JSON.stringify([
    providerKey,
    locationKey,
    limits.map(({ resourceKey, requestedLimit }) => [resourceKey, requestedLimit]).sort(),
  ])

/** `isSame`: its whole request, ended sub-requests included, asks for exactly what is asked for now. */
export type OpenSubRequest = Readonly<{
  requestId: string
  requestedLimit: number
  isSame: boolean
}>

/** The open request that asks for this already; none when it is asked for elsewhere too. */
export function findSame(
  limits: readonly RequestedLimit[],
  open: ReadonlyMap<string, OpenSubRequest>,
): string | undefined {
  const [first] = limits
  if (limits.length === 1 && first) {
    // A single limit is covered by any request that has it; several only by a request with exactly these.
    const subRequest = open.get(first.resourceKey)
    return subRequest?.requestedLimit === first.requestedLimit ? subRequest.requestId : undefined
  }
  const subRequests = [...open.values()]
  const same = subRequests.find(({ isSame }) => isSame)?.requestId
  return subRequests.every(({ requestId }) => requestId === same) ? same : undefined
}
