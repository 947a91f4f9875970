/** How an attempt to follow a stream ended. */
export type Outcome =
  /** No stream: the status of the answer, or 0 for none. */
  | Readonly<{ kind: 'refused'; status: number }>
  /** The server closed it with a reason. */
  | Readonly<{ kind: 'ended'; code: string }>
  /** It broke off, or was silent for too long. */
  | Readonly<{ kind: 'lost' }>

export type Plan = Readonly<{
  waitMs: number
  /** Whether the lists are to be loaded again after the wait: nothing else tells of changes. */
  reloads: boolean
  renewsBearer: boolean
}>

const POLL_MS = 30_000
const MOST_MS = 30_000
/** So that the streams of a node that stopped do not all come back at once. */
const [LEAST_MS, SPREAD_MS] = [200, 2800]
/** After so many attempts in a row the page must not be left with what it has. */
const RELOADS_AFTER = 3
const STABLE_MS = 10_000

const TOKEN_ENDED = /^(Expired|Invalid)AuthenticationToken$/
const ACCESS_ENDED = /^(AuthorizationFailed|SubscriptionNotFound)$/

/**
 * `failures`: attempts in a row that brought no stream that lasted, this one included. `random`: from 0 to 1, so
 * that browsers which were cut off together do not come back together.
 */
export function planNext(outcome: Outcome, failures: number, random: number): Plan {
  const poll = { waitMs: POLL_MS * (0.9 + 0.2 * random), reloads: true, renewsBearer: false }
  if (outcome.kind === 'ended' && ACCESS_ENDED.test(outcome.code)) {
    return failures > 1 ? poll : { ...poll, waitMs: 0 }
  }
  if (outcome.kind === 'refused') {
    const { status } = outcome
    if (status === 401 && failures < 2) return { waitMs: 0, reloads: false, renewsBearer: true }
    if (status >= 400 && status < 500 && status !== 429) return poll
  }
  return {
    waitMs: chooseWait(failures, random),
    reloads: failures >= RELOADS_AFTER,
    renewsBearer: outcome.kind === 'ended' && TOKEN_ENDED.test(outcome.code),
  }
}

function chooseWait(failures: number, random: number): number {
  if (failures <= 1) return LEAST_MS + SPREAD_MS * random
  const longestMs = Math.min((LEAST_MS + SPREAD_MS) * 2 ** (failures - 1), MOST_MS)
  return longestMs * (0.5 + random / 2)
}

/** A stream that ended at once is one more failure, whatever it sent: its server may end each of them. */
export const countFailures = (before: number, lastedMs: number): number =>
  lastedMs >= STABLE_MS ? 1 : before + 1
