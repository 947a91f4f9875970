/**
 * npm run bench -- NAME [--short] [--rows N] [--rounds N] [--seconds N]
 * It fails if a ratio misses its limit. `--short` shows whether a bench works; its figures mean nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildStaleProgram } from '../scripts/package/program.ts'
import { benchAccess } from './access.ts'
import { benchCpu } from './cpu.ts'
import { benchEvents } from './events.ts'
import { benchGrowth } from './growth.ts'
import { benchQuota } from './quota.ts'
import type { Size } from './size.ts'
import { benchTokens } from './tokens.ts'

type Bench = Readonly<{ run: (size: Size) => Promise<void>; rows: number; rounds: number }>

const BENCHES: Readonly<Record<string, Bench>> = {
  tokens: { run: benchTokens, rows: 1_000_000, rounds: 5 },
  events: { run: benchEvents, rows: 1_000_000, rounds: 5 },
  quota: { run: benchQuota, rows: 1_000_000, rounds: 5 },
  growth: { run: benchGrowth, rows: 10_000_000, rounds: 5 },
  access: { run: benchAccess, rows: 100_000, rounds: 7 },
  cpu: { run: benchCpu, rows: 100_000, rounds: 7 },
}
const SECONDS = 6
const SHORT = { rows: 20_000, rounds: 1, seconds: 1 }

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean' },
    rows: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
  },
})
const [name = ''] = positionals
const bench = BENCHES[name]
if (!bench) throw new Error(`Name a bench: ${Object.keys(BENCHES).join(', ')}`)
await buildStaleProgram()
const usual = values.short ? SHORT : { ...bench, seconds: SECONDS }
const folder = mkdtempSync(join(tmpdir(), 'binnacle-bench-'))
try {
  await bench.run({
    rows: Number(values.rows ?? usual.rows),
    rounds: Number(values.rounds ?? usual.rounds),
    seconds: Number(values.seconds ?? usual.seconds),
    folder,
  })
} finally {
  rmSync(folder, { recursive: true })
}
console.log(`${process.exitCode ? 'FAIL' : 'PASS'} bench ${name}`)
