import { benchCpu } from './cpu.ts'
import { benchEvents } from './events.ts'
import { benchGrowth } from './growth.ts'
import { benchLists } from './lists.ts'
import { benchQuota } from './quota.ts'
import type { Size } from './size.ts'
import { benchTokens } from './tokens.ts'

type Bench = Readonly<{ run: (size: Size) => Promise<void>; rows: number }>

/** Each with the number of rows of its full size. */
export const BENCHES: Readonly<Record<string, Bench>> = {
  tokens: { run: benchTokens, rows: 1_000_000 },
  events: { run: benchEvents, rows: 1_000_000 },
  quota: { run: benchQuota, rows: 1_000_000 },
  lists: { run: benchLists, rows: 1_000_000 },
  cpu: { run: benchCpu, rows: 100_000 },
  growth: { run: benchGrowth, rows: 10_000_000 },
}
