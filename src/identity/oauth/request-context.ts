import { AsyncLocalStorage } from 'node:async_hooks'
import type { RealClock, RealTime } from '../../platform/time.ts'

/** Where a request comes from. */
export type RequestOrigin = Readonly<{
  ip: string
  headers: Readonly<{ 'user-agent'?: string | undefined }>
}>

type Request = Readonly<{
  startedAt: RealTime
  seen: Map<string, Date | null>
  from: RequestOrigin | undefined
}>

/**
 * What a request under way has seen of accounts: signing somebody out everywhere must end what it
 * stores and issues, and the library does not tell on behalf of which request it does.
 */
export function trackRequests(realTime: RealClock) {
  const requests = new AsyncLocalStorage<Request>()
  const open = (from?: RequestOrigin): Request => ({
    startedAt: realTime(),
    seen: new Map(),
    from,
  })
  const current = (): Request => requests.getStore() ?? open()
  return {
    begin: (from: RequestOrigin, go: () => void) => requests.run(open(from), go),
    /** Undefined for what no request causes. */
    from: () => current().from,
    startedAt: () => current().startedAt,
    /** Together with a record of the account. The first look counts: the record may be gone by the next. */
    noteValidAfter(accountId: string, validAfter: Date | null): void {
      const { seen } = current()
      if (!seen.has(accountId)) seen.set(accountId, validAfter)
    },
    /** The moment since which an account's tokens count, as this request must find it: exactly, or at most. */
    expectationOf(accountId: string): Readonly<{ exactly: Date | null } | { atMost: Date }> {
      const { seen, startedAt } = current()
      const exactly = seen.get(accountId)
      return exactly === undefined ? { atMost: startedAt } : { exactly }
    },
  }
}

export type RequestContexts = ReturnType<typeof trackRequests>
export type Expectation = ReturnType<RequestContexts['expectationOf']>

export function isAsExpected(validAfter: Date | null, expected: Expectation): boolean {
  if ('exactly' in expected) return validAfter?.getTime() === expected.exactly?.getTime()
  return validAfter === null || validAfter <= expected.atMost
}
