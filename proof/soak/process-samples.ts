import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/connect.ts'

export type Sample = Readonly<{
  rssMb: number
  descriptors: number
  sockets: number
  sessions: number
}>

/** What a process holds, each second. */
export async function sampleProcess(pid: number, db: Db, seconds: number) {
  const samples: Sample[] = []
  const startedAt = performance.now()
  for (let n = 1; n <= seconds; n++) {
    await delay(Math.max(0, startedAt + n * 1000 - performance.now()))
    samples.push(await takeSample(pid, db))
  }
  return {
    medians(from: number, to: number): Sample {
      const chosen = samples.slice(from, to)
      const of = (name: keyof Sample) => median(chosen.map((sample) => sample[name]))
      const [descriptors, sockets] = [of('descriptors'), of('sockets')]
      return { rssMb: of('rssMb'), descriptors, sockets, sessions: of('sessions') }
    },
  }
}

async function takeSample(pid: number, db: Db): Promise<Sample> {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  const descriptors = readdirSync(`/proc/${pid}/fd`)
  const { rows } = await sql<{ sessions: number }>`
    select count(*)::int as sessions from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  return {
    rssMb: Math.round(Number(kilobytes) / 1024),
    descriptors: descriptors.length,
    sockets: descriptors.filter((name) => isSocket(`/proc/${pid}/fd/${name}`)).length,
    sessions: rows[0]?.sessions ?? 0,
  }
}

/** A descriptor may be closed after it was listed. */
function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}
