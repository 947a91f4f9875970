import { DAY_MS } from '../../platform/durations.ts'
import { networksOf } from '../../platform/http/limits/networks.ts'
import type { RealClock } from '../../platform/time.ts'
import type { QueuePriority } from './hash-queue.ts'

const FREE_FAILURES = 5
/** Of a whole network, where many people may mistype. */
const FREE_FAILURES_OF_NETWORK = 50
const FORGOTTEN_AFTER_MS = 15 * 60_000
const KNOWN_FOR_MS = 7 * DAY_MS
const MOST_ENTRIES = 100_000

/** `account`: whose password is tried. `browser`: one that has signed in as that account before. */
export type SignInAttempt = Readonly<{
  account: string
  address: string
  browser: string | undefined
}>

export type Admission =
  | Readonly<{ waitSeconds: number }>
  | Readonly<{ priority: QueuePriority; takeBack: () => void; succeed: () => void }>

type Limit = Readonly<{ key: string; free: number }>

/**
 * Failed sign-ins by address and by network: after some, each further try has to wait, longer each
 * time. Never by account, because otherwise anybody could lock anybody out. A browser that has signed
 * in as the account counts for itself; an address that has, apart from its network.
 */
export function makeThrottle(realTime: RealClock) {
  const failures = makeCounters(realTime)
  const known = makeCounters(realTime, KNOWN_FOR_MS)

  function limitsOf(guest: SignInAttempt): Limit[] {
    const { near, far } = networksOf(guest.address)
    if (guest.browser) return [{ key: `browser ${guest.browser}`, free: FREE_FAILURES }]
    const address = { key: near, free: FREE_FAILURES }
    return isKnown(guest) ? [address] : [address, { key: far, free: FREE_FAILURES_OF_NETWORK }]
  }
  const pairOf = ({ account, address }: SignInAttempt) => `${networksOf(address).near} ${account}`
  const isKnown = (guest: SignInAttempt) =>
    guest.browser !== undefined || known.count(pairOf(guest)) > 0

  function waitSeconds({ key, free }: Limit): number {
    const count = failures.count(key)
    if (count < free) return 0
    const pauseMs = Math.min(2 ** (count - free), 60) * 1000
    return Math.max(0, Math.ceil((failures.latestMs(key) + pauseMs - realTime().getTime()) / 1000))
  }

  /** Counts the try as failed before it is known: many at once must not all pass as the first. */
  function admit(guest: SignInAttempt): Admission {
    const limits = limitsOf(guest)
    const seconds = Math.max(...limits.map(waitSeconds))
    if (seconds > 0) return { waitSeconds: seconds }
    const keys = limits.map(({ key }) => key)
    const own = `${keys[0]} ${guest.account}`
    for (const key of [...keys, own]) failures.raise(key)
    const priority: QueuePriority = isKnown(guest)
      ? { rank: 0, group: guest.account }
      : { rank: 1, group: networksOf(guest.address).far }
    const lower = (count: number) => {
      const [first = '', ...wider] = keys
      for (const key of [first, own]) failures.lower(key, count)
      for (const key of wider) failures.lower(key, 1)
    }
    return {
      priority,
      /** Nothing was tried after all. */
      takeBack: () => lower(1),
      /** Forgives what this account's password has cost here, and nothing that others' have. */
      succeed() {
        lower(failures.count(own))
        known.raise(pairOf(guest))
        known.raise(networksOf(guest.address).near)
      },
    }
  }

  return {
    admit,
    /** How long anybody has to wait who comes from there, whoever they are: needs no look at an account. */
    waitOfUnknownBrowser(address: string): number {
      if (known.count(networksOf(address).near) > 0) return 0
      return Math.max(...limitsOf({ account: '', address, browser: undefined }).map(waitSeconds))
    },
  }
}

export type Throttle = ReturnType<typeof makeThrottle>

/** Counts that are forgotten when nothing was added for a while, and never more than so many of them. */
function makeCounters(realTime: RealClock, forgottenAfterMs = FORGOTTEN_AFTER_MS) {
  const entries = new Map<string, { count: number; atMs: number }>()
  const find = (key: string) => {
    const found = entries.get(key)
    const isOld = found && realTime().getTime() - found.atMs > forgottenAfterMs
    return found && !isOld ? found : { count: 0, atMs: 0 }
  }
  return {
    count: (key: string) => find(key).count,
    latestMs: (key: string) => find(key).atMs,
    raise(key: string): void {
      const { count } = find(key)
      entries.delete(key)
      entries.set(key, { count: count + 1, atMs: realTime().getTime() })
      const [oldest] = entries.keys()
      if (entries.size > MOST_ENTRIES && oldest !== undefined) entries.delete(oldest)
    },
    lower(key: string, by: number): void {
      const { count, atMs } = find(key)
      if (count > by) entries.set(key, { count: count - by, atMs })
      else entries.delete(key)
    },
  }
}
