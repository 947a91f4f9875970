import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isLong } from '../test/support/world/size.ts'

export type Load = Readonly<{
  requests: number
  seconds: number
  failed: number
  p50Ms: number
  p99Ms: number
}>

type Strength = { connections: number; seconds: number }

/** One URL, with one of the API tokens of a file each time. */
export const load = (url: string, tokensFile: string, strength: Strength): Promise<Load> =>
  runWrk(url, [tokensFile], strength)

/** One of the paths of a file each time, with the bearer of another. */
export const loadPaths = (
  url: string,
  pathsFile: string,
  bearerFile: string,
  strength: Strength,
): Promise<Load> => runWrk(url, [pathsFile, bearerFile], strength)

/** Runs `wrk` in its own process. A failed request spoils the measurement, so it throws. */
async function runWrk(
  url: string,
  files: readonly string[],
  { connections, seconds }: Strength,
): Promise<Load> {
  const script = new URL('load.lua', import.meta.url).pathname
  const args = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '10s',
    '-s',
    script,
    url,
    '--',
    ...files,
  ]
  const { stdout } = await promisify(execFile)('wrk', args)
  const found = /^JSON (.*)$/m.exec(stdout)?.[1]
  if (!found) throw new Error(`wrk printed no result:\n${stdout}`)
  const result = JSON.parse(found) as Load
  if (result.failed > 0) throw new Error(`${result.failed} requests to ${url} failed:\n${stdout}`)
  return result
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** What the nightly run accepts of a ratio: below what was measured last, above what would be a regression. */
export type Limit = Readonly<{ atLeast: number } | { atMost: number }>

/** The ratio of the medians, and how far single rounds are from it. */
export function report(
  label: string,
  ours: readonly number[],
  theirs: readonly number[],
  limit: Limit,
): void {
  const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN))
  const [lowest, highest] = [Math.min(...ratios), Math.max(...ratios)]
  const ratio = median(ours) / median(theirs)
  const isWithin = 'atLeast' in limit ? ratio >= limit.atLeast : ratio <= limit.atMost
  console.log(`${label}: ${ratio.toFixed(2)}${isWithin ? '' : `, beyond ${JSON.stringify(limit)}`}`)
  console.log(`  by round: lowest ${lowest.toFixed(2)}, highest ${highest.toFixed(2)}`)
  if (!isWithin && isLong) process.exitCode = 1
}

/** Our rate beside that of a bare server, in turn, so that what disturbs one disturbs the other. */
export async function compareRates(
  label: string,
  { rounds, ...limit }: { rounds: number; atLeast: number },
  run: (side: 'binnacle' | 'bare') => Promise<Load>,
): Promise<void> {
  const measured = { binnacle: [] as number[], bare: [] as number[] }
  for (let round = 0; round <= rounds; round++) {
    for (const side of ['binnacle', 'bare'] as const) {
      const { requests, seconds, p50Ms, p99Ms } = await run(side)
      // Round 0 warms up and is not counted.
      if (round === 0) continue
      const rate = requests / seconds
      measured[side].push(rate)
      console.log(
        `round ${round} ${side}: ${Math.round(rate)} requests/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms`,
      )
    }
  }
  report(label, measured.binnacle, measured.bare, limit)
}

/** A route that answers something else would be no comparison. Answers how long the bodies are. */
export async function compareBodies(
  { binnacle, bare }: Readonly<Record<'binnacle' | 'bare', string>>,
  paths: readonly string[],
  bearer: string,
): Promise<number[]> {
  const headers = { Authorization: `Bearer ${bearer}` }
  const lengths: number[] = []
  for (const path of paths) {
    const [ours = '', theirs] = await Promise.all(
      [binnacle, bare].map(async (base) => (await fetch(`${base}${path}`, { headers })).text()),
    )
    if (ours !== theirs) throw new Error(`to ${path} the bare route answers ${theirs}, we ${ours}`)
    lengths.push(ours.length)
  }
  return lengths
}

export type Size = Readonly<{
  rows: number
  smallRows: number
  rounds: number
  seconds: number
  /** Afterwards, tell what the server does with its time. */
  profile: boolean
  folder: string
}>
