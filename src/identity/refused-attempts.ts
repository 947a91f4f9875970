import { addToAudit, type CountedAttempt } from '../directory/audit.ts'
import type { Db } from '../platform/db/connect.ts'
import { networksOf } from '../platform/http/limits/networks.ts'
import { addMs, type RealClock, type RealTime } from '../platform/time.ts'

/** Never what somebody typed: people type passwords into any field. */
export type RefusedAttempt = Readonly<{
  action:
    | 'account.sign-in-failed'
    | 'account.sign-in-throttled'
    | 'account.second-factor-failed'
    | 'account.device-code-refused'
  /** The account that the attempt was for, if there is one. */
  accountId: string | null
  address: string
  client: string | null
  reason?: string
}>

export type RefusedAttempts = Readonly<{
  note: (attempt: RefusedAttempt) => void
  /** Writes what was noted and not yet written. What cannot be written stays noted, up to a limit. */
  flush: () => Promise<void>
}>

type RunLater = (run: () => void, ms: number) => void
type Log = Readonly<{ warn: (fields: object, message: string) => void }>

const MINUTE_MS = 60_000
const WRITE_AFTER_MS = 1000
/** While the database is away, the wait doubles up to this. */
const LONGEST_WAIT_MS = 30_000
/**
 * Rows a minute that name the address: for names that nobody has, for accounts, and for one account.
 * Then rows that name the account alone; one row has the rest.
 */
const MOST_OF_NOBODY = 50
const MOST_OF_ACCOUNTS = 100
const MOST_OF_ONE = 5
const MOST_ACCOUNTS = 50
/** Rows that wait for a database that is away: of half an hour under attack, and of days without. */
const MOST_PENDING = 10_000
/** In one statement, which can have 65,535 parameters. */
const LARGEST_WRITE = 1000

/** Counts refused attempts per minute and writes them behind the answers: once a second, however many come. */
export function countRefusedAttempts(
  db: Db,
  realTime: RealClock,
  log: Log,
  runLater: RunLater = (run, ms) => void setTimeout(run, ms).unref(),
): RefusedAttempts {
  const pending = new Map<string, CountedAttempt>()
  let rows = openMinute(toMinute(realTime()))
  let writing = Promise.resolve()
  let isScheduled = false
  let waitMs = WRITE_AFTER_MS
  let dropped = 0

  function add(attempt: CountedAttempt): void {
    const key = JSON.stringify({ ...attempt, count: 0 })
    const known = pending.get(key)
    if (!known && pending.size >= MOST_PENDING) dropped += attempt.count
    else pending.set(key, { ...attempt, count: (known?.count ?? 0) + attempt.count })
  }

  async function write(): Promise<void> {
    const attempts = [...pending.values()]
    pending.clear()
    let written = 0
    try {
      for (; written < attempts.length; written += LARGEST_WRITE) {
        await addToAudit(db, attempts.slice(written, written + LARGEST_WRITE))
      }
    } catch (error) {
      for (const attempt of attempts.slice(written)) add(attempt)
      throw error
    }
    waitMs = WRITE_AFTER_MS
    if (dropped > 0) log.warn({ dropped }, 'refused attempts were not recorded: too many waited')
    dropped = 0
  }

  /** One write after another: the last one of a node that stops has to wait for the one before. */
  function flush(): Promise<void> {
    writing = writing.then(write, write)
    return writing
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    runLater(() => {
      isScheduled = false
      flush().catch((err: unknown) => {
        if (waitMs === WRITE_AFTER_MS) {
          log.warn({ err }, 'refused attempts could not be recorded; trying again until they are')
        }
        waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)
        schedule()
      })
    }, waitMs)
  }

  return {
    note(attempt) {
      const minute = toMinute(realTime())
      if (rows.minute.getTime() !== minute.getTime()) rows = openMinute(minute)
      add(rows.find(attempt))
      schedule()
    },
    flush,
  }
}

/** When the minute began. */
const toMinute = (time: RealTime) => addMs(time, -(time.getTime() % MINUTE_MS))

/** Which row an attempt is counted in: as exact as the number of rows allows. */
function openMinute(minute: RealTime) {
  const ofNobody = new Set<string>()
  const ofAccounts = new Set<string>()
  const numberOf = new Map<string, number>()
  const accounts = new Set<string>()
  const isTaken = (keys: Set<string>, key: string, most: number) =>
    keys.has(key) || (keys.size < most && keys.add(key).has(key))

  /** Each account has a few, so that attempts on others do not hide from where it is attacked. */
  function isExactFor(accountId: string | null, key: string): boolean {
    if (accountId === null) return isTaken(ofNobody, key, MOST_OF_NOBODY)
    if (ofAccounts.has(key)) return true
    const number = numberOf.get(accountId) ?? 0
    if (number === MOST_OF_ONE || !isTaken(ofAccounts, key, MOST_OF_ACCOUNTS)) return false
    numberOf.set(accountId, number + 1)
    return true
  }

  return {
    minute,
    find({ action, accountId, address, client, reason }: RefusedAttempt): CountedAttempt {
      const source = networksOf(address).near
      const key = JSON.stringify([action, accountId, source, client, reason])
      const isExact = isExactFor(accountId, key)
      const isOfAccount =
        isExact ||
        (accountId !== null && isTaken(accounts, `${action} ${accountId}`, MOST_ACCOUNTS))
      const known = isOfAccount ? accountId : null
      return {
        at: minute,
        action,
        scopeId: known ?? 'platform',
        target: targetOf(action, known, isOfAccount),
        source: isExact ? source : null,
        after: { client: isExact ? client : null, ...(isExact && reason && { reason }) },
        count: 1,
      }
    },
  }
}

function targetOf(action: RefusedAttempt['action'], known: string | null, isOne: boolean): string {
  if (action === 'account.device-code-refused') return isOne ? 'device code' : 'device codes'
  if (known !== null) return `account ${known}`
  return isOne ? 'unknown account' : 'many accounts'
}
