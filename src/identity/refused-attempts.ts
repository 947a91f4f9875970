import { addToAudit, type CountedAttempt } from '../platform/audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/connect.ts'
import { networksOf } from '../platform/http/networks.ts'

/** Never what somebody typed: people type passwords into any field. */
export type RefusedAttempt = Readonly<{
  action: 'account.sign-in-failed' | 'account.sign-in-throttled' | 'account.device-code-refused'
  /** The account that the attempt was for, if there is one. */
  accountId: string | null
  address: string
  client: string | null
  reason?: string
}>

export type RefusedAttempts = Readonly<{
  note: (attempt: RefusedAttempt) => void
  /** Writes what was noted and not yet written. What cannot be written stays noted. */
  flush: () => Promise<void>
}>

type Log = Readonly<{ warn: (facts: object, message: string) => void }>

const MINUTE_MS = 60_000
const WRITE_AFTER_MS = 1000
/**
 * Rows a minute that name the address: for names that nobody has, for accounts, and for one account.
 * Then rows that name the account alone; one row has the rest.
 */
const MOST_OF_NOBODY = 50
const MOST_OF_ACCOUNTS = 100
const MOST_OF_ONE = 5
const MOST_ACCOUNTS = 50

/** Counts refused attempts per minute and writes them behind the answers: one statement a second, however many come. */
export function countRefusedAttempts(db: Db, clock: Clock, log: Log): RefusedAttempts {
  const pending = new Map<string, CountedAttempt>()
  let rows = openMinute(0)
  let writing = Promise.resolve()
  let isScheduled = false

  function add(attempt: CountedAttempt): void {
    const key = JSON.stringify({ ...attempt, count: 0 })
    const count = (pending.get(key)?.count ?? 0) + attempt.count
    pending.set(key, { ...attempt, count })
  }

  async function write(): Promise<void> {
    const attempts = [...pending.values()]
    pending.clear()
    if (attempts.length === 0) return
    await addToAudit(db, attempts).catch((error: unknown) => {
      for (const attempt of attempts) add(attempt)
      throw error
    })
  }

  /** One write after another: the last one of a node that stops has to wait for the one before. */
  function flush(): Promise<void> {
    writing = writing.then(write, write)
    return writing
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      flush().catch((err: unknown) => {
        log.warn({ err }, 'refused attempts not recorded yet')
        schedule()
      })
    }, WRITE_AFTER_MS).unref()
  }

  return {
    note(attempt) {
      const minuteMs = Math.floor(clock().getTime() / MINUTE_MS) * MINUTE_MS
      if (rows.minuteMs !== minuteMs) rows = openMinute(minuteMs)
      add(rows.find(attempt))
      schedule()
    },
    flush,
  }
}

/** Which row an attempt is counted in: as exact as the number of rows allows. */
function openMinute(minuteMs: number) {
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
    minuteMs,
    find({ action, accountId, address, client, reason }: RefusedAttempt): CountedAttempt {
      const source = networksOf(address).near
      const key = JSON.stringify([action, accountId, source, client, reason])
      const isExact = isExactFor(accountId, key)
      const isOfAccount =
        isExact ||
        (accountId !== null && isTaken(accounts, `${action} ${accountId}`, MOST_ACCOUNTS))
      const known = isOfAccount ? accountId : null
      return {
        at: new Date(minuteMs),
        action,
        scopeId: known ?? 'platform',
        target: targetOf(action, known, isOfAccount),
        source: isExact ? source : null,
        facts: { client: isExact ? client : null, ...(isExact && reason && { reason }) },
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
