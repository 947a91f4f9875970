import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

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
  runWrk('load.lua', url, [tokensFile], strength)

/** One of the paths of a file each time, with the bearer of another. */
export const loadPaths = (
  url: string,
  pathsFile: string,
  bearerFile: string,
  strength: Strength,
): Promise<Load> => runWrk('load-paths.lua', url, [pathsFile, bearerFile], strength)

/** Runs `wrk` in its own process. A failed request spoils the measurement, so it throws. */
async function runWrk(
  scriptName: string,
  url: string,
  files: readonly string[],
  { connections, seconds }: Strength,
): Promise<Load> {
  const script = new URL(scriptName, import.meta.url).pathname
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

/** The ratio of the medians, and how far single rounds are from it. */
export function report(label: string, ours: readonly number[], theirs: readonly number[]): void {
  const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN))
  const [lowest, highest] = [Math.min(...ratios), Math.max(...ratios)]
  console.log(`${label}: ${(median(ours) / median(theirs)).toFixed(2)}`)
  console.log(`  by round: lowest ${lowest.toFixed(2)}, highest ${highest.toFixed(2)}`)
}
