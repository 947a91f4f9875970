import { benchEvents } from './events.ts'
import { benchGrowth } from './growth.ts'
import { benchLists } from './lists.ts'
import { benchProcesses } from './processes.ts'
import { benchPublishing } from './publishing/publishing.ts'
import { benchQuota } from './quota.ts'
import { benchReplicas } from './replicas/replicas.ts'
import type { Size } from './size.ts'
import { benchStreams } from './streams/streams.ts'
import { benchTokens } from './tokens.ts'
import { benchTraces } from './traces/traces.ts'

type Bench = Readonly<{ run: (size: Size) => Promise<void>; rows: number }>

/** Each with the number of rows of its full size. */
export const BENCHES: Readonly<Record<string, Bench>> = {
  tokens: { run: benchTokens, rows: 1_000_000 },
  events: { run: benchEvents, rows: 1_000_000 },
  quota: { run: benchQuota, rows: 1_000_000 },
  lists: { run: benchLists, rows: 1_000_000 },
  processes: { run: benchProcesses, rows: 1_000_000 },
  replicas: { run: benchReplicas, rows: 1_000_000 },
  publishing: { run: benchPublishing, rows: 1_000_000 },
  streams: { run: benchStreams, rows: 10_000 },
  traces: { run: benchTraces, rows: 10_000 },
  growth: { run: benchGrowth, rows: 10_000_000 },
}
