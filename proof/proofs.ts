import { proveExpiredRows } from './expired-rows.ts'
import { proveFilters } from './filters.ts'
import { proveGuesses } from './guesses.ts'
import { proveOffboarding } from './offboarding.ts'
import { provePaging } from './paging.ts'
import { provePreviousRelease } from './previous-release.ts'
import { proveQuotaCrash } from './quota-crash.ts'
import { proveRevocation } from './revocation.ts'
import { proveStrangers } from './strangers.ts'

/** Each has a short form for the gate and a long one of the size that was promised. */
export const PROOFS = {
  revocation: (isLong: boolean) => proveRevocation(isLong ? 2000 : 200),
  guesses: (isLong: boolean) =>
    proveGuesses(
      isLong
        ? { neighbourly: 10_000, fresh: 10_000, signIns: 12 }
        : { neighbourly: 3000, fresh: 50, signIns: 4 },
    ),
  strangers: (isLong: boolean) =>
    proveStrangers(isLong ? { alone: 10, together: 30 } : { together: 4 }),
  'expired-rows': (isLong: boolean) => proveExpiredRows(isLong ? 10_000_000 : 20_000),
  'previous-release': (isLong: boolean) => provePreviousRelease(isLong ? 50 : 3),
  paging: (isLong: boolean) => provePaging(isLong ? 1000 : 100),
  filters: (isLong: boolean) => proveFilters(isLong ? 50_000 : 2000),
  'quota-crash': (isLong: boolean) => (isLong ? proveQuotaCrash(500, 100) : proveQuotaCrash(30, 5)),
  offboarding: (isLong: boolean) =>
    isLong ? proveOffboarding(3, 6, { tries: 2000, onEnds: 1000 }) : proveOffboarding(1, 1),
} as const
