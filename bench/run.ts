/** npm run bench -- tokens|growth|events|quota [--rows N] [--rounds N] [--seconds N] [--ways all] [--pooler] [--profile] */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchEvents } from './events.ts'
import { benchGrowth } from './growth.ts'
import { benchQuota } from './quota.ts'
import { benchTokens } from './tokens.ts'

const BENCHES = {
  tokens: { run: benchTokens, rows: 1_000_000, rounds: 5, seconds: 6 },
  events: { run: benchEvents, rows: 1_000_000, rounds: 5, seconds: 6 },
  quota: { run: benchQuota, rows: 1_000_000, rounds: 5, seconds: 6 },
  growth: { run: benchGrowth, rows: 10_000_000, rounds: 5, seconds: 6 },
} as const

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    pooler: { type: 'boolean', default: false },
    ways: { type: 'string', default: 'short' },
    profile: { type: 'boolean', default: false },
  },
})
const bench = BENCHES[positionals[0] as keyof typeof BENCHES]
if (!bench) throw new Error(`Name a bench: ${Object.keys(BENCHES).join(', ')}`)

const folder = mkdtempSync(join(tmpdir(), 'binnacle-bench-'))
try {
  await bench.run({
    rows: Number(values.rows ?? bench.rows),
    smallRows: 10_000,
    rounds: Number(values.rounds ?? bench.rounds),
    seconds: Number(values.seconds ?? bench.seconds),
    pooler: values.pooler,
    ways: values.ways === 'all' ? 'all' : 'short',
    profile: values.profile,
    folder,
  })
} finally {
  rmSync(folder, { recursive: true })
}
