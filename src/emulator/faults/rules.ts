/** Which requests a fault affects. What is left out matches everything. */
export type FaultMatch = Readonly<{
  method?: string
  /** `*` stands for any text. Compared without the query and without regard to case. */
  path?: string
  /** An id in the log line of the request: of an account, client or API token. */
  caller?: string
}>

export type Effect =
  | Readonly<{
      kind: 'status'
      status: number
      code?: string
      message?: string
      retryAfterSeconds?: number
    }>
  | Readonly<{ kind: 'throttle'; retryAfterSeconds?: number }>
  | Readonly<{ kind: 'latency'; ms: number }>
  | Readonly<{ kind: 'cut' }>
  | Readonly<{ kind: 'slow-body'; bytesPerSecond: number }>
  | Readonly<{ kind: 'expired-token' }>

export type NewFault = Readonly<{
  match?: FaultMatch
  /** Of the requests that match, as a number between 0 and 1. */
  share?: number
  /** How many requests are affected at most. */
  times?: number
  effect: Effect
}>

export type Arrived = Readonly<{
  method: string
  path: string
  callerIds: readonly string[]
  hasCredential: boolean
}>

export function matches(
  match: FaultMatch,
  { method, path, callerIds }: Omit<Arrived, 'hasCredential'>,
): boolean {
  return (
    (match.method === undefined || match.method.toUpperCase() === method) &&
    (match.path === undefined || matchesPath(match.path, path)) &&
    (match.caller === undefined || callerIds.includes(match.caller))
  )
}

/** A token can expire only where there is one. */
export const concerns = ({ match = {}, effect }: NewFault, arrived: Arrived): boolean =>
  matches(match, arrived) && (effect.kind !== 'expired-token' || arrived.hasCredential)

/** Each part between two stars is looked for after the one before: linear, whatever the pattern. */
function matchesPath(pattern: string, path: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*')
  const text = path.toLowerCase()
  const last = rest.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

/** An effect that answers the request; no other fault applies after it. */
export const isFinal = ({ kind }: Effect): boolean => kind !== 'latency' && kind !== 'slow-body'

/** Spread evenly: with a share of 0.25, every fourth request is affected, beginning with the first. */
export const isChosen = (share: number, seen: number): boolean =>
  Math.ceil((seen + 1) * share) > Math.ceil(seen * share)
