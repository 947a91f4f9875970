import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export type Load = Readonly<{
  requests: number
  seconds: number
  failed: number
  p50Ms: number
  p99Ms: number
}>

const SCRIPT = new URL('load.lua', import.meta.url).pathname

/** Runs `wrk` against one URL, in its own process. A failed request spoils the measurement, so it throws. */
export async function load(
  url: string,
  tokensFile: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', SCRIPT, url, '--', tokensFile]
  const { stdout } = await promisify(execFile)('wrk', args)
  const found = /^JSON (.*)$/m.exec(stdout)?.[1]
  if (!found) throw new Error(`wrk printed no result:\n${stdout}`)
  const result = JSON.parse(found) as Load
  if (result.failed > 0) throw new Error(`${result.failed} requests to ${url} failed`)
  return result
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}
