import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Request, writeRequests } from './requests.ts'

export type Load = Readonly<{ requests: number; seconds: number; p50Ms: number }>
export type Measure = (seconds: number) => Promise<Load>

/** Sends these requests to an address, as often as it answers in that time. */
export function sending(file: string, requests: readonly Request[], connections: number) {
  writeRequests(file, requests)
  return (url: string): Measure =>
    (seconds) =>
      load(url, file, { connections, seconds })
}

/**
 * Sends the requests of a file (`requests.ts`) with `wrk`, in its own process. A failed request spoils
 * the measurement, so it throws.
 */
export async function load(
  url: string,
  requestsFile: string,
  { connections, seconds }: Readonly<{ connections: number; seconds: number }>,
): Promise<Load> {
  const script = new URL('load.lua', import.meta.url).pathname
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script]
  const { stdout } = await promisify(execFile)('wrk', [...options, url, '--', requestsFile])
  const found = /^JSON (.*)$/m.exec(stdout)?.[1]
  if (!found) throw new Error(`wrk printed no result:\n${stdout}`)
  const { failed, ...result } = JSON.parse(found) as Load & { failed: number }
  if (failed > 0) throw new Error(`${failed} requests to ${url} failed:\n${stdout}`)
  // Its times would be 0, which is better than any other.
  if (result.requests === 0) throw new Error(`${url} answered nothing in ${seconds} s`)
  return result
}

export const rateOf = ({ requests, seconds }: Load): number => requests / seconds
