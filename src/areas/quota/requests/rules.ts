import type { Fields, Filter } from '../../../platform/http/filter.ts'
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
/** From where a part can come to be in this state. */
export const statesBefore = (to: QuotaState) => QUOTA_STATES.filter((from) => mayFollow(from, to))

/** What a request is follows from what its parts are. */
export function wholeOf(parts: readonly QuotaState[]): QuotaState {
  const all = (state: QuotaState) => parts.every((part) => part === state)
  if (all('Accepted')) return 'Accepted'
  if (parts.some(isOpen)) return 'InProgress'
  if (all('Succeeded')) return 'Succeeded'
  return all('Invalid') ? 'Invalid' : 'Failed'
}

type Said = Readonly<{ state: QuotaState; message: string; name: string }>

/** One part speaks for itself; of several it is told how they stand, and why those failed that did. */
export function messageOf(parts: readonly Said[]): string {
  const [only] = parts
  if (parts.length === 1 && only) return only.message
  const count = (...states: QuotaState[]) =>
    parts.filter(({ state }) => states.includes(state)).length
  const [succeeded, failed] = [count('Succeeded'), count('Failed', 'Invalid')]
  const open = parts.length - succeeded - failed
  const told = [
    ...(succeeded > 0 ? [`${succeeded} granted`] : []),
    ...(failed > 0 ? [`${failed} not granted`] : []),
    ...(open > 0 ? [`${open} under way`] : []),
  ]
  const reasons = parts
    .filter(({ state }) => !isOpen(state) && state !== 'Succeeded')
    .map(({ name, message }) => `${name}: ${message}`)
  return [`Of ${parts.length} resources: ${told.join(', ')}.`, ...reasons].join(' ')
}

export type Wish = Readonly<{ resourceKey: string; limit: number }>

/** What is asked for, in one spelling: equal texts ask for the same. */
export const spell = (providerKey: string, locationKey: string, wishes: readonly Wish[]) =>
  JSON.stringify([
    providerKey,
    locationKey,
    wishes.map(({ resourceKey, limit }) => [resourceKey, limit]).sort(),
  ])

/** `isSame`: its whole request, ended parts included, asks for exactly what is asked for now. */
type OpenPart = Readonly<{ requestId: string; askedLimit: number; isSame: boolean }>

/** The open request that asks for this already; none when it is asked for elsewhere too. */
export function findSame(
  wishes: readonly Wish[],
  open: ReadonlyMap<string, OpenPart>,
): string | undefined {
  const [first] = wishes
  if (wishes.length === 1 && first) {
    // A single wish is met by any request that holds it; several only by one that holds just these.
    const part = open.get(first.resourceKey)
    return part?.askedLimit === first.limit ? part.requestId : undefined
  }
  const parts = [...open.values()]
  const same = parts.find(({ isSame }) => isSame)?.requestId
  return parts.every(({ requestId }) => requestId === same) ? same : undefined
}

export const REPEAT_WINDOW_MS = 24 * 3_600_000
export const HISTORY_MS = 365 * 24 * 3_600_000

export const REQUEST_FIELDS = { requestSubmitTime: { type: 'time' } } as const satisfies Fields
export type RequestField = keyof typeof REQUEST_FIELDS
export type RequestFilter = Filter<RequestField>
