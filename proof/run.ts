/** npm run proof -- revocation | guesses [--long] | paging | filters | quota-crash [--short] */
import { parseArgs } from 'node:util'
import { proveFilters } from './filters.ts'
import { proveGuesses } from './guesses.ts'
import { provePaging } from './paging.ts'
import { proveQuotaCrash } from './quota-crash.ts'
import { proveRevocation } from './revocation.ts'

const PROOFS = {
  revocation: () => proveRevocation(2000),
  guesses: (isLong: boolean) => proveGuesses(10_000, isLong ? 10_000 : 600),
  paging: () => provePaging(1000),
  filters: () => proveFilters(50_000),
  'quota-crash': (_isLong: boolean, isShort: boolean) =>
    isShort ? proveQuotaCrash(100, 20) : proveQuotaCrash(500, 100),
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
