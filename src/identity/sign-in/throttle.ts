import { setTimeout as delay } from 'node:timers/promises'
import { digestOf } from '../../platform/crypto/digest.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { networksOf } from '../../platform/http/limits/networks.ts'
import { toEmailKey } from '../../platform/mail/address.ts'
import type { RealClock } from '../../platform/time.ts'
import type { QueuePriority } from './hash-queue.ts'

const FREE_FAILURES = 5
/** Of a whole network, where many people may mistype. */
const FREE_FAILURES_OF_NETWORK = 50
/** For one name or e-mail address, by browsers and from addresses that have not signed in with it. */
const FREE_FAILURES_OF_LOGIN = 10
const FORGOTTEN_AFTER_MS = 15 * 60_000
const KNOWN_FOR_MS = 7 * DAY_MS
const MOST_ENTRIES = 100_000

/**
 * `login`: as typed. `account`: whose password is tried, if there is one. `browser`: one that has
 * signed in as that account before.
 */
export type SignInAttempt = Readonly<{
  login: string
  account: string | null
  address: string
  browser: string | undefined
}>

/** What has failed too often: the address or its network, or the name or e-mail address. */
export type Wait = Readonly<{
  waitSeconds: number
  because: 'address' | 'login'
  account: string | null
}>

export type Admission =
  | Wait
  | Readonly<{ priority: QueuePriority; takeBack: () => void; succeed: () => void }>

type Limit = Readonly<{
  key: string
  free: number
  because: Wait['because']
  /** By people who have nothing to do with each other. */
  isShared?: true
}>

/**
 * Failed sign-ins by address, by network, and by what was typed as login: after some, each further try has
 * to wait, longer each time. Whoever has signed in as the account from there does not wait for the others:
 * a browser that has counts for itself; an address that has, apart from its network and the login.
 */
export function makeThrottle(realTime: RealClock) {
  const failures = makeCounters(realTime)
  const known = makeCounters(realTime, KNOWN_FOR_MS)

  const pairOf = ({ account, address }: SignInAttempt) => `${networksOf(address).near} ${account}`
  const isKnown = (guest: SignInAttempt) =>
    guest.browser !== undefined || known.count(pairOf(guest)) > 0

  function waitSeconds({ key, free }: Limit): number {
    const count = failures.count(key)
    if (count < free) return 0
    const pauseMs = Math.min(2 ** (count - free), 60) * 1000
    return Math.max(0, Math.ceil((failures.latestMs(key) + pauseMs - realTime().getTime()) / 1000))
  }

  function findWait(guest: SignInAttempt): Wait | undefined {
    const waits = limitsOf(guest, isKnown(guest)).map((limit) => ({
      ...limit,
      seconds: waitSeconds(limit),
    }))
    const longest = waits.reduce((most, each) => (each.seconds > most.seconds ? each : most))
    if (longest.seconds === 0) return undefined
    const { key, because, seconds } = longest
    const account = because === 'login' ? failures.accountOf(key) : guest.account
    return { waitSeconds: seconds, because, account }
  }

  /** Counts the try as failed before it is known: many at once must not all pass as the first. */
  function admit(guest: SignInAttempt): Admission {
    const wait = findWait(guest)
    if (wait) return wait
    const limits = limitsOf(guest, isKnown(guest))
    const [{ key: nearest } = { key: '' }] = limits
    const own = `${nearest} ${guest.account}`
    for (const key of [own, ...limits.map(({ key }) => key)]) failures.raise(key, guest.account)
    const priority: QueuePriority = isKnown(guest)
      ? { rank: 0, group: `${guest.account}` }
      : { rank: 1, group: networksOf(guest.address).far }
    const lower = (count: number) => {
      for (const { key, isShared } of limits) failures.lower(key, isShared ? 1 : count)
      failures.lower(own, count)
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
    /** Whether anybody has to wait who comes from there and types that, whoever they are: needs no look at an account. */
    findWaitOfUnknownBrowser({ address, login }: Pick<SignInAttempt, 'address' | 'login'>) {
      if (known.count(networksOf(address).near) > 0) return undefined
      return findWait({ login, account: null, address, browser: undefined })
    },
  }
}

export type Throttle = ReturnType<typeof makeThrottle>

const PAUSE_MS = 500
export const MOST_PAUSED = 1024

/**
 * Before somebody is told to wait: one connection sends few guesses, also if it sends them without waiting
 * for the answers. Beyond so many at once nobody pauses, because each takes memory.
 */
export function makePause(pauseMs = PAUSE_MS): (connection: object) => Promise<void> {
  const latest = new WeakMap<object, Promise<void>>()
  let paused = 0
  return async (connection) => {
    if (paused >= MOST_PAUSED) return
    paused++
    const pause = (latest.get(connection) ?? Promise.resolve()).then(() => delay(pauseMs))
    latest.set(connection, pause)
    await pause
    paused--
  }
}

/** The narrowest first. */
function limitsOf({ login, address, browser }: SignInAttempt, isKnown: boolean): Limit[] {
  const because = 'address'
  if (browser) return [{ key: `browser ${browser}`, free: FREE_FAILURES, because }]
  const { near, far } = networksOf(address)
  const own: Limit = { key: near, free: FREE_FAILURES, because }
  if (isKnown) return [own]
  // By what was typed and not by account: the wait must not tell which accounts there are.
  const key = `login ${digestOf(toEmailKey(login.trim())).toString('hex')}`
  return [
    own,
    { key: far, free: FREE_FAILURES_OF_NETWORK, because, isShared: true },
    { key, free: FREE_FAILURES_OF_LOGIN, because: 'login' },
  ]
}

/** Counts that are forgotten when nothing was added for a while, and never more than so many of them. */
function makeCounters(realTime: RealClock, forgottenAfterMs = FORGOTTEN_AFTER_MS) {
  const entries = new Map<string, { count: number; atMs: number; account: string | null }>()
  const find = (key: string) => {
    const found = entries.get(key)
    const isOld = found && realTime().getTime() - found.atMs > forgottenAfterMs
    return found && !isOld ? found : { count: 0, atMs: 0, account: null }
  }
  return {
    count: (key: string) => find(key).count,
    latestMs: (key: string) => find(key).atMs,
    /** Whose password was tried the last time. */
    accountOf: (key: string) => find(key).account,
    raise(key: string, account: string | null = null): void {
      const { count } = find(key)
      entries.delete(key)
      entries.set(key, { count: count + 1, atMs: realTime().getTime(), account })
      const [oldest] = entries.keys()
      if (entries.size > MOST_ENTRIES && oldest !== undefined) entries.delete(oldest)
    },
    lower(key: string, by: number): void {
      const { count, ...found } = find(key)
      if (count > by) entries.set(key, { ...found, count: count - by })
      else entries.delete(key)
    },
  }
}
