/** npm run proof -- revocation | guesses [--long] | expired-rows [--long] | strangers [--long] | paging | filters | quota-crash [--short] | offboarding [--short] */
import { parseArgs } from 'node:util'
import { proveExpiredRows } from './expired-rows.ts'
import { proveFilters } from './filters.ts'
import { proveGuesses } from './guesses.ts'
import { proveOffboarding } from './offboarding.ts'
import { provePaging } from './paging.ts'
import { proveQuotaCrash } from './quota-crash.ts'
import { proveRevocation } from './revocation.ts'
import { proveStrangers } from './strangers.ts'

const PROOFS = {
  revocation: () => proveRevocation(2000),
  guesses: (isLong: boolean) => proveGuesses(10_000, isLong ? 10_000 : 600),
  strangers: (isLong: boolean) => (isLong ? proveStrangers(10, 30) : proveStrangers(0.5, 1.2)),
  'expired-rows': (isLong: boolean) => proveExpiredRows(isLong ? 10_000_000 : 200_000),
  paging: () => provePaging(1000),
  filters: () => proveFilters(50_000),
  'quota-crash': (_isLong: boolean, isShort: boolean) =>
    isShort ? proveQuotaCrash(100, 20) : proveQuotaCrash(500, 100),
  offboarding: (_isLong: boolean, isShort: boolean) =>
    isShort ? proveOffboarding(1, 1) : proveOffboarding(3, 6),
} as const

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
  },
})
const name = positionals[0] as keyof typeof PROOFS
if (!(name in PROOFS)) throw new Error(`Name a proof: ${Object.keys(PROOFS).join(', ')}`)

const startedAt = performance.now()
const holds = await PROOFS[name](values.long, values.short)
const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(`${holds ? 'PASS' : 'FAIL'} ${name} (${seconds} s)`)
if (!holds) process.exitCode = 1
